import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { balanceOf } from './balances.ts';
import { GroupQueue, chooseFree } from './free-first.ts';
import { createGatherer } from './gather.ts';
import type { Gatherer, GathererOptions } from './gather.ts';
import { accountKey, makeRequest } from './group.ts';
import type { Request } from './group.ts';
import { postEntry } from './post.ts';
import { reconcileLedger } from './reconcile.ts';
import { fund, seededRandom, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;
let owner: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  owner = clone.connect('owner', { max: 4 });
});
afterAll(async () => {
  const result = await reconcileLedger(app.db);
  await clone.drop();
  expect(result.findings).toEqual([]);
});

function openGatherer(options: GathererOptions = {}): Gatherer {
  const gatherer = createGatherer(app, options);
  onTestFinished(() => gatherer.close());
  return gatherer;
}

/** As the product posts a transfer: with the fee on an account that every transfer has. */
function withFee(entry: JournalEntry): JournalEntry {
  const [net] = entry.postings;
  if (!net) return entry;
  const fee = { ...net, destination: 'fee:transfer', amount: net.amount / 100n } as const;
  return { ...entry, postings: [net, fee] };
}

/** Holds a member's account in a transaction of somebody else. */
async function hold(member: string): Promise<pg.PoolClient> {
  const client = await owner.pool.connect();
  await client.query('begin');
  await client.query('select 1 from ledger.account where name = $1 for update', [availableAccount(member)]);
  return client;
}

async function release(client: pg.PoolClient): Promise<void> {
  await client.query('rollback');
  client.release();
}

const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([work.then(() => 'done'), Promise.resolve('pending')])) === 'pending';

test('refuses: with "try again", whose account stays locked; what came behind it is posted after', async () => {
  await fund(app.db, 'mem_late', 10);
  const gatherer = openGatherer({ leftMsMax: 100 });
  const client = await hold('mem_late');
  const late = gatherer.post(transferEntry('late', 'mem_late', 'mem_a', oneCoin));
  await expect(late).rejects.toThrow(Fault);
  await release(client);
  const again = await gatherer.post(transferEntry('late', 'mem_late', 'mem_a', oneCoin));
  expect(again.replayed).toBe(false);
});

test('behavior: one locked account leaves the transfers of everybody else alone', async () => {
  const others = Array.from({ length: 20 }, (_, index) => `mem_other_${index}`);
  for (const member of [...others, 'mem_locked']) await fund(app.db, member, 100);
  const gatherer = openGatherer({ leftMsMax: 60_000 });
  const client = await hold('mem_locked');
  const spends = [60, 60, 30].map((coins, index) =>
    gatherer.post(withFee(transferEntry(`locked ${index}`, 'mem_locked', 'mem_b', BigInt(coins) * oneCoin))),
  );
  const toLocked = gatherer.post(withFee(transferEntry('to locked', 'mem_other_0', 'mem_locked', oneCoin)));
  const all = Promise.allSettled([...spends, toLocked]);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      others
        .slice(1)
        .map((member) =>
          gatherer.post(withFee(transferEntry(`${member} ${round}`, member, 'mem_c', oneCoin))),
        ),
    );
  }
  expect(await isPending(Promise.any([...spends, toLocked]))).toBe(true);
  await release(client);
  // In their order: of 100 coins the first takes 60.6, the second finds too little, the third enough again.
  const [first, second, third, fourth] = await all;
  expect([first?.status, third?.status, fourth?.status]).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect((second as PromiseRejectedResult).reason).toBeInstanceOf(Refusal);
});

test('behavior: an account that somebody else is just opening holds up nobody else', async () => {
  await fund(app.db, 'mem_payer', 100);
  const gatherer = openGatherer({ leftMsMax: 60_000 });
  const posted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const opening = inTransaction(app.db, async (tx) => {
    await postEntry(tx, transferEntry('opens', 'mem_payer', 'mem_unborn', oneCoin));
    posted.resolve();
    await mayCommit.promise;
  });
  await posted.promise;
  await fund(app.db, 'mem_payer_2', 100);
  const toUnborn = gatherer.post(transferEntry('to unborn', 'mem_payer_2', 'mem_unborn', oneCoin));
  await fund(app.db, 'mem_payer_3', 100);
  for (let index = 0; index < 5; index += 1)
    await gatherer.post(transferEntry(`beside ${index}`, 'mem_payer_3', `mem_new_${index}`, oneCoin));
  expect(await isPending(toUnborn)).toBe(true);
  mayCommit.resolve();
  await Promise.all([opening, toUnborn]);
  expect(await balanceOf(app.db, availableAccount('mem_unborn'), 'USDT')).toBe(2n * oneCoin);
});

test('behavior: what is left over is posted at last, however often others hold its account', async () => {
  for (const member of ['mem_wanted', 'mem_stream']) await fund(app.db, member, 1_000);
  const gatherer = openGatherer({ leftMsMax: 60_000 });
  let running = true;
  // Two that take turns: the account is hardly ever free, but each holds it for a few milliseconds only.
  const holders = [1, 2].map(async () => {
    while (running) {
      const client = await hold('mem_wanted');
      await client.query('select pg_sleep(0.004)');
      await release(client);
    }
  });
  const stream = (async () => {
    for (let index = 0; running; index += 1)
      await gatherer.post(transferEntry(`stream ${index}`, 'mem_stream', 'mem_d', 1n));
  })();
  const wanted = Array.from({ length: 5 }, (_, index) =>
    gatherer.post(transferEntry(`wanted ${index}`, 'mem_wanted', 'mem_d', oneCoin)),
  );
  await Promise.all(wanted).finally(() => (running = false));
  await Promise.all([stream, ...holders]);
  expect(await balanceOf(app.db, availableAccount('mem_wanted'), 'USDT')).toBe(995n * oneCoin);
});

test('property: whatever is busy, nothing is lost or taken twice, and each account spends in order of arrival', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 200; round += 1) {
    const queue = new GroupQueue<Request>();
    const members = 1 + random(6);
    const posted: Request[] = [];
    const came: Request[] = [];
    for (let step = 0, now = 0; step < 60 || queue.length > 0; step += 1, now += 1 + random(60)) {
      for (let add = random(step < 60 ? 4 : 1); add > 0; add -= 1) {
        const entry = transferEntry(
          `${round} ${came.length}`,
          `mem_${random(members)}`,
          `mem_to_${random(members)}`,
          1n,
        );
        const request = makeRequest(entry);
        came.push(request);
        queue.push(request);
      }
      const group = queue.take(now, 4, 8);
      const busy = step < 60 ? random(members * 2) : -1;
      const key = accountKey(availableAccount(busy % 2 ? `mem_${busy >> 1}` : `mem_to_${busy >> 1}`), 'USDT');
      const isFree = chooseFree(group, (one) => busy >= 0 && one === key);
      queue.putBack(
        group.filter((_, index) => !isFree[index]),
        now,
      );
      for (const [index, request] of group.entries()) {
        if (isFree[index]) {
          queue.done(request);
          posted.push(request);
        }
      }
      expect(step).toBeLessThan(5_000);
    }
    expect(posted).toHaveLength(came.length);
    for (const source of new Set(came.flatMap(({ sources }) => sources))) {
      const of = (list: Request[]) =>
        list.filter((one) => one.sources.includes(source)).map(({ entry }) => entry.key);
      expect(of(posted)).toEqual(of(came));
    }
  }
});
