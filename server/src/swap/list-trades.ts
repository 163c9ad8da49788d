import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { trades } from '@openmere/core/swap/contract.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { tradeRowOf } from './rows.ts';
import { hasTraded, listTrades } from './trade-store.ts';
import type { TradeFilter } from './trade-store.ts';

/** The bound wallet, and the same when it ever traded: who never did sees no trade of their own, whoever it is. */
export async function findOwnWallet(
  ctx: ReadCtx & Pick<Ctx<MemberActor>, 'actor'> & { chainId: number },
): Promise<{ wallet: Hex | null; traded: Hex | null }> {
  const { tx, actor, chainId } = ctx;
  const wallet = ((await findMember(tx, actor.id))?.walletAddress ?? null) as Hex | null;
  const traded = wallet !== null && (await hasTraded(tx, chainId, wallet)) ? wallet : null;
  return { wallet, traded };
}

/** Trades through the desk, newest first: all, those of one's bound wallet, or one by its id. */
export async function listTradesFor(
  ctx: ReadCtx & Pick<Ctx<MemberActor>, 'actor'> & { wallet: Hex | null; chainId: number },
  input: CallParsed<typeof trades>,
): Promise<CallResult<typeof trades>> {
  const { tx, actor, wallet, chainId } = ctx;
  const isMine = input.scope === 'mine';
  const filter: TradeFilter = {};
  if (isMine && wallet !== null) filter.address = wallet;
  if (input.type !== undefined) filter.bought = input.type === 'buy';
  if (input.id !== undefined) filter.id = input.id;
  return readPage(
    { ...input, list: `trades ${isMine ? actor.id : 'all'} ${input.type ?? ''}` },
    async (before: TradeFilter['before'], limit) =>
      isMine && wallet === null ? [] : listTrades(tx, chainId, { ...filter, before }, limit),
    ({ block_number: block, log_index: log }) => ({ block, log }),
    (rows) => rows.map((trade) => tradeRowOf(trade, wallet)),
  );
}
