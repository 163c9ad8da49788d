import type { Amount } from '@openmere/core/money/amount.ts';
import { checkDestination } from '@openmere/core/withdrawal/rules.ts';
import { findDeposit } from '../deposit/store.ts';
import { readHalt } from '../ledger/halt.ts';
import { findOutboundLock } from '../ledger/outbound.ts';
import { screenAddress } from '../member/sanctions-store.ts';
import { findWallet } from '../member/store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { failpoint } from '../platform/signing/failpoint.ts';
import type { SignerJournal } from '../platform/signing/journal.ts';
import type { Payer } from '../platform/signing/payer.ts';
import { readSettings } from '../setting/read.ts';
import { capsIn, checkCaps, tightestCaps } from './caps.ts';
import type { Caps } from './caps.ts';
import type { ValueOf } from './coin-value.ts';
import { isHeld } from './hold.ts';
import { encodePay } from './payout-chain.ts';
import type { PayoutCall, PayoutChain } from './payout-chain.ts';
import { PAID_ALREADY, payoutIdOf } from './payout-id.ts';
import { lockPayer, insertPayout, insertAttempt, insertVoid } from './payout-store.ts';
import {
  countApprovals,
  findLastAttempt,
  isReserveFresh,
  isVoid,
  listFamilyDay,
  nextNonce,
  sumSpent,
  sumUnconfirmed,
} from './signer-store.ts';
import type { Withdrawal } from './tables.ts';
import {
  lockWithdrawal,
  findWithdrawal,
  changeWithdrawal,
  noteBlocked,
  REFUSED_BY_SIGNER,
} from './withdrawal-store.ts';

/** The signer's own rules. They come from its own start, never from the database that it distrusts. */
export type SignerPolicy = {
  chainId: number;
  tokens: Readonly<Record<string, Hex>>;
  caps: Readonly<Record<string, Caps>>;
  /**
   * In USDT, over a family's last 24 hours: what no operator approved may not pass the first, what fewer than two did not
   * reach the second. Without it ten small payouts go where one large one may not.
   */
  oneOperatorAbove: Amount;
  twoOperatorsFrom: Amount;
  /** The most that is ever paid per unit of gas, in wei. */
  maxFee: bigint;
  /** How the limits above count a coin. */
  valueOf: ValueOf;
  /** Pay nobody who was not compared with a sanctions list. */
  screening: boolean;
  /** Addresses that never receive a payout: our contracts and tokens, lowercased. */
  forbidden: ReadonlySet<string>;
  /** Clocks of this process and of the database may differ by this much, in milliseconds. */
  skewMs: number;
};

export type SignerDeps = {
  db: Db;
  chain: PayoutChain;
  payer: Payer;
  journal: SignerJournal;
  policy: SignerPolicy;
  clock: Clock;
  log: Log;
};

/**
 * `signed`: bytes are stored. `skipped`: nothing to do. `waiting`: right, but not now (caps, halt, cover, clocks); tried
 * again. `refused`: the row contradicts what the signer itself sees; it failed for good and an alarm was raised.
 */
export type SignOutcome = { kind: 'signed' | 'skipped' } | { kind: 'waiting' | 'refused'; reason: string };

const GAS_LIMIT_MAX = 400_000n;

/**
 * Signs one approved withdrawal, once for ever (threats.md T09, T10). Takes only an id and reads everything else itself:
 * row, bound wallet, hold in the ledger, approvals, halt switch, own caps. Reserve nonce → sign → store → commit is one
 * transaction; a crash before its end leaves nothing, after its end the bytes.
 */
export async function signPayout(ctx: SignerDeps, id: string): Promise<SignOutcome> {
  const { db, journal, payer, policy } = ctx;
  const row = await findWithdrawal(db, id);
  if (row?.status !== 'approved') return { kind: 'skipped' };
  // What was signed before and is not in the database: the database was put back. Its bytes may be on the way to the chain.
  if (journal.find(id)) return settleOutcome(ctx, id, { kind: 'waiting', reason: 'journal: signed before' });
  // Nothing is signed that cannot be remembered.
  await journal.add([]);
  const token = policy.tokens[row.coin_id];
  if (token === undefined) return settleOutcome(ctx, id, { kind: 'refused', reason: 'coin' });
  const call: PayoutCall = { id: payoutIdOf(id), token, to: row.address as Hex, amount: row.received };
  const early = await findContradiction({ ...ctx, tx: db }, { row, call });
  if (early) return settleOutcome(ctx, id, early);
  // What must wait anyway asks the chain nothing: many such do not keep the others waiting.
  const wait = await findObstacle({ ...ctx, tx: db }, { row, room: undefined });
  if (wait) return settleOutcome(ctx, id, wait);
  const seen = await readChain(ctx, call);
  if ('kind' in seen) return settleOutcome(ctx, id, seen);
  const { gasLimit, fees, nonces, room } = seen;

  failpoint('sign:before');
  const outcome = await inTransaction(db, async (tx): Promise<SignOutcome> => {
    // One payout at a time takes a nonce, whatever processes run.
    await lockPayer(tx, payer.address);
    const locked = await lockWithdrawal(tx, id);
    if (locked?.status !== 'approved' || (await isVoid(tx, id))) return { kind: 'skipped' };
    const doubt =
      (await findContradiction({ ...ctx, tx }, { row: locked, call })) ??
      (await findObstacle({ ...ctx, tx }, { row: locked, room }));
    if (doubt) return doubt;
    const nonce = await nextNonce(tx, policy.chainId, payer.address, nonces);
    if (nonce === undefined) return { kind: 'waiting', reason: 'nonce: the key was used elsewhere' };
    failpoint('reserve:after');
    await store({ ...ctx, tx }, { row: locked, call, nonce, gas: { gasLimit, ...fees } });
    failpoint('store:after');
    return { kind: 'signed' };
  });
  failpoint('commit:after');
  if (outcome.kind === 'signed') {
    const signed = await findLastAttempt(db, id);
    if (signed) {
      await journal.add([{ id, nonce: Number(signed.payout.nonce), hash: signed.attempt.tx_hash }]);
    }
  }
  return settleOutcome(ctx, id, outcome);
}

