import { eventTopics, parseAddressWord, parseAmountWords } from '@openmere/core/chain/events.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';

/**
 * LiquidityDesk: PaidInUsdt(address indexed member, uint256 amount). Comes right before a Removed whose USDT side could not
 * become OUSD and went to the member as it is.
 */
export const paidInUsdtTopic: Hex = '0x12caa4ccbe3406cd4fde8b375fe35ea93c641bd83c6d9631cca4aaa9ee6f700b';

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
      /** Paid out as USDT, because OUSD could not be minted. */
      usdtPaid: bigint;
      holdId: bigint;
      releaseAt: Date;
    }
  | { type: 'inkind'; lp: bigint }
  | { type: 'release'; holdId: bigint; amount: bigint }
  | { type: 'redeem'; amount: bigint }
);
export type LiquidityEventType = LiquidityEvent['type'];

/** The first topic of each kind of event. */
export const topicOfType: Readonly<Record<LiquidityEventType, Hex>> = {
  add: eventTopics.added,
  readd: eventTopics.readded,
  remove: eventTopics.removed,
  inkind: eventTopics.removedInKind,
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
  const words = parseAmountWords(log.data, wordsOfType[type]);
  if (!words) return undefined;
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
        usdtPaid: 0n,
        holdId: e,
        releaseAt: new Date(Number(f) * 1000),
      };
    case 'inkind':
      return { type, address, lp: a };
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
  inkind: 1,
  release: 1,
  redeem: 1,
};

/** Logs in the chain's order with what each says; what is no event of ours is left out, payments are put to their removals. */
export function listEvents<L extends ChainLog>(logs: readonly L[]): { log: L; event: LiquidityEvent }[] {
  const paid = new Map<string, bigint>();
  return logs.flatMap((log) => {
    const payment = parsePayment(log);
    if (payment) paid.set(`${log.txHash} ${payment.address}`, payment.amount);
    const event = parseLiquidityEvent(log);
    if (event?.type !== 'remove' || event.ousdPaid + event.ousdHeld > 0n)
      return event ? [{ log, event }] : [];
    const key = `${log.txHash} ${event.address}`;
    const usdtPaid = paid.get(key) ?? 0n;
    paid.delete(key);
    return [{ log, event: { ...event, usdtPaid } }];
  });
}

function parsePayment(log: Pick<ChainLog, 'topics' | 'data'>): { address: Hex; amount: bigint } | undefined {
  const address = parseAddressWord(log.topics[1]);
  const [amount] = parseAmountWords(log.data, 1) ?? [];
  const fits = log.topics[0] === paidInUsdtTopic && log.topics.length === 2;
  return fits && address && amount !== undefined ? { address, amount } : undefined;
}
