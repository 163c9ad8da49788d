import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { PaymentDoubt } from '@openmere/core/withdrawal/contract.ts';
import { setHalt } from '../ledger/halt.ts';
import type { OnPosted } from '../ledger/post.ts';
import { markReturned } from '../platform/chain/fork-store.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { failpoint } from '../platform/signing/failpoint.ts';
import { readSettings } from '../setting/read.ts';
import { findSignedAgain } from './again-store.ts';
import { announceStatus, mailMember } from './announce.ts';
import { postSettlement } from './hold.ts';
import { insertOutcome, findPayout, listHashes } from './payout-store.ts';
import type { Withdrawal } from './tables.ts';
import { keepUnmatched, subjectOf } from './unmatched-store.ts';
import { lockByPayoutId, changeWithdrawal } from './withdrawal-store.ts';

export type OnChainDeps = {
  log: Log;
  /** The ledger's hook: tells members that their balance moved. */
  onPosted?: OnPosted;
  /** Whether a payment that is no withdrawal's was ordered by somebody else in the house, who books it. */
  isOrdered?: (ctx: Pick<Ctx, 'tx'>, paid: Paid) => Promise<boolean>;
};

const readPaid = eventReader(treasuryAbi, 'Paid');

/** What the treasury said that it paid. */
export type Paid = {
  payoutId: string;
  token: string | undefined;
  receiver: string | undefined;
  amount: bigint | undefined;
};

async function treasuryAddresses(tx: Tx): Promise<Hex[]> {
  const { treasury } = (await readSettings(tx)).chainContracts;
  return treasury ? [treasury.toLowerCase() as Hex] : [];
}

/**
 * Treasury.Paid, final: confirms the withdrawal and settles its hold. Anything that we did not order halts payouts. So does the guard's
 * pause of the treasury, which would else be told to members as a wait of no reason (decision 0269): each of its pauses is an event of
 * its own, of which everybody is alarmed, though the halt of the one before is not ended yet (decision 0292).
 */
export function withdrawalHandlers(deps: OnChainDeps): LogHandler[] {
  return [
    {
      name: 'withdrawal-paid',
      topic0: eventTopics.paid,
      addresses: treasuryAddresses,
      onFinal: (tx, log) => confirmPayout({ ...deps, tx }, log),
      onReturned: (tx, log) => noteReturned({ tx }, log),
    },
    {
      name: 'treasury-paused',
      topic0: eventTopics.paused,
      addresses: treasuryAddresses,
      onFinal: (tx, { txHash }) =>
        setHalt(tx, {
          kind: 'other',
          subject: `treasury ${txHash}`,
          facts: { detail: `Treasury.pause ${txHash}` },
        }),
    },
  ];
}

async function confirmPayout(ctx: Pick<Ctx, 'tx'> & OnChainDeps, log: ChainLog): Promise<void> {
  const { tx } = ctx;
  const paid = paidOf(log);
  const row = await lockByPayoutId(tx, paid.payoutId);
  // The follower gives each log once; a payout that is confirmed already by this log needs nothing.
  if (row?.status === 'confirmed' && row.paid_tx === log.txHash) return;
  if (row && (await confirmAgain(ctx, { row, paid, log }))) return;
  if (row === undefined && (await ctx.isOrdered?.({ tx }, paid)) === true) return;
  const doubt = await findDoubt(tx, row, paid);
  if (doubt !== undefined || row === undefined) {
    await haltOver(ctx, { log, paid, row, doubt: doubt ?? 'unknownid' });
    return;
  }
  failpoint('confirm:before');
  await postSettlement(ctx, row);
  const { txHash, blockNumber } = log;
  await changeWithdrawal(tx, row.id, { status: 'confirmed', paid_tx: txHash, paid_block: blockNumber });
  const end = { outcome: 'mined', tx_hash: txHash, final_block: blockNumber } as const;
  await insertOutcome(tx, { withdrawal_id: row.id, ...end });
  await announceStatus(tx, row, 'confirmed', log.txHash);
  await mailMember(tx, row, 'confirmed');
  failpoint('confirm:after');
}

/**
 * The payment of one that a reorganisation took back and that was signed once more: it comes again, in another transaction. Its
 * hold was settled when it was paid first. @returns whether it is that.
 */
