import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { entryChanges } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { createGatherer } from './gather.ts';
import { askWith } from './journal.ts';
import { postEntry } from './post.ts';
import type { Posted } from './posted.ts';
import { reconcileLedger } from './reconcile.ts';
import { replayBalances } from './replay.ts';
import { seededRandom } from './test-ledger.ts';

const operations = Number(process.env['OPENMERE_LEDGER_OPS'] ?? 100_000);
const seed = Number(process.env['OPENMERE_SEED'] ?? Date.now() % 1_000_000);
const members = 200;
const atOnce = 512;

/** Sequential model: the same operations one after the other over a map. The ledger must end where it ends. */
type Model = Map<string, bigint>;

function applies(model: Model, entry: JournalEntry): boolean {
  const before = new Map(model);
  for (const { source, destination, asset, amount } of entry.postings) {
    const left = (model.get(`${source} ${asset}`) ?? 0n) - amount;
    if (left < 0n && /^(member|pool|fee):/.test(source)) {
      model.clear();
      for (const [name, balance] of before) model.set(name, balance);
      return false;
    }
    model.set(`${source} ${asset}`, left);
    model.set(`${destination} ${asset}`, (model.get(`${destination} ${asset}`) ?? 0n) + amount);
  }
  return true;
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

function randomEntry(random: (below: number) => number, index: number): JournalEntry {
  const member = `mem_${random(members)}`;
  const asset = random(4) === 0 ? 'OPEN' : 'USDT';
  // Whole coins with a random fraction of all 18 places.
  const amount = BigInt(1 + random(40)) * oneCoin + BigInt(random(2 ** 31)) * BigInt(random(2 ** 28) + 1);
  const posting = (source: AccountName, destination: AccountName, value: bigint): Posting => ({
    source,
    destination,
    asset,
    amount: value,
  });
  const free = availableAccount(member);
  const held = heldAccount(member);
  const kinds: Record<string, () => Posting[]> = {
    deposit: () => [posting('treasury:bsc', free, amount * 3n)],
    transfer: () => [
      posting(free, availableAccount(`mem_x${random(members)}`), amount),
      posting(free, 'fee:transfer', amount / 200n + 1n),
    ],
    back: () => [posting(availableAccount(`mem_x${random(members)}`), free, amount)],
    hold: () => [posting(free, held, amount)],
    settle: () => [
      posting(held, 'treasury:bsc', amount / 2n),
      posting(held, 'fee:withdrawal', amount / 100n),
    ],
    share: () => [
      posting('fee:transfer', 'pool:yield', amount / 50n),
      posting('pool:yield', free, amount / 100n),
    ],
  };
  const names = Object.keys(kinds);
  const kind = pick(names, random(names.length));
  const key = random(50) === 0 && index > 0 ? `op ${random(index)} again` : `op ${index}`;
  return { key, kind, reference: member, actor: 'system:simulation', postings: kinds[kind]?.() ?? [] };
}

test(
  `property: after ${operations} random operations (seed ${seed}) balances equal their replay, sum to zero and never were below zero`,
  { timeout: 120_000 },
  async () => {
    const clone = await cloneDatabase();
    const app = clone.connect('app');
    const gatherers = [createGatherer(app), createGatherer(app)];
    const random = seededRandom(seed);
    const results: { entry: JournalEntry; posted: Posted | undefined }[] = [];
    for (let done = 0; done < operations; done += atOnce) {
      const entries = Array.from({ length: Math.min(atOnce, operations - done) }, (_, index) =>
        randomEntry(random, done + index),
      );
      const settled = await Promise.allSettled(
        entries.map((entry, index) =>
          index % 64 === 63
            ? inTransaction(app.db, (tx) => postEntry(tx, entry))
            : pick(gatherers, index).post(entry),
        ),
      );
      entries.forEach((entry, index) => {
        const result = settled[index];
        results.push({ entry, posted: result?.status === 'fulfilled' ? result.value : undefined });
      });
    }
    await Promise.all(gatherers.map((gatherer) => gatherer.close()));

    // The journal's order is a serial order: applied one after the other, each posted entry must have been possible.
    const model: Model = new Map();
    const fresh = results.filter(({ posted }) => posted && !posted.replayed);
    fresh.sort((a, b) => Number((a.posted?.seq ?? 0n) - (b.posted?.seq ?? 0n)));
    const impossible = fresh.filter(({ entry }) => !applies(model, entry));
    expect(impossible).toEqual([]);
    for (const { posted } of fresh.slice(-1_000)) expect(posted?.balances.length).toBeGreaterThan(0);

    const stored = await askWith(app.db)<{ name: string; asset: string; balance: bigint }>(
      'select name, asset, balance from ledger.account where last_row > 0',
      [],
    );
    const differing = stored.filter(({ name, asset, balance }) => model.get(`${name} ${asset}`) !== balance);
    expect(differing).toEqual([]);
    expect(stored).toHaveLength(new Set(fresh.flatMap(({ entry }) => [...entryChanges(entry).keys()])).size);
    expect(fresh.length).toBeGreaterThan(operations / 3);
    expect(fresh.length).toBeLessThan(operations);

    expect((await replayBalances(app.db)).differences).toEqual([]);
    const reconciled = await reconcileLedger(app.db);
    // Holds are settled at random here, under the member's name: that is the one rule that the simulation breaks.
    expect(reconciled.findings.filter(({ invariant }) => invariant !== 'I04')).toEqual([]);
    await clone.drop();
  },
);
