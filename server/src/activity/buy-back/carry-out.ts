import { activityBuyBack } from '@openmere/core/activity/contract.ts';
import { buyBackAbi } from '@openmere/core/chain/abi/buy-back.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem';
import { readHalt } from '../../ledger/halt.ts';
import { findChainState } from '../../platform/chain/cursor-store.ts';
import type { Hex } from '../../platform/chain/log.ts';
import { RpcAnswerError } from '../../platform/chain/rpc.ts';
import { findGas, sendOwn } from '../../platform/chain/send-own.ts';
import type { OwnSender, OwnSent } from '../../platform/chain/send-own.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/connect.ts';
import { toEveryone } from '../../platform/outbox.ts';
import type { BuyBack } from '../tables.ts';
import { postEnd } from './money.ts';
import { deadlineSec } from './sign.ts';
import { changeBuyBack, findOpen, lockByOrder } from './store.ts';

/** `proofBlocks`: so far apart are the two looks that end one as not carried out (rulebook §5). */
export type CarryOutDeps = OwnSender & { db: Db; proofBlocks: number };
export type CarriedOut = OwnSent | 'nothing' | 'refused' | 'looked' | 'expired';

/**
 * One step of the buy-back that is under way: sends its order to the chain, or ends it once its deadline is over. The contract takes
 * an order once and never after its deadline; so it may be sent as often as one likes, and keeps no state here. That it is done is
 * told by the chain's final event alone (on-chain.ts).
 */
export async function carryOutBuyBack(ctx: CarryOutDeps): Promise<CarriedOut> {
  const { db, chainId } = ctx;
  const row = await findOpen(db, chainId);
  if (!row) return 'nothing';
  const cursor = await findChainState(db, chainId);
  if (cursor?.hash && cursor.time && cursor.time > row.deadline)
    return lookAtEnd(ctx, row, { number: cursor.number, hash: cursor.hash });
  // Signed before payouts were halted: it is sent no more than a payout that was.
  if (row.signature === null || (await readHalt(db))) return 'nothing';
  if (await isDone(ctx, row, 'latest')) return 'nothing';
  return send(ctx, row, row.signature);
}

async function send(ctx: CarryOutDeps, row: BuyBack, signature: Hex): Promise<CarriedOut> {
  const args = [row.order_id, row.amount, row.min_open, deadlineSec(row.deadline), signature] as const;
  const data = encodeFunctionData({ abi: buyBackAbi, functionName: 'buy', args });
  const refused = await findRefusal(ctx, row.contract, data);
  if (refused !== row.refused) await changeBuyBack(ctx.db, row.id, { refused: refused ?? null });
  if (refused !== undefined) return 'refused';
  const gas = await findGas(ctx, row.contract, data);
  if (gas === undefined) return 'refused';
  return sendOwn(ctx, { to: row.contract, data, gas }, 'buy OPEN back');
}

/** Why the contract would not take it now, by the name of its refusal; the pool may have moved, and move back. */
async function findRefusal({ rpc, account }: OwnSender, to: Hex, data: Hex): Promise<string | undefined> {
  try {
    await rpc.call('eth_call', [{ from: account.address, to, data }, 'latest']);
    return undefined;
  } catch (error) {
    if (!(error instanceof RpcAnswerError)) throw error;
    return nameOf(error);
  }
}

function nameOf({ data, message }: RpcAnswerError): string {
  if (typeof data === 'string' && /^0x[0-9a-f]{8,}$/i.test(data)) {
    try {
      return decodeErrorResult({ abi: [...buyBackAbi, ...treasuryAbi], data: data as Hex }).errorName;
    } catch {
      return data.slice(0, 10);
    }
  }
  return message.slice(0, 200);
}

async function isDone({ rpc }: OwnSender, row: BuyBack, block: unknown): Promise<boolean> {
  const asked = { abi: buyBackAbi, functionName: 'isDone' } as const;
  const data = encodeFunctionData({ ...asked, args: [row.order_id] });
  const answer = (await rpc.call('eth_call', [{ to: row.contract, data }, block])) as Hex;
  return decodeFunctionResult({ ...asked, data: answer });
}

/**
 * The deadline lies before a final block whose events are all applied, none of them said that it was bought, and the contract says
 * the same of that block by its hash: twice, some blocks apart. Then the money is the pool's again.
 */
async function lookAtEnd(
  ctx: CarryOutDeps,
  row: BuyBack,
  at: { number: bigint; hash: Hex },
): Promise<CarriedOut> {
  if (await isDone(ctx, row, { blockHash: at.hash, requireCanonical: true })) return 'nothing';
  if (row.looked_block === null) {
    await changeBuyBack(ctx.db, row.id, { looked_block: at.number });
    return 'looked';
  }
  if (at.number < row.looked_block + BigInt(ctx.proofBlocks)) return 'looked';
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockByOrder(tx, row.order_id);
    if (locked?.status !== 'open') return 'nothing';
    await changeBuyBack(tx, row.id, { status: 'expired', ended_at: row.deadline });
    await toEveryone(tx, activityBuyBack, { id: row.id, state: 'expired' });
    await postEnd({ tx }, { row, outcome: 'back' });
    return 'expired';
  });
}
