import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';

type Event = Pick<ChainLog, 'topics' | 'data'>;

const readTraded = eventReader(swapDeskAbi, 'Traded');
const readSwap = eventReader(uniswapV2PairAbi, 'Swap');
const readSync = eventReader(uniswapV2PairAbi, 'Sync');

/** SwapDesk.Traded, as market and rulebook §7 mean it; base units. */
export type TradedEvent = {
  address: Hex;
  bought: boolean;
  usdt: bigint;
  open: bigint;
  fee: bigint;
  burned: bigint;
};

/** Reads a trade through the desk; undefined for what only looks like one. */
export function parseTraded(log: Event): TradedEvent | undefined {
  const said = readTraded(log);
  if (!said) return undefined;
  const { member: address, bought, usdtAmount: usdt, openAmount: open, fee, burned } = said;
  return { address, bought, usdt, open, fee, burned };
}

/** Reads a log of the pair, so that `parseSwap` and `parseSync` find it read. */
export function readPairLog(log: Event): void {
  if (!readSwap(log)) readSync(log);
}

/** What a swap of the pair moved, net of both directions, in base units; price in USDT per OPEN × 10¹⁸, rounded down. */
export type SwapEvent = { open: bigint; usdt: bigint; priceE18: bigint };

/** Below this many base units rounding alone moves a price by more than 0.01 %: such dust makes no price. */
const PRICED_MIN = 10_000n;

/**
 * Reads a Swap of the pair. Undefined for what only looks like one, and for what has no price: dust, and flash loans that
 * give both coins in the same direction. `openFirst`: OPEN is the pair's token0. `after`: the reserves that the pair told of
 * this swap; the price is one that the pool allowed. Without them it stands as it was paid.
 */
export function parseSwap(log: Event, openFirst: boolean, after?: SyncEvent): SwapEvent | undefined {
  const said = readSwap(log);
  if (!said) return undefined;
  const { amount0In: in0, amount1In: in1, amount0Out: out0, amount1Out: out1 } = said;
  const [net0, net1] = [in0 - out0, in1 - out1];
  if (net0 > 0n === net1 > 0n) return undefined;
  const [openIn, usdtIn] = openFirst ? [net0, net1] : [net1, net0];
  const [open, usdt] = openIn < 0n ? [-openIn, usdtIn] : [openIn, -usdtIn];
  if (open < PRICED_MIN || usdt < PRICED_MIN) return undefined;
  const paid = (usdt * oneCoin) / open;
  // What the pair holds changes by what comes in and goes out, whoever brought it: so the reserves before are known, too.
  const priceE18 = after
    ? allowedPrice(paid, after, { open: after.open - openIn, usdt: after.usdt - usdtIn })
    : paid;
  return priceE18 > 0n ? { open, usdt, priceE18 } : undefined;
}

/** More than any public pool keeps of a trade, and than rounding takes: PancakeSwap 0.25 %, Uniswap 0.3 %. In percent. */
const KEPT_MOST = 1n;

/**
 * The nearest price to what was paid that lies between those of the pool before and after, give or take its fee. Whoever
 * pays in far too much for a little, or finds another's gift in the pool, did not trade at such a price.
 */
function allowedPrice(paid: bigint, ...reserves: readonly SyncEvent[]): bigint {
  const pools = reserves.filter(({ open, usdt }) => open > 0n && usdt > 0n);
  if (pools.length === 0) return paid;
  const lowest = smallest(
    pools.map(({ open, usdt }) => (usdt * oneCoin * (100n - KEPT_MOST)) / (open * 100n)),
  );
  const highest = largest(
    pools.map(({ open, usdt }) => (usdt * oneCoin * 100n) / (open * (100n - KEPT_MOST)) + 1n),
  );
  return largest([lowest, smallest([paid, highest])]);
}

const smallest = (prices: readonly bigint[]): bigint =>
  prices.reduce((one, other) => (other < one ? other : one));
const largest = (prices: readonly bigint[]): bigint =>
  prices.reduce((one, other) => (other > one ? other : one));

export type SyncEvent = { open: bigint; usdt: bigint };

/** Reads a Sync of the pair: its reserves from here on. */
export function parseSync(log: Event, openFirst: boolean): SyncEvent | undefined {
  const said = readSync(log);
  if (!said) return undefined;
  const { reserve0, reserve1 } = said;
  return openFirst ? { open: reserve0, usdt: reserve1 } : { open: reserve1, usdt: reserve0 };
}

const ZERO: Hex = `0x${'0'.repeat(40)}`;

/**
 * By how much a transfer of the pair's LP changes its total: made from nothing, also when it goes to nobody (the first
 * 1,000 units), or burned by the pair itself. LP that a holder sends to nobody is lost but still counts.
 */
export function lpChange(transfer: { from: Hex; to: Hex; value: bigint }, pair: Hex): bigint {
  if (transfer.from === ZERO) return transfer.value;
  return transfer.to === ZERO && transfer.from === pair ? -transfer.value : 0n;
}
