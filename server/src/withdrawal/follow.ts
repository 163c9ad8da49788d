import { sql } from 'kysely';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Hex } from '../platform/chain/log.ts';
import { failpoint } from '../platform/signing/failpoint.ts';
import { announceStatus, mailMember } from './announce.ts';
import { markSent } from './broadcast.ts';
import type { DeliveryDeps } from './broadcast.ts';
import { payoutIdOf } from './payout-id.ts';
import type { PayoutOutcomeTable, Withdrawal } from './tables.ts';

/** Without a receipt for this long, a higher fee is asked for, again and again. */
const STUCK_MS = 60_000;
/** Without a receipt for this long, people are called. */
const ALARM_MS = 300_000;

type OpenPayout = Withdrawal & {
  payer: string;
  nonce: bigint;
  hashes: string[];
  attempts: number;
  first_sent_at: Date | null;
};
type Found = Pick<PayoutOutcomeTable, 'outcome' | 'tx_hash' | 'final_block'>;

export type FollowOptions = { stuckMs?: number };

/**
 * Looks what became of handed-over payouts. A payout fails only on proof that nothing left and never will: its own
 * transaction reverted, or its nonce was consumed by another one, both final, and the treasury has not paid the id.
 * The money then waits for an operator (rulebook §5). Success is booked by the indexer from the Paid event, not here.
 */
export async function followPayouts(
  deps: DeliveryDeps,
  options: FollowOptions = {},
  signal?: AbortSignal,
): Promise<void> {
  const open = await listOpen(deps.db);
  if (open.length === 0) return;
  const finalBlock = await deps.chain.finalBlock();
  for (const payout of open) {
    if (signal?.aborted) return;
    const seen = await findMined(deps, payout);
    if (seen) await inTransaction(deps.db, (tx) => markSent(tx, { ...handle(payout), tx_hash: seen.hash }));
    const found = seen ? judgeMined(seen, finalBlock) : await judgeMissing(deps, payout, finalBlock);
    if (found) await recordOutcome(deps, payout, found);
    else if (!seen) await askForBump(deps, payout, options.stuckMs ?? STUCK_MS);
  }
}

function handle(payout: OpenPayout): { withdrawal_id: string; member_id: string } {
  return { withdrawal_id: payout.id, member_id: payout.member_id };
}

/** Payouts without a final outcome; what the indexer confirms gets its outcome there. Index withdrawal_by_status. */
function listOpen(db: Db): Promise<OpenPayout[]> {
  return db
    .selectFrom('withdrawal as w')
    .innerJoin('payout as p', 'p.withdrawal_id', 'w.id')
    .leftJoin('payout_delivery as d', 'd.withdrawal_id', 'w.id')
    .selectAll('w')
    .select(['p.payer', 'p.nonce', 'd.first_sent_at'])
    .select([
      sql<
        string[]
      >`array(select tx_hash from payout_attempt a where a.withdrawal_id = w.id order by attempt desc)`.as(
        'hashes',
      ),
      sql<number>`(select max(attempt) from payout_attempt a where a.withdrawal_id = w.id)`.as('attempts'),
    ])
    .where('w.status', 'in', ['sending', 'sent'])
    .where(sql<boolean>`not exists (select from payout_outcome o where o.withdrawal_id = w.id)`)
    .orderBy('p.nonce')
    .execute();
}

type Mined = { hash: string; succeeded: boolean; blockNumber: bigint };

async function findMined(deps: DeliveryDeps, payout: OpenPayout): Promise<Mined | undefined> {
  for (const hash of payout.hashes) {
    const receipt = await deps.chain.findReceipt(hash as Hex);
    if (receipt) return { hash, ...receipt };
  }
  return undefined;
}

function judgeMined(seen: Mined, finalBlock: bigint): Found | undefined {
  if (seen.blockNumber > finalBlock) return undefined;
  return { outcome: seen.succeeded ? 'mined' : 'reverted', tx_hash: seen.hash, final_block: finalBlock };
}

async function judgeMissing(
  deps: DeliveryDeps,
  payout: OpenPayout,
  finalBlock: bigint,
): Promise<Found | undefined> {
  const { final } = await deps.chain.nonces(payout.payer as Hex);
  if (final <= Number(payout.nonce)) return undefined;
  // No receipt, yet the nonce is used up. If the treasury has paid the id all the same, a node is lying: nothing is concluded.
  if (await deps.chain.isPaid(payoutIdOf(payout.id))) {
    deps.log.error({ withdrawal: payout.id }, 'ALARM paid on chain, but the node gives no receipt');
    return undefined;
  }
  return { outcome: 'replaced', tx_hash: null, final_block: finalBlock };
}

async function recordOutcome(deps: DeliveryDeps, payout: OpenPayout, found: Found): Promise<void> {
  const failed = found.outcome !== 'mined';
  if (failed && (await deps.chain.isPaid(payoutIdOf(payout.id)))) {
    deps.log.error({ withdrawal: payout.id, ...found }, 'ALARM a payout that failed is paid on chain');
    return;
  }
  failpoint('outcome:before');
  await inTransaction(deps.db, async (tx) => {
    const added = await tx
      .insertInto('payout_outcome')
      .values({ withdrawal_id: payout.id, ...found })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n && failed) await failPayout(tx, payout, found.outcome);
  });
  failpoint('outcome:after');
  if (failed) deps.log.error({ withdrawal: payout.id, ...found }, 'ALARM payout failed, an operator decides');
}

async function failPayout(tx: Tx, payout: OpenPayout, outcome: string): Promise<void> {
  const moved = await tx
    .updateTable('withdrawal')
    .set({ status: 'failed', reason: outcome })
    .where('id', '=', payout.id)
    .where('status', 'in', ['sending', 'sent'])
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) return;
  await announceStatus(tx, payout, 'failed');
  await mailMember(tx, { ...payout, reason: outcome }, 'failed');
}

async function askForBump(deps: DeliveryDeps, payout: OpenPayout, stuckMs: number): Promise<void> {
  const result = await deps.db
    .updateTable('payout_delivery')
    .set({ wanted_attempt: sql<number>`wanted_attempt + 1` })
    .where('withdrawal_id', '=', payout.id)
    .where('wanted_attempt', '=', payout.attempts)
    .where(
      sql<boolean>`now() - (select max(signed_at) from payout_attempt a where a.withdrawal_id = ${payout.id})
        > make_interval(secs => ${stuckMs / 1000})`,
    )
    .where('first_sent_at', 'is not', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 1n)
    deps.log.warn({ withdrawal: payout.id }, 'payout is stuck, a higher fee is asked for');
  if (payout.first_sent_at && Date.now() - payout.first_sent_at.getTime() > ALARM_MS) {
    deps.log.error({ withdrawal: payout.id, nonce: String(payout.nonce) }, 'ALARM payout is stuck');
  }
}
