import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type {
  adminPaymentConfirm,
  adminPaymentDryRun,
  adminPaymentPropose,
  adminUnmatchedPayments,
} from '@openmere/core/withdrawal/contract.ts';
import { endHalt, listHalts } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import { listNicknames } from '../member/store.ts';
import { recordAudit } from '../operator/audit-store.ts';
import { countWithAccess } from '../operator/operator-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { announceStatus, mailMember } from './announce.ts';
import { checkGiveBack, giveHoldBack } from './give-back.ts';
import type { PaidElsewhere } from './give-back.ts';
import { holdOf, postSettlement } from './hold.ts';
import type { Withdrawal } from './tables.ts';
import {
  listPayments,
  listProposals,
  lockPayment,
  settlePayment,
  subjectOf,
  insertProposal,
} from './unmatched-store.ts';
import type { PaymentProposal, UnmatchedPayment } from './unmatched-store.ts';
import { lockWithdrawal, changeWithdrawal, findWithdrawal } from './withdrawal-store.ts';

/** Where money stands that left without a payout of ours, until it is recovered or written off. */
export const PAYOUT_SUSPENSE: AccountName = 'suspense:payout';

type Posting = { source: AccountName; destination: AccountName; asset: string; amount: bigint };

/**
 * What confirming a proposal posts: the reserve account always falls by what was paid. Booked: all of it to suspense. Matched:
 * the hold is settled as for any payout, and only what was paid more (or less) than its amount goes to (or from) suspense.
 * Given back: all of it to suspense, and the member's hold is available again.
 */
export function planEntries(
  payment: Pick<UnmatchedPayment, 'coin_id' | 'amount' | 'status'>,
  action: PaymentProposal['action'],
  target: Withdrawal | undefined,
): { own: Posting[]; settlement: Posting[] } {
  const { coin_id: asset, amount } = payment;
  const toReserve = (value: bigint): Posting[] =>
    value === 0n || asset === null
      ? []
      : value > 0n
        ? [{ source: PAYOUT_SUSPENSE, destination: RESERVE_ACCOUNT, asset, amount: value }]
        : [{ source: RESERVE_ACCOUNT, destination: PAYOUT_SUSPENSE, asset, amount: -value }];
  if (!target) return { own: toReserve(amount), settlement: [] };
  const { source, held } = holdOf(target);
  const coin = target.coin_id;
  if (action === 'giveback') {
    const back = {
      source: held,
      destination: source,
      asset: coin,
      amount: target.amount,
    };
    // What was booked before is in suspense already.
    return { own: payment.status === 'open' ? toReserve(amount) : [], settlement: [back] };
  }
  const settlement: Posting[] = [
    { source: held, destination: RESERVE_ACCOUNT, asset: coin, amount: target.received },
    { source: held, destination: 'fee:withdrawal', asset: coin, amount: target.fee },
  ];
  return {
    own: toReserve(amount - target.received),
    settlement: settlement.filter((posting) => posting.amount > 0n),
  };
}

/** Admin/UnmatchedPayments: payments on chain without a payout of ours, newest first, with what is proposed for them. */
export async function listUnmatched(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminUnmatchedPayments>,
): Promise<CallResult<typeof adminUnmatchedPayments>> {
  const { tx } = ctx;
  const { status = 'open', search } = input;
  return readPage(
    { ...input, list: `unmatched ${status} ${search ?? ''}` },
    (before, limit) => listPayments(tx, { status, search, before, limit }),
    ({ id }) => id,
    (rows) => showPayments(tx, rows),
  );
}

/** Admin/PaymentDryRun: what proposing it leads to, for whoever is about to. Refusals as PaymentPropose. */
export async function previewPayment(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminPaymentDryRun>,
): Promise<CallResult<typeof adminPaymentDryRun>> {
  const { payment, target } = await readWay(ctx.tx, input);
  return showPlan(ctx.tx, payment, { action: input.action, target });
}

/**
 * Admin/PaymentPropose: the first operator says what a payment was and what to do: book it to suspense, or match it with a
 * withdrawal that waits for its money, or give the hold of its own withdrawal back. A later proposal replaces an earlier one.
 * Refusals in order: nopayment, settled, notfound, cannotmatch, cannotgiveback.
 */
