import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { rewardSettled } from '@openmere/core/reward/contract.ts';
import { businessNow } from '../platform/business-clock.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import {
  liftLimits,
  listSums,
  lockSettlement,
  openSettlement,
  saveSettled,
  saveWritten,
} from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';
import type { Settlement, SettlementSum } from './tables.ts';
import type { SettledPool } from '@openmere/core/reward/kinds.ts';

export type Period = { pool: SettledPool; period: number; days: number };
export type Serials = { first: bigint; last: bigint } | undefined;

/** What one kind of settlement does at its steps, each within one transaction that also notes that the step is done. */
export type Steps = {
  open?: (tx: Tx) => Promise<void>;
  /** Decides, and writes rewards and sums. */
  write: (tx: Tx) => Promise<Serials>;
  /** Between the money's move out of the pool and the end: in transactions of its own, each of which notes how far it is. */
  credit?: (settlement: Settlement) => Promise<void>;
  /** Last, in the transaction that ends it. */
  finish?: (tx: Tx) => Promise<void>;
};

/**
 * Brings one settlement from where it stands to its end. Each step is one transaction which first locks the settlement and looks
 * whether the step is still to be done: killed anywhere, it goes on where it was; two settlers do each step once.
 */
export async function runSettlement(
  ctx: SettleDeps,
  { of, steps }: { of: Period; steps: Steps },
): Promise<void> {
  const { db, onStep } = ctx;
  const step = async (name: Settlement['step'], work: (tx: Tx, settlement: Settlement) => Promise<void>) => {
    await inTransaction(db, async (tx) => {
      await liftLimits(tx);
      const settlement = await lockSettlement(tx, of);
      assert(settlement, 'a settlement that was opened is there');
      if (settlement.step === name) await work(tx, settlement);
    });
    onStep?.(name);
  };
  await inTransaction(db, async (tx) => {
    await liftLimits(tx);
    const isNew = await openSettlement(tx, { ...of, now: await businessNow(tx) });
    if (isNew) await steps.open?.(tx);
  });
  onStep?.('open');
  await step('opened', async (tx) => saveWritten(tx, of, await steps.write(tx)));
  if (steps.credit) {
    await step('written', (tx) => moveMoney(ctx, tx, of));
    const settlement = await inTransaction(db, (tx) => lockSettlement(tx, of));
    if (settlement?.step === 'written') await steps.credit(settlement);
    onStep?.('credited');
  }
  await step('written', async (tx) => {
    await moveMoney(ctx, tx, of);
    await steps.finish?.(tx);
    await saveSettled(tx, of, await businessNow(tx));
    await toEveryone(tx, rewardSettled, { pool: of.pool, period: of.period });
  });
}

/** Where the parts of a sum go. Those to members wait under `rewards-due` until they are claimed. */
const destinations: readonly (readonly [keyof SettlementSum, AccountName])[] = [
  ['due', 'pool:rewards-due'],
  ['poy', 'pool:poy'],
  ['leadership', 'pool:leadership'],
  ['contribution', 'pool:contribution'],
  ['market_value', 'pool:market-value'],
];

/** Moves the money out of the pool, in one entry. Its key is the settlement: a second time it does nothing. */
async function moveMoney({ post }: SettleDeps, tx: Tx, of: Period): Promise<void> {
  const sums = await listSums(tx, of);
  const source: AccountName = `pool:${of.pool}`;
  const postings = sums.flatMap((sum) =>
    destinations.flatMap(([part, destination]): Posting[] => {
      const amount = sum[part];
      return typeof amount === 'bigint' && amount > 0n && destination !== source
        ? [{ source, destination, asset: sum.coin_id, amount }]
        : [];
    }),
  );
  if (postings.length > 0) await post(tx, [settlementEntry(of, postings)]);
}

function settlementEntry({ pool, period }: Period, postings: readonly Posting[]): JournalEntry {
  return {
    key: `${pool}:${period}`,
    kind: 'reward-settlement',
    reference: `${pool}:${period}`,
    data: { pool, period },
    actor: 'system:settlement',
    postings,
  };
}
