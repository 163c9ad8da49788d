import type { HaltKind } from '@openmere/core/ledger/halt.ts';
import { listHalts } from '../ledger/halt.ts';
import { screenAddress } from '../member/sanctions-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { againKey, findAskedAgain, storeAgain } from './again-store.ts';
import type { AskedAgain } from './again-store.ts';
import { encodePay } from './payout-chain.ts';
import type { PayoutCall } from './payout-chain.ts';
import { PAID_ALREADY, payoutIdOf } from './payout-id.ts';
import { lockPayer } from './payout-store.ts';
import { isEnded } from './proof.ts';
import type { BlockId } from './rpc-answer.ts';
import type { SignerDeps, SignOutcome } from './sign.ts';
import { isVoid, nextNonce } from './signer-store.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

/** What may be open meanwhile: the reorganisation itself, and what comes of it. */
const halts: readonly HaltKind[] = ['fork', 'reserves', 'silent'];
const GAS_LIMIT_MAX = 400_000n;

/**
 * Signs a payout once more that a reorganisation took back (rulebook §5): same id, token, receiver and amount, another nonce. Two
 * operators asked for it; the signer believes neither them nor the database that the first one is impossible. It reads, at one
 * final block, that the id is not paid and that another transaction used the nonce. Should all of that be a lie: the treasury
 * refuses an id that it has paid.
 */
export async function signAgain(ctx: SignerDeps, id: string): Promise<SignOutcome> {
  const { chain, db, journal, payer } = ctx;
  const asked = await findAskedAgain(db, id);
  if (!asked) return { kind: 'skipped' };
  const waiting = (reason: string): SignOutcome => {
    ctx.log.warn({ withdrawal: id, reason }, 'payout waits to be signed again');
    return { kind: 'waiting', reason };
  };
  if (journal.find(againKey(id))) return waiting('journal: signed before');
  const doubt = await findDoubt(ctx, asked);
  if (doubt !== undefined) return waiting(doubt);
  await journal.add([]);
  const { payout } = asked;
  const call: PayoutCall = {
    id: payoutIdOf(id),
    token: payout.token as Hex,
    to: payout.receiver as Hex,
    amount: payout.amount,
  };
  const at = await chain.finalBlock();
  const question = {
    payer: payout.payer as Hex,
    nonce: Number(payout.nonce),
    payoutId: call.id,
    hashes: asked.hashes,
  };
  const end = await chain.readEnd(question, at);
  if (end.kind === 'paid' || end.kind === 'mined' || (await chain.isPaid(call.id)))
    return waiting(PAID_ALREADY);
  if (!isEnded(end) || end.txHash !== asked.takenBy) return waiting('again: not proved');
  const dry = await chain.dryRun(payer.address, call);
  if ('revert' in dry) return waiting(`chain: ${dry.revert}`);
  const fees = await chain.fees();
  if (fees.maxFee > ctx.policy.maxFee) return waiting('gas-price');
  const gasLimit = dry.gas + dry.gas / 2n;
  if (gasLimit > GAS_LIMIT_MAX) return waiting('gas');
  const nonces = await chain.nonces(payer.address);
  return store(ctx, { asked, made: { call, at, nonces, gas: { gasLimit, ...fees } } });
}

/** What the signer's own memory and rules say against it. */
async function findDoubt(ctx: SignerDeps, { row, payout }: AskedAgain): Promise<string | undefined> {
  const { chain, db, journal, payer, policy } = ctx;
  const first = journal.find(row.id);
  if (first?.nonce !== Number(payout.nonce)) return 'journal: another nonce';
  if (payout.payer !== payer.address) return 'payer: signed with another key';
  if (row.status !== 'confirmed' || row.released_at !== null) return 'state';
  const isSame =
    payout.chain_id === policy.chainId &&
    payout.treasury === chain.treasury &&
    payout.token === policy.tokens[row.coin_id] &&
    payout.receiver === row.address &&
    payout.amount === row.received &&
    !policy.forbidden.has(row.address);
  if (!isSame) return 'changed';
  if ((await listHalts(db)).some(({ kind }) => !halts.includes(kind))) return 'halted';
  const screened = await screenAddress(db, row.address);
  return screened === 'listed' || (policy.screening && screened !== 'clear')
    ? 'sanctions: not checked'
    : undefined;
}

type Made = {
  call: PayoutCall;
  at: BlockId;
  nonces: { final: number; latest: number };
  gas: { gasLimit: bigint; maxFee: bigint; priorityFee: bigint };
};

async function store(
  ctx: SignerDeps,
  { asked, made }: { asked: AskedAgain; made: Made },
): Promise<SignOutcome> {
  const { db, chain, journal, payer, policy } = ctx;
  const { id } = asked.row;
  const { call, at, nonces, gas } = made;
  const signed = await inTransaction(db, async (tx): Promise<{ nonce: number; hash: Hex } | undefined> => {
    await lockPayer(tx, payer.address);
    const locked = await lockWithdrawal(tx, id);
    if (locked?.status !== 'confirmed' || (await isVoid(tx, id))) return undefined;
    const nonce = await nextNonce(tx, policy.chainId, payer.address, nonces);
    if (nonce === undefined) return undefined;
    const { raw, hash } = await payer.sign({
      chainId: policy.chainId,
      nonce,
      to: chain.treasury,
      data: encodePay(call),
      ...gas,
    });
    await storeAgain(tx, {
      withdrawal_id: id,
      chain_id: policy.chainId,
      payer: payer.address,
      nonce: BigInt(nonce),
      raw,
      tx_hash: hash,
      proof_block: at.number,
      proof_hash: at.hash,
    });
    return { nonce, hash };
  });
  if (!signed) return { kind: 'waiting', reason: 'nonce: the key was used elsewhere' };
  await journal.add([{ id: againKey(id), ...signed }]);
  return { kind: 'signed' };
}