export async function proposePayment(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof adminPaymentPropose>,
): Promise<CallResult<typeof adminPaymentPropose>> {
  const { tx, actor } = ctx;
  const { payment, target } = await readWay(tx, input);
  await insertProposal(tx, {
    payment_id: payment.id,
    operator_id: actor.id,
    action: input.action,
    withdrawal_id: target?.id ?? null,
    explanation: input.explanation,
  });
  await recordAudit(tx, actor, {
    action: 'payment.propose',
    subject: payment.id,
    detail: { action: input.action, withdrawal: target?.id ?? '', explanation: input.explanation },
  });
  return showPayment(tx, payment);
}

/**
 * Admin/PaymentConfirm: a second operator confirms the proposal that they saw; it is booked, and the halt that it caused ends
 * with it. Giving back needs what the chain said of it (`paidElsewhere`, give-back.ts). Refusals in order: nopayment, settled,
 * otherproposal, proposalended (who made it has lost the access, decision 0294), twopersons, notfound, cannotmatch, cannotgiveback, noproof.
 */
export async function confirmPayment(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'> & {
    onPosted?: OnPosted;
    paidElsewhere?: PaidElsewhere | undefined;
  },
  input: CallParsed<typeof adminPaymentConfirm>,
): Promise<CallResult<typeof adminPaymentConfirm>> {
  const { tx, actor } = ctx;
  const [proposal] = await listProposals(tx, [input.id]);
  const payment = await getOpenPayment(tx, input.id, proposal?.action);
  if (!proposal || String(proposal.id) !== input.proposalid) throw new Refusal('withdrawal.otherproposal');
  if ((await countWithAccess(tx, [proposal.operator_id])) === 0) throw new Refusal('operator.proposalended');
  if (proposal.operator_id === actor.id) throw new Refusal('withdrawal.twopersons');
  const row = proposal.withdrawal_id === null ? undefined : await lockWithdrawal(tx, proposal.withdrawal_id);
  if (proposal.action !== 'book') checkTarget(payment, proposal.action, row);
  if (proposal.action === 'giveback' && ctx.paidElsewhere?.proposalId !== input.proposalid)
    throw new Refusal('withdrawal.noproof');
  const { own } = planEntries(payment, proposal.action, row);
  if (own.length > 0) {
    const entry = {
      key: payment.id,
      kind: 'payment-unmatched',
      reference: payment.tx_hash,
      actor: 'system:withdrawal',
      data: { action: proposal.action, explanation: proposal.explanation },
      postings: own,
    };
    await postEntry(tx, entry, ctx.onPosted ? { onPosted: ctx.onPosted } : {});
  }
  const settled = await settlePayment(tx, payment, proposal, actor.id);
  if (row && proposal.action === 'match') await confirmMatched(ctx, { row, payment });
  if (row && proposal.action === 'giveback')
    await giveHoldBack(ctx, { row, proposal, confirmedBy: actor.id });
  for (const halt of await listHalts(tx)) {
    if (halt.kind === 'payment' && halt.subject === subjectOf(payment)) {
      await endHalt(tx, halt.id, `${proposal.action} by ${proposal.account} and ${actor.account}`);
    }
  }
  await recordAudit(tx, actor, {
    action: `payment.${proposal.action}`,
    subject: payment.id,
    detail: {
      proposal: input.proposalid,
      by: proposal.account,
      withdrawal: proposal.withdrawal_id ?? '',
      ...(ctx.paidElsewhere ? { block: `${ctx.paidElsewhere.at.number} ${ctx.paidElsewhere.at.hash}` } : {}),
    },
  });
  return showPayment(tx, settled);
}

/** A payment that was booked ended its halt, but its withdrawal's hold may still be given back. */
async function getOpenPayment(
  tx: Tx,
  id: string,
  action: PaymentProposal['action'] | undefined,
): Promise<UnmatchedPayment> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Refusal('withdrawal.nopayment');
  const isOpen = payment.status === 'open' || (payment.status === 'booked' && action === 'giveback');
  if (!isOpen) throw new Refusal('withdrawal.settled');
  return payment;
}

