import { eventTopics, parseAddressWord, parseAmountWords } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';

type Event = Pick<ChainLog, 'topics' | 'data'>;

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
export function parseTraded(event: Event): TradedEvent | undefined {
  if (event.topics.length !== 3 || event.topics[0] !== eventTopics.traded) return undefined;
  const address = parseAddressWord(event.topics[1]);
  const flag = BigInt(event.topics[2] ?? 2);
  const words = parseAmountWords(event.data, 4);
  if (!address || flag > 1n || !words) return undefined;
  const [usdt = 0n, open = 0n, fee = 0n, burned = 0n] = words;
  return { address, bought: flag === 1n, usdt, open, fee, burned };
}

/** What a swap of the pair moved, net of both directions, in base units; price in USDT per OPEN × 10¹⁸, rounded down. */
export type SwapEvent = { open: bigint; usdt: bigint; priceE18: bigint };

/** Below this many base units rounding alone moves a price by more than 0.01 %: such dust makes no price. */
const PRICED_MIN = 10_000n;

/**
 * Reads a Swap of the pair. Undefined for what only looks like one, and for what has no price: dust, and flash loans that
 * give both coins in the same direction. `openFirst`: OPEN is the pair's token0.
 */
export function parseSwap(event: Event, openFirst: boolean): SwapEvent | undefined {
  if (event.topics.length !== 3 || event.topics[0] !== eventTopics.pairSwap) return undefined;
  const words = parseAmountWords(event.data, 4);
  if (!words) return undefined;
  const [in0 = 0n, in1 = 0n, out0 = 0n, out1 = 0n] = words;
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
export function parseSync(event: Event, openFirst: boolean): SyncEvent | undefined {
  if (event.topics.length !== 1 || event.topics[0] !== eventTopics.pairSync) return undefined;
  const words = parseAmountWords(event.data, 2);
  if (!words) return undefined;
  const [first = 0n, second = 0n] = words;
  return openFirst ? { open: first, usdt: second } : { open: second, usdt: first };
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
