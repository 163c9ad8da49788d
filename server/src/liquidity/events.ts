import { eventTopics, parseAddressWord } from '@openmere/core/chain/events.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';

/** What the liquidity desk, or OUSD, says that an address did. Amounts in base units, prices E18. */
export type LiquidityEvent = { address: Hex } & (
  | { type: 'add'; usdt: bigint; open: bigint; lp: bigint; priceE18: bigint }
  | { type: 'readd'; usdt: bigint; open: bigint; lp: bigint; priceE18: bigint; fromHeld: bigint }
  | {
      type: 'remove';
      lp: bigint;
      open: bigint;
      ousdPaid: bigint;
      ousdHeld: bigint;
      holdId: bigint;
      releaseAt: Date;
    }
  | { type: 'release'; holdId: bigint; amount: bigint }
  | { type: 'redeem'; amount: bigint }
);
export type LiquidityEventType = LiquidityEvent['type'];

/** The first topic of each kind of event. */
export const topicOfType: Readonly<Record<LiquidityEventType, Hex>> = {
  add: eventTopics.added,
  readd: eventTopics.readded,
  remove: eventTopics.removed,
  release: eventTopics.released,
  redeem: eventTopics.redeemed,
};

const typeOfTopic = new Map<string | undefined, LiquidityEventType>(
  (Object.keys(topicOfType) as LiquidityEventType[]).map((type) => [topicOfType[type], type]),
);

/** Reads a log; undefined for one that only looks like an event of ours (other topics, other length, dirty address). */
export function parseLiquidityEvent(log: Pick<ChainLog, 'topics' | 'data'>): LiquidityEvent | undefined {
  const type = typeOfTopic.get(log.topics[0]);
  const address = parseAddressWord(log.topics[1]);
  if (!address || !type) return undefined;
  if (log.topics.length !== (type === 'release' ? 3 : 2)) return undefined;
  const words = parseWords(log.data);
  if (words?.length !== wordsOfType[type]) return undefined;
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = words;
  switch (type) {
    case 'add':
      return { type, address, usdt: a, open: b, lp: c, priceE18: d };
    case 'readd':
      return { type, address, usdt: a, open: b, lp: c, priceE18: d, fromHeld: e };
    case 'remove':
      return {
        type,
        address,
        lp: a,
        open: b,
        ousdPaid: c,
        ousdHeld: d,
        holdId: e,
        releaseAt: new Date(Number(f) * 1000),
      };
    case 'release':
      return { type, address, holdId: BigInt(log.topics[2] ?? 0), amount: a };
    case 'redeem':
      return { type, address, amount: a };
  }
}

/** Words of data after the indexed ones. */
const wordsOfType: Readonly<Record<LiquidityEventType, number>> = {
  add: 4,
  readd: 5,
  remove: 6,
  release: 1,
  redeem: 1,
};

function parseWords(data: string): bigint[] | undefined {
  if (!/^0x([0-9a-fA-F]{64})*$/.test(data)) return undefined;
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
}
