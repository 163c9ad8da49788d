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
 * give both coins in the same direction. `openFirst`: OPEN is the pair's token0.
 */
export function parseSwap(log: Event, openFirst: boolean): SwapEvent | undefined {
  const said = readSwap(log);
  if (!said) return undefined;
  const { amount0In: in0, amount1In: in1, amount0Out: out0, amount1Out: out1 } = said;
  const [net0, net1] = [in0 - out0, in1 - out1];
  if (net0 > 0n === net1 > 0n) return undefined;
  const [first, second] = [net0 < 0n ? -net0 : net0, net1 < 0n ? -net1 : net1];
  if (first < PRICED_MIN || second < PRICED_MIN) return undefined;
  const [open, usdt] = openFirst ? [first, second] : [second, first];
  const priceE18 = (usdt * oneCoin) / open;
  return priceE18 > 0n ? { open, usdt, priceE18 } : undefined;
}

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