async function confirmAgain(
  ctx: Pick<Ctx, 'tx'>,
  { row, paid, log }: { row: Withdrawal; paid: Paid; log: ChainLog },
): Promise<boolean> {
  const { tx } = ctx;
  if (row.status !== 'confirmed') return false;
  const payout = (await findSignedAgain(tx, row.id)) === log.txHash && (await findPayout(tx, row.id));
  if (
    !payout ||
    paid.token !== payout.token ||
    paid.receiver !== payout.receiver ||
    paid.amount !== payout.amount
  )
    return false;
  const { txHash, blockNumber } = log;
  const hashes = await listHashes(tx, row.id);
  if (!(await markReturned(tx, log.chainId, 'withdrawal-paid', { hashes, block: blockNumber }))) return false;
  await changeWithdrawal(tx, row.id, { paid_tx: txHash, paid_block: blockNumber });
  await announceStatus(tx, row, 'confirmed', log.txHash);
  return true;
}

/**
 * A payment that a reorganisation took is on the chain again. Where it was signed once more, either of its two transactions may be
 * that, and both may be lost: the treasury pays an id once, so what one of them paid the other has not to pay any more.
 */
async function noteReturned(ctx: Pick<Ctx, 'tx'>, log: ChainLog): Promise<void> {
  const { tx } = ctx;
  const row = await lockByPayoutId(tx, paidOf(log).payoutId);
  if (row?.status !== 'confirmed') return;
  const { chainId, txHash, blockNumber } = log;
  const again = await findSignedAgain(tx, row.id);
  const hashes = await listHashes(tx, row.id);
  if (again === undefined || ![...hashes, again].includes(txHash)) return;
  await markReturned(tx, chainId, 'withdrawal-paid', { hashes: [...hashes, again], block: blockNumber });
  await changeWithdrawal(tx, row.id, { paid_tx: txHash, paid_block: blockNumber });
  if (row.paid_tx !== txHash) await announceStatus(tx, row, 'confirmed', txHash);
}

/** Keeps the payment for operators and halts payouts, unless it was explained and booked already. */
async function haltOver(
  ctx: Pick<Ctx, 'tx'> & OnChainDeps,
  { log, paid, row, doubt }: { log: ChainLog; paid: Paid; row: Withdrawal | undefined; doubt: PaymentDoubt },
): Promise<void> {
  const { tx } = ctx;
  const { chainContracts } = await readSettings(tx);
  const kept = await keepUnmatched(tx, log, {
    payoutId: paid.payoutId,
    token: paid.token ?? '',
    coinId: reserveTokens(chainContracts).find(({ token }) => token === paid.token)?.coin ?? null,
    receiver: paid.receiver ?? '',
    amount: paid.amount ?? 0n,
    withdrawalId: row?.id ?? null,
    doubt,
  });
  if (kept.status !== 'open') return;
  ctx.log.fatal(
    { payout: paid.payoutId, transaction: log.txHash, doubt },
    'ALARM a payout nobody ordered, payouts halt',
  );
  const facts = { payout: paid.payoutId, hash: log.txHash, doubt };
  await setHalt(tx, { kind: 'payment', subject: subjectOf(kept), facts });
}

/** Whatever the treasury says, it says something: what is no whole Paid keeps its id, and is doubted. */
function paidOf(log: ChainLog): Paid {
  const said = readPaid(log);
  return {
    payoutId: said?.id ?? log.topics[1] ?? '',
    token: said?.token,
    receiver: said?.to,
    amount: said?.amount,
  };
}

async function findDoubt(tx: Tx, row: Withdrawal | undefined, paid: Paid): Promise<PaymentDoubt | undefined> {
  if (row === undefined) return 'unknownid';
  if (row.released_at !== null) return 'givenback';
  // A failed one that shows paid after all is confirmed: the money still stands on hold.
  const { status } = row;
  if (status !== 'sending' && status !== 'sent' && status !== 'failed') return status;
  const payout = await findPayout(tx, row.id);
  if (!payout) return 'unsigned';
  if (paid.token !== payout.token || paid.receiver !== payout.receiver) return 'othertarget';
  return paid.amount === payout.amount && paid.amount === row.received ? undefined : 'otheramount';
}
