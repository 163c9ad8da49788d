import { checkBuyBack, parseBuyBack } from '@openmere/core/activity/buy-back.ts';
import type { BuyBackOrder } from '@openmere/core/activity/buy-back.ts';
import { activityBuyBack } from '@openmere/core/activity/contract.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { keccak256, stringToBytes } from 'viem';
import { balanceOf } from '../../ledger/balances.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Hex } from '../../platform/chain/log.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { toEveryone } from '../../platform/outbox.ts';
import { readSettings } from '../../setting/read.ts';
import { findPoolState } from '../../swap/pool-store.ts';
import { MARKET_POOL, postSetAside } from './money.ts';
import { findOpen, insertBuyBack } from './store.ts';

const MINUTE_MS = 60_000;

export type OrderInput = {
  value: string;
  chainId: number;
  makerId: string;
  checkerId: string;
  onPosted?: OnPosted;
};

/**
 * Orders a purchase with money of the market-value pool: the money is set aside, the signer signs, the settler brings it to the chain.
 * Refusals in order: badvalue (no order, no contract), buybackunderway, buybackamount, buybacknoprice, buybackprice.
 */
export async function orderBuyBack(
  ctx: Pick<Ctx, 'tx'>,
  { value, chainId, makerId, checkerId, onPosted }: OrderInput,
): Promise<BuyBackOrder & { minutes: number }> {
  const { tx } = ctx;
  const order = parseBuyBack(value);
  if (order === undefined) throw new Refusal('operator.badvalue', { value });
  const { chainContracts, buyBackMost, buyBackAboveBps, buyBackMinutes } = await readSettings(tx);
  const contract = chainContracts.buyBack?.toLowerCase() as Hex | undefined;
  if (contract === undefined) throw new Refusal('operator.badvalue', { value: 'buyBack' });
  if (await findOpen(tx, chainId)) throw new Refusal('activity.buybackunderway');
  const balance = await balanceOf(tx, MARKET_POOL, 'USDT');
  const averageE18 = (await findPoolState(tx))?.twapE18 ?? null;
  refuse(checkBuyBack(order, { balance, most: buyBackMost, averageE18, aboveBps: buyBackAboveBps }));
  const now = await businessNow(tx);
  const id = newId('bbk');
  const row = {
    id,
    chain_id: chainId,
    contract,
    order_id: keccak256(stringToBytes(id)),
    amount: order.amount,
    min_open: order.minOpen,
    // Whole seconds, as the contract counts.
    deadline: new Date(Math.floor(now.getTime() / 1000) * 1000 + buyBackMinutes * MINUTE_MS),
    maker_id: makerId,
    checker_id: checkerId,
    made_at: now,
  };
  await insertBuyBack(tx, row);
  await toEveryone(tx, activityBuyBack, { id, state: 'waiting' });
  await postSetAside({ tx, onPosted }, row);
  return { ...order, minutes: buyBackMinutes };
}