/** The payment and the withdrawal that it would be settled with, both locked and fit for it. */
async function readWay(
  tx: Tx,
  { id, action, withdrawalid }: CallParsed<typeof adminPaymentDryRun>,
): Promise<{ payment: UnmatchedPayment; target: Withdrawal | undefined }> {
  const payment = await getOpenPayment(tx, id, action);
  if (action === 'book') return { payment, target: undefined };
  const chosen = (action === 'match' ? withdrawalid : undefined) ?? payment.withdrawal_id ?? '';
  const target = await lockWithdrawal(tx, chosen);
  checkTarget(payment, action, target);
  return { payment, target };
}

function checkTarget(
  payment: UnmatchedPayment,
  action: PaymentProposal['action'],
  row: Withdrawal | undefined,
): void {
  if (action === 'giveback') checkGiveBack(payment, row);
  else checkMatch(payment, row);
}

/**
 * Only what still stands on hold and will not be paid by us can be matched: of the same coin, to the same wallet, and either
 * the payment's own withdrawal or one that was never signed or has failed.
 */
function checkMatch(payment: UnmatchedPayment, row: Withdrawal | undefined): void {
  if (!row) throw new Refusal('withdrawal.notfound');
  const isOwn = payment.withdrawal_id === row.id;
  const isOpen = isOwn
    ? ['approved', 'sending', 'sent', 'failed'].includes(row.status)
    : row.status === 'failed';
  const fits = row.coin_id === payment.coin_id && row.address === payment.receiver;
  if (!isOpen || !fits || row.released_at !== null) throw new Refusal('withdrawal.cannotmatch');
}

async function confirmMatched(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  { row, payment }: { row: Withdrawal; payment: UnmatchedPayment },
): Promise<void> {
  const { tx } = ctx;
  await postSettlement(ctx, row);
  const { tx_hash: paid_tx, block_number: paid_block } = payment;
  await changeWithdrawal(tx, row.id, { status: 'confirmed', paid_tx, paid_block });
  await announceStatus(tx, row, 'confirmed', payment.tx_hash);
  await mailMember(tx, row, 'confirmed');
}

async function showPayment(tx: Tx, payment: UnmatchedPayment) {
  const [shown] = await showPayments(tx, [payment]);
  assert(shown, 'one row makes one record');
  return shown;
}

async function showPayments(tx: Tx, rows: readonly UnmatchedPayment[]) {
  const proposals = new Map(
    (
      await listProposals(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.payment_id, one]),
  );
  const shown: CallResult<typeof adminUnmatchedPayments>['list'] = [];
  for (const row of rows) {
    const proposal = proposals.get(row.id);
    shown.push({
      id: row.id,
      time: row.seen_at.toISOString(),
      hash: row.tx_hash,
      block: Number(row.block_number),
      payoutid: row.payout_id,
      token: row.token,
      coinid: row.coin_id,
      receiver: row.receiver,
      amount: formatAmount(row.amount),
      withdrawalid: row.withdrawal_id,
      doubt: row.doubt,
      status: row.status,
      matchedid: row.matched_id,
      proposal: proposal ? await showProposal(tx, row, proposal) : null,
    });
  }
  return shown;
}

async function showProposal(tx: Tx, payment: UnmatchedPayment, proposal: PaymentProposal) {
  const target =
    proposal.withdrawal_id === null ? undefined : await findWithdrawal(tx, proposal.withdrawal_id);
  return {
    id: String(proposal.id),
    operator: proposal.account,
    action: proposal.action,
    withdrawalid: proposal.withdrawal_id,
    explanation: proposal.explanation,
    time: proposal.proposed_at.toISOString(),
    ...(await showPlan(tx, payment, { action: proposal.action, target })),
  };
}

/** Exactly what settling it so posts, and whom it affects: for whoever is about to propose it, and for whoever confirms. */
async function showPlan(
  tx: Tx,
  payment: UnmatchedPayment,
  { action, target }: { action: PaymentProposal['action']; target: Withdrawal | undefined },
): Promise<CallResult<typeof adminPaymentDryRun>> {
  const { own, settlement } = planEntries(payment, action, target);
  const userid = target?.member_id;
  const names = await listNicknames(tx, userid === undefined ? [] : [userid]);
  return {
    postings: [...settlement, ...own].map(({ source, destination, asset, amount }) => ({
      source,
      destination,
      coinid: asset,
      amount: formatAmount(amount),
    })),
    member: userid === undefined ? null : { userid, nickname: names.get(userid) ?? '' },
  };
}
