import type { Locale } from '@openmere/core/kit/language.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { isFrozenUntil, listOutboundLocks } from '../ledger/outbound.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { showChainSilence } from '../setting/chain-silence.ts';
import { showPayoutHalt } from '../setting/payout-halt.ts';
import { findPaidAgain } from './again-store.ts';
import { showRecord, waitsForChain, waitsForPayout } from './record.ts';
import type { ShownRecord, ShownWait, Step } from './record.ts';
import type { Withdrawal } from './tables.ts';

/** Records with their steps, transaction hash and what they wait for, in the order given; as many queries whatever their number. */
export async function findRecords(
  db: Db,
  rows: readonly Withdrawal[],
  locale: Locale,
): Promise<ShownRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await db
    .selectFrom('withdrawal_step')
    .selectAll()
    .where('withdrawal_id', 'in', ids)
    .orderBy('at')
    .execute();
  const attempts = await db
    .selectFrom('payout_attempt as a')
    .innerJoin('payout_delivery as d', 'd.withdrawal_id', 'a.withdrawal_id')
    .select(['a.withdrawal_id', 'a.tx_hash'])
    .where('a.withdrawal_id', 'in', ids)
    // What was never handed to the chain is no hash that a member could look up.
    .whereRef('a.attempt', '<=', 'd.attempt')
    .orderBy('a.attempt')
    .execute();
  const stepsOf = new Map<string, Step[]>();
  for (const { withdrawal_id, status, at } of steps) {
    stepsOf.set(withdrawal_id, [...(stepsOf.get(withdrawal_id) ?? []), { status, at }]);
  }
  const hashOf = new Map(attempts.map((attempt) => [attempt.withdrawal_id, attempt.tx_hash]));
  const halt = rows.some(waitsForPayout) ? await showPayoutHalt({ tx: db }, locale) : null;
  const waiting = rows.find(waitsForChain);
  const silence = waiting ? await showChainSilence({ tx: db }, { chainId: waiting.chain_id, locale }) : null;
  const open = rows.filter(waitsForPayout).map(({ family_id }) => family_id);
  const locks = open.length > 0 ? await listOutboundLocks(db, open) : new Map<string, Date>();
  return rows.map((row) =>
    showRecord(row, stepsOf.get(row.id) ?? [], row.paid_tx ?? hashOf.get(row.id) ?? null, locale, {
      halt,
      silence,
      lock: lockOf(locks.get(row.family_id)),
    }),
  );
}

/** A freeze has no end that is known. */
function lockOf(until: Date | undefined): ShownWait | undefined {
  if (!until) return undefined;
  return isFrozenUntil(until)
    ? { reason: 'frozen', until: null }
    : { reason: 'lock', until: until.toISOString() };
}

export async function findRecord(db: Db, row: Withdrawal, locale: Locale): Promise<ShownRecord> {
  const [record] = await findRecords(db, [row], locale);
  if (!record) throw new Error('one row makes one record');
  return record;
}

/**
 * The confirmed withdrawal that a transaction paid, if it paid one; also where it was signed once more after a reorganisation took
 * that transaction back. Then it is the first one's alone: both may be lost, and the money once. Amount in base units, as it left.
 */
export async function findPayment(
  db: Db | Tx,
  txHash: Hex,
): Promise<{ memberId: string; coin: string; received: Amount } | undefined> {
  const row = await db
    .selectFrom('withdrawal')
    .select(['member_id', 'coin_id', 'received'])
    .where('paid_tx', '=', txHash)
    .where('status', '=', 'confirmed')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('payout_again_attempt').select('nonce').where('tx_hash', '=', txHash))),
    )
    .executeTakeFirst();
  const paid = row ?? (await findPaidAgain(db, txHash));
  return paid && { memberId: paid.member_id, coin: paid.coin_id, received: paid.received };
}
