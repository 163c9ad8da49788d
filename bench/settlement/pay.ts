import '../production.ts';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { postEntry } from '@openmere/server/ledger/post.ts';
import { reconcileLedger } from '@openmere/server/ledger/reconcile.ts';
import { depositEntry } from '@openmere/server/ledger/test-ledger.ts';
import { powerSource } from '@openmere/server/minting/power-store.ts';
import { createDatabase, inTransaction } from '@openmere/server/platform/db/connect.ts';
import type { Database } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { administer, withDatabase } from '@openmere/server/platform/db/test-database.ts';
import { settleReferral } from '@openmere/server/reward/settle-referral.ts';
import { settleYield } from '@openmere/server/reward/settle-yield.ts';
import type { SettleDeps } from '@openmere/server/reward/sources.ts';
import { postGroups } from '@openmere/server/swap/post-groups.ts';
import { sql } from 'kysely';
import { readProcessor } from './processor.ts';

/**
 * `node bench/settlement/pay.ts [--members 100000] [--only yield,referral] [--alone]`: days of so many members, decided, written as rewards and
 * paid through the ledger, beside transfers; and what those made before and meanwhile.
 * `yield`: two days on which everybody has yield, credited with the EQUITY and the hash power that it uses up; the first of them also
 * opens an account of POY for each. `referral`: a day on which every seventh member paid a fee, which makes about one reward a member.
 * `--alone`: without transfers, which count as none; it says how much processor time the settlement takes instead (Linux).
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string' }, only: { type: 'string' }, alone: { type: 'boolean' } },
});
const alone = options.alone === true;
const count = Number(options.members ?? 100_000);
const parts = options.only?.split(',') ?? ['yield', 'referral'];
const DAY = 20_000;
const CALLERS = 64;
const BEFORE_MS = 5_000;
const GROUP = 1_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Members with power, EQUITY and a pool that pays all of them. */
async function fill(database: Database): Promise<void> {
  const { db } = database;
  const noon = new Date((DAY - 10) * 86_400_000);
  await sql`alter table member disable trigger user`.execute(db);
  await sql`insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country, wallet_address, wallet_bound_at, activated_at,
      vip_level, person_id)
    select 'mem_' || n, 'Member ' || n, 'member ' || n, translate(lpad(upper(to_hex(n)), 6, '0'), 'ILOU', 'WXYZ'),
      case when n = 1 then null else 'mem_' || (n / 2) end, 'DE', '0x' || lpad(to_hex(n), 40, '0'), now(), now(), greatest(0, 6 - floor(ln(n) / 2))::int2, 'mem_' || n
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`alter table member enable trigger user`.execute(db);
  await sql`insert into power_lot (member_id, kind, granted, effective_at, key, reference)
    select 'mem_' || n, 'personal', ${200n * oneCoin}, ${noon}::timestamptz, 'lot ' || n, 'bench' from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`insert into equity_person (person_id, earned, cap) select 'mem_' || n, ${500n * oneCoin}, ${12_500n * oneCoin} from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`insert into equity_holder (member_id, person_id) select 'mem_' || n, 'mem_' || n from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  for (let from = 1; from <= count; from += GROUP * 10) {
    const ids = Array.from({ length: Math.min(GROUP * 10, count - from + 1) }, (_, at) => from + at);
    await inTransaction(db, (tx) =>
      postGroups(
        tx,
        ids.map((n) => ({
          key: `equity ${n}`,
          kind: 'equity-earned',
          reference: 'bench',
          actor: 'system:bench',
          postings: [
            {
              source: 'world',
              destination: `member:mem_${n}:available`,
              asset: 'EQUITY',
              amount: 500n * oneCoin,
            },
          ],
        })),
      ),
    );
  }
  await inTransaction(db, (tx) =>
    postEntry(tx, {
      key: 'pool',
      kind: 'deposit',
      reference: 'bench',
      actor: 'system:bench',
      postings: [
        {
          source: 'treasury:bsc',
          destination: 'pool:yield',
          asset: 'USDT',
          amount: BigInt(count) * 1_000n * oneCoin,
        },
        {
          source: 'treasury:bsc',
          destination: 'pool:referral',
          asset: 'USDT',
          amount: BigInt(count) * 10n * oneCoin,
        },
      ],
    }),
  );
  await sql`insert into reward_fee (source, reference, day, payer, coin_id, fee, part, at)
    select 'swap', 'fee ' || n, ${DAY}::int, 'mem_' || n, 'USDT', ${10n * oneCoin}::numeric + n, ${4n * oneCoin}::numeric + n, now()
    from generate_series(1, ${count}::int, 7) n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Transfers in a thread of their own, until told to stop: how many in a second. */
async function startTransfers(url: string, name: string): Promise<{ stop: () => Promise<number> }> {
  const file = new URL('transfers.ts', import.meta.url);
  const thread = new Worker(file, { workerData: { url, name, callers: CALLERS } });
  await once(thread, 'online');
  return {
    stop: async () => {
      const said = once(thread, 'message');
      thread.postMessage('stop');
      const [rate] = (await said) as [number];
      await once(thread, 'exit');
      return Math.round(rate);
    },
  };
}

type Done = { what: string; seconds: number; rewards: bigint; before: number; meanwhile: number };

/** Transfers for a while, then the settlement beside transfers. */
async function settle(
  { db }: Database,
  url: string,
  what: string,
  work: (deps: SettleDeps) => Promise<void>,
): Promise<Done> {
  const count = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from reward`.execute(db)).rows[0]?.n ?? 0n;
  const counted = await count();
  const first = alone ? undefined : await startTransfers(url, `before ${what}`);
  if (first) await new Promise((resolve) => setTimeout(resolve, BEFORE_MS));
  const before = (await first?.stop()) ?? 0;
  const beside = alone ? undefined : await startTransfers(url, `beside ${what}`);
  const began = performance.now();
  let last = began;
  const times = new Map<string, number>();
  const used = alone ? await readProcessor(db) : undefined;
  await work({
    db,
    chainId: 1,
    sources: {
      power: powerSource,
    },
    post: postGroups,
    onStep: (step) => {
      const now = performance.now();
      times.set(step, (times.get(step) ?? 0) + now - last);
      last = now;
    },
  });
  const seconds = (performance.now() - began) / 1_000;
  const usedNow = used && (await readProcessor(db));
  const meanwhile = (await beside?.stop()) ?? 0;
  const rewards = (await count()) - counted;
  const steps = [...times].map(([step, ms]) => `${step} ${(ms / 1_000).toFixed(1)} s`).join(', ');
  print(`${what}: ${steps}; memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
  if (used && usedNow)
    print(
      `${what}: processor time ${(usedNow.own - used.own).toFixed(1)} s here, ${(usedNow.database - used.database).toFixed(1)} s in PostgreSQL`,
    );
  return { what, seconds, rewards, before, meanwhile };
}

async function main(url: string): Promise<void> {
  const own = withDatabase(url, 'bench_pay');
  await administer(url, ['create database bench_pay']);
  await migrate(own);
  // Filling it takes longer than any statement of the product may; what is measured lifts its own limits.
  const filling = createDatabase(own, 'owner', { statementTimeoutMs: 600_000 });
  await fill(filling);
  await filling.close();
  const database = createDatabase(own, 'owner', { max: 8 });
  const { db } = database;
  for (let name = 0; name < CALLERS; name += 1)
    await inTransaction(db, (tx) => postEntry(tx, depositEntry(`payer ${name}`, `payer${name}`, oneCoin)));
  print(`load before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const done: Done[] = [];
  if (parts.includes('referral'))
    done.push(await settle(database, own, 'referral', (deps) => settleReferral(deps, DAY)));
  if (parts.includes('yield'))
    for (const [at, what] of ['yield, first day', 'yield, second day'].entries())
      done.push(await settle(database, own, what, (deps) => settleYield(deps, DAY + at)));
  print('\n| settled | rewards | decided, written and paid | transfers/s before | meanwhile |');
  print('| --- | --- | --- | --- | --- |');
  for (const { what, rewards, seconds, before, meanwhile } of done)
    print(
      `| ${what} | ${rewards.toLocaleString('en')} | ${seconds.toFixed(1)} s | ${before.toLocaleString('en')} | ${meanwhile.toLocaleString('en')} (${alone ? '–' : Math.round((100 * meanwhile) / before)} %) |`,
    );
  print(`load after: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  await database.close();
  const patient = createDatabase(own, 'owner', { statementTimeoutMs: 600_000 });
  const { rows, findings } = await reconcileLedger(patient.db);
  print(`reconciled: ${rows} rows, ${findings.length} findings`);
  await patient.close();
  if (findings.length > 0) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-bench-'));
const server = await startEmbedded(join(folder, 'postgres'), () => undefined);
try {
  await main(server.url);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
