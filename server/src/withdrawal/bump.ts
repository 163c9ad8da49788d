import { readHalt } from '../ledger/halt.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { failpoint } from '../platform/signing/failpoint.ts';
import { findWantedAttempt, insertAttempt } from './payout-store.ts';
import type { SignerDeps, SignOutcome } from './sign.ts';
import { findLastAttempt } from './signer-store.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

/** Nodes take a replacement from 10 % on; 25 % also passes those that want 12.5 %. */
function raise(fee: bigint): bigint {
  return fee + fee / 4n + 1n;
}

/**
 * Signs a stuck payout again with a higher fee: same nonce, receiver, amount and data, so at most one of the attempts can
 * ever be mined (I12). Not above the signer's highest fee, and not while payouts are halted.
 */
export async function signBump(ctx: SignerDeps, withdrawalId: string): Promise<SignOutcome> {
  const current = await ctx.chain.fees();
  return inTransaction(ctx.db, async (tx): Promise<SignOutcome> => {
    const row = await lockWithdrawal(tx, withdrawalId);
    if (row?.status !== 'sending' && row?.status !== 'sent') return { kind: 'skipped' };
    if (await readHalt(tx)) return { kind: 'waiting', reason: 'halted' };
    const last = await findLastAttempt(tx, withdrawalId);
    const wanted = await findWantedAttempt(tx, withdrawalId);
    if (!last || wanted === undefined || wanted <= last.attempt.attempt) return { kind: 'skipped' };
    const { payout, attempt } = last;
    if (payout.payer !== ctx.payer.address)
      return { kind: 'waiting', reason: 'payer: signed with another key' };
    const raised = raise(attempt.max_fee);
    const maxFee = raised > current.maxFee ? raised : current.maxFee;
    if (maxFee > ctx.policy.maxFee) return { kind: 'waiting', reason: 'gas-price' };
    const raisedTip = raise(attempt.priority_fee);
    const priorityFee = raisedTip > current.priorityFee ? raisedTip : current.priorityFee;
    const { raw, hash } = await ctx.payer.sign({
      chainId: payout.chain_id,
      nonce: Number(payout.nonce),
      to: payout.treasury as Hex,
      data: payout.calldata as Hex,
      gasLimit: attempt.gas_limit,
      maxFee,
      priorityFee: priorityFee < maxFee ? priorityFee : maxFee,
    });
    await insertAttempt(tx, {
      withdrawal_id: withdrawalId,
      nonce: payout.nonce,
      attempt: attempt.attempt + 1,
      raw,
      tx_hash: hash,
      gas_limit: attempt.gas_limit,
      max_fee: maxFee,
      priority_fee: priorityFee < maxFee ? priorityFee : maxFee,
    });
    failpoint('bump:store');
    return { kind: 'signed' };
  });
}
