import { assert } from '@openmere/core/kit/fault.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { rewardSettled } from '@openmere/core/reward/contract.ts';
import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { businessNow } from '../platform/business-clock.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import {
  insertSums,
  liftLimits,
  listSums,
  lockDecision,
  lockSettlement,
  onlyRead,
  openSettlement,
  saveSettled,
  saveWritten,
} from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';
import type { Settlement, SettlementSum } from './tables.ts';
import { openWriter } from './write-parts.ts';
import type { WriteRewards } from './write-parts.ts';

export type Period = { pool: SettledPool; period: number; days: number };
/** Work of one short transaction: done while the settlement stands at this step, and left out otherwise. */
export type RunPart = (work: (tx: Tx) => Promise<void>) => Promise<void>;

/** What one kind of settlement does at its steps. Each can be repeated: a settler may die anywhere. */
export type Steps = {
  /** In the transaction that opens it. */
  open?: (tx: Tx) => Promise<void>;
  /** Decides, in a transaction that only reads, and hands the rewards over part by part. @returns the sums. */
  decide: (tx: Tx, write: WriteRewards) => Promise<readonly SettlementSum[]>;
  /** Between the money's move out of the pool and the end: in transactions of its own, each of which notes how far it is. */
  credit?: (settlement: Settlement) => Promise<void>;
  /** Last, in as many parts as it takes. */
  finish?: (runPart: RunPart) => Promise<void>;
};

/**
 * Brings one settlement from where it stands to its end. What is decided is written in parts, none of which counts before all are
 * there; every other step is a transaction which first locks the settlement and looks whether the step is still to be done. Killed
 * anywhere, it goes on where it was; two settlers do each step once. No transaction that writes takes long.
 */
export async function runSettlement(
  ctx: SettleDeps,
  { of, steps }: { of: Period; steps: Steps },
): Promise<void> {
  const { db, onStep } = ctx;
  const partOf =
    (name: Settlement['step']): RunPart =>
    (work) =>
      inTransaction(db, async (tx) => {
        await liftLimits(tx);
        const settlement = await lockSettlement(tx, of);
        assert(settlement, 'a settlement that was opened is there');
        if (settlement.step === name) await work(tx);
      });
  await inTransaction(db, async (tx) => {
    await liftLimits(tx);
    const isNew = await openSettlement(tx, { ...of, now: await businessNow(tx) });
    if (isNew) await steps.open?.(tx);
  });
  onStep?.('open');
  await inTransaction(db, async (tx) => {
    await liftLimits(tx);
    const settlement = await lockDecision(tx, of);
    if (settlement?.step === 'opened') await decide(ctx, tx, { of, steps });
  });
  onStep?.('opened');
  const whenWritten = partOf('written');
  if (steps.credit) {
    await whenWritten((tx) => moveMoney(ctx, tx, of));
    const settlement = await inTransaction(db, (tx) => lockSettlement(tx, of));
    if (settlement?.step === 'written') await steps.credit(settlement);
    onStep?.('credited');
  }
  await steps.finish?.(whenWritten);
  await whenWritten(async (tx) => {
    await moveMoney(ctx, tx, of);
    await saveSettled(tx, of, await businessNow(tx));
    await toEveryone(tx, rewardSettled, { pool: of.pool, period: of.period });
  });
  onStep?.('written');
}

/** `tx` reads and holds the decision; what is written is written beside it. */
async function decide(
  { db, batch, onStep }: SettleDeps,
  tx: Tx,
  { of, steps }: { of: Period; steps: Steps },
): Promise<void> {
  await onlyRead(tx);
  const writer = await openWriter({ db }, { of, size: batch });
  let sums: readonly SettlementSum[];
  try {
    sums = await steps.decide(tx, async (rewards) => {
      await writer.write(rewards);
      onStep?.('part');
    });
  } finally {
    // Also after an error: nothing is under way when the next one may decide.
    await writer.end();
  }
  await inTransaction(db, async (last) => {
    const settlement = await lockSettlement(last, of);
    assert(settlement?.step === 'opened', 'a settlement is written once');
    await insertSums(last, sums);
    await saveWritten(last, of);
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