/** What `Treasury.pay` refuses by its own rules (Treasury.sol), before the token. */
const TREASURY_RULES = /^(AccessControl|EnforcedPause|PaymentLimitExceeded|DailyLimitExceeded)/;

type Waiting = { kind: 'waiting'; reason: string };
type ChainView = {
  gasLimit: bigint;
  fees: Awaited<ReturnType<PayoutChain['fees']>>;
  nonces: Awaited<ReturnType<PayoutChain['nonces']>>;
  /** What the treasury can pay now. */
  room: Amount;
};

/**
 * Reads of the chain come before the locks; what they say is only used to wait, never to skip a check. They are asked together:
 * one after the other they were most of what a payout took.
 */
async function readChain(
  { chain, payer, policy }: SignerDeps,
  call: PayoutCall,
): Promise<ChainView | Waiting> {
  const waiting = (reason: string): Waiting => ({ kind: 'waiting', reason });
  const [isPaid, dry, fees, nonces, holdings, remaining] = await Promise.all([
    chain.isPaid(call.id),
    chain.dryRun(payer.address, call),
    chain.fees(),
    chain.nonces(payer.address),
    chain.holdings(call.token),
    chain.remainingInDay(call.token),
  ]);
  if (isPaid) return waiting(PAID_ALREADY);
  if ('revert' in dry) {
    // The treasury looks at its own rules before it asks the token: what it names itself is the reason, however little it holds.
    const isShort = call.amount > holdings && !TREASURY_RULES.test(dry.revert);
    return waiting(isShort ? 'cover' : `chain: ${dry.revert}`);
  }
  if (fees.maxFee > policy.maxFee) return waiting('gas-price');
  const gasLimit = dry.gas + dry.gas / 2n;
  if (gasLimit > GAS_LIMIT_MAX) return waiting('gas');
  return { gasLimit, fees, nonces, room: holdings < remaining ? holdings : remaining };
}

/** What no passing of time can heal: the row is not what a member asked for. */
async function findContradiction(
  ctx: ReadCtx & SignerDeps,
  { row, call }: { row: Withdrawal; call: PayoutCall },
): Promise<SignOutcome | undefined> {
  const { tx } = ctx;
  const refused = (reason: string): SignOutcome => ({ kind: 'refused', reason });
  if (row.payout_id !== call.id) return refused('payout-id');
  if (row.chain_id !== ctx.policy.chainId) return refused('chain');
  if (row.received <= 0n || row.fee < 0n || row.received + row.fee !== row.amount) return refused('amount');
  if (row.received !== call.amount || row.address !== call.to) return refused('changed');
  if (checkDestination(row.address, ctx.policy.forbidden)) return refused('address');
  const contradiction = await findForeignAddress(tx, row);
  if (contradiction !== undefined) return refused(contradiction);
  // Whoever came onto a list since the request, or was let pass by mistake, is not paid.
  if ((await screenAddress(tx, row.address)) === 'listed') return refused('sanctions');
  return (await isHeld({ tx }, row)) ? undefined : refused('hold');
}

/**
 * Whether the money goes anywhere but to the bound wallet; a deposit that goes back, anywhere but there or to who sent it. The
 * deposit is read here, too: whole, without a fee where it was barred, and on its way back.
 */
async function findForeignAddress(tx: Db, row: Withdrawal): Promise<string | undefined> {
  const wallet = await findWallet(tx, row.member_id);
  if (row.deposit_id === null) return wallet === row.address ? undefined : 'bound-wallet';
  const deposit = await findDeposit(tx, row.deposit_id);
  const isWhole =
    deposit?.status === 'returning' &&
    deposit.member_id === row.member_id &&
    deposit.coin_id === row.coin_id &&
    deposit.amount === row.amount &&
    (deposit.bar === null || row.fee === 0n);
  if (!isWhole) return 'deposit';
  return row.address === deposit.sender || row.address === wallet ? undefined : 'return-address';
}

/** What stands in the way now and may not later. `room`: what the treasury can pay, undefined before it was asked. */
async function findObstacle(
  ctx: ReadCtx & SignerDeps,
  { row, room }: { row: Withdrawal; room: Amount | undefined },
): Promise<SignOutcome | undefined> {
  const { tx } = ctx;
  const { policy } = ctx;
  const waiting = (reason: string): SignOutcome => ({ kind: 'waiting', reason });
  const halt = await readHalt(tx);
  if (halt) return waiting('halted');
  // A reset of the payment password or a freeze: nothing is asked for meanwhile, so this was asked for before it.
  if (await findOutboundLock(tx, row.family_id)) return waiting('locked');
  if (!(await isReserveFresh(tx, policy.chainId, row.coin_id))) return waiting('reserves: not compared');
  if (policy.screening && (await screenAddress(tx, row.address)) !== 'clear')
    return waiting('sanctions: not checked');
  if (!(await isSeenByEnough(tx, policy, row))) return waiting('approvals');
  // What is signed and not confirmed may still leave the treasury: together they must fit, or some would revert.
  if (room !== undefined && (await sumUnconfirmed(tx, row.coin_id)) + row.received > room)
    return waiting('cover');
  const { now, spent } = await sumSpent(tx, row.coin_id);
  if (Math.abs(ctx.clock().getTime() - now.getTime()) > policy.skewMs) return waiting('clock');
  const own = policy.caps[row.coin_id];
  if (own === undefined) return waiting('cap: none');
  // What the console configures can only tighten what the signer was started with.
  const caps = tightestCaps(own, capsIn(await readSettings(tx)));
  const broken = checkCaps(caps, spent, row.received);
  return broken === undefined ? undefined : waiting(`cap: ${broken}`);
}

/** Four eyes over the family's day, by approvals that the signer counts itself. */
async function isSeenByEnough(tx: Db | Tx, policy: SignerPolicy, row: Withdrawal): Promise<boolean> {
  const approvals = await countApprovals(tx, row.id);
  const own = policy.valueOf(row.coin_id, row.amount);
  const signed = await listFamilyDay(tx, row);
  const unseenBy = (count: number): Amount =>
    signed
      .filter((one) => one.approvals < count)
      .reduce((sum, one) => sum + policy.valueOf(one.coin_id, one.amount), own);
  // What goes elsewhere than to its member's wallet takes two, however little it is.
  const needed =
    row.deposit_id !== null || unseenBy(2) >= policy.twoOperatorsFrom
      ? 2
      : unseenBy(1) > policy.oneOperatorAbove
        ? 1
        : 0;
  return approvals >= needed;
}

async function store(
  ctx: Pick<Ctx, 'tx'> & SignerDeps,
  {
    row,
    call,
    nonce,
    gas,
  }: {
    row: Withdrawal;
    call: PayoutCall;
    nonce: number;
    gas: { gasLimit: bigint; maxFee: bigint; priorityFee: bigint };
  },
): Promise<void> {
  const { tx } = ctx;
  const { chain, payer, policy } = ctx;
  const data = encodePay(call);
  const { raw, hash } = await payer.sign({
    chainId: policy.chainId,
    nonce,
    to: chain.treasury,
    data,
    ...gas,
  });
  await insertPayout(tx, {
    withdrawal_id: row.id,
    chain_id: policy.chainId,
    payer: payer.address,
    nonce: BigInt(nonce),
    treasury: chain.treasury,
    token: call.token,
    coin_id: row.coin_id,
    receiver: call.to,
    amount: call.amount,
    calldata: data,
  });
  await insertAttempt(tx, {
    withdrawal_id: row.id,
    nonce: BigInt(nonce),
    attempt: 0,
    raw,
    tx_hash: hash,
    gas_limit: gas.gasLimit,
    max_fee: gas.maxFee,
    priority_fee: gas.priorityFee,
  });
  await changeWithdrawal(tx, row.id, { status: 'sending', blocked: null });
}

/** Writes down why it waits (for the console) or that it failed, and raises the alarm for what must not happen. */
async function settleOutcome(deps: SignerDeps, id: string, outcome: SignOutcome): Promise<SignOutcome> {
  if (outcome.kind === 'waiting') {
    deps.log.warn({ withdrawal: id, reason: outcome.reason }, 'payout waits');
    await noteBlocked(deps.db, id, outcome.reason);
  }
  if (outcome.kind === 'refused') {
    deps.log.fatal({ withdrawal: id, reason: outcome.reason }, 'ALARM the signer refuses a payout');
    await inTransaction(deps.db, async (tx) => {
      const row = await lockWithdrawal(tx, id);
      if (row?.status !== 'approved') return;
      const { reason } = outcome;
      await insertVoid(tx, id, `refused: ${reason}`);
      // announce-refused.ts tells the member, for as long as `blocked` stands.
      await changeWithdrawal(tx, id, {
        status: 'failed',
        reason: `${REFUSED_BY_SIGNER}${reason}`,
        blocked: reason,
      });
    });
  }
  return outcome;
}
