import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';

/**
 * LiquidityDesk: PaidInUsdt(address indexed member, uint256 amount). Comes right before a Removed whose USDT side could not
 * become OUSD and went to the member as it is.
 */
export const PAID_IN_USDT_TOPIC: Hex = '0x12caa4ccbe3406cd4fde8b375fe35ea93c641bd83c6d9631cca4aaa9ee6f700b';
const readPaidInUsdt = eventReader(liquidityDeskAbi, 'PaidInUsdt');

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

type Said = Pick<ChainLog, 'topics' | 'data'>;
type Parser = (log: Said) => LiquidityEvent | undefined;

/** Reads logs of one event of the desk, or of OUSD, and says what they mean. */
function parserOf<Args>(
  read: (log: Said) => Args | undefined,
  meaningOf: (args: Args) => LiquidityEvent,
): Parser {
  return (log) => {
    const args = read(log);
    return args && meaningOf(args);
  };
}

const parsers: Readonly<Record<LiquidityEventType, Parser>> = {
  add: parserOf(eventReader(liquidityDeskAbi, 'Added'), ({ member: address, ...args }) => {
    return { type: 'add', address, ...args };
  }),
  readd: parserOf(eventReader(liquidityDeskAbi, 'Readded'), ({ member: address, ...args }) => {
    return { type: 'readd', address, ...args };
  }),
  remove: parserOf(
    eventReader(liquidityDeskAbi, 'Removed'),
    ({ member: address, releaseAt: seconds, ...args }) => {
      const releaseAt = new Date(Number(seconds) * 1000);
      return { type: 'remove', address, ...args, usdtPaid: 0n, releaseAt };
    },
  ),
  inkind: parserOf(eventReader(liquidityDeskAbi, 'RemovedInKind'), ({ member: address, lp }) => {
    return { type: 'inkind', address, lp };
  }),
  release: parserOf(eventReader(liquidityDeskAbi, 'Released'), ({ member: address, holdId, amount }) => {
    return { type: 'release', address, holdId, amount };
  }),
  redeem: parserOf(eventReader(backedDollarAbi, 'Redeemed'), ({ holder: address, amount }) => {
    return { type: 'redeem', address, amount };
  }),
};

/** Reads a log; undefined for one that only looks like an event of ours (other topics, other length, dirty address). */
export function parseLiquidityEvent(log: Said): LiquidityEvent | undefined {
  const type = typeOfTopic.get(log.topics[0]);
  return type && parsers[type](log);
}

/** Logs in the chain's order with what each says; what is no event of ours is left out, payments are put to their removals. */
export function listEvents<L extends ChainLog>(logs: readonly L[]): { log: L; event: LiquidityEvent }[] {
  const paid = new Map<string, bigint>();
  return logs.flatMap((log) => {
    const payment = readPaidInUsdt(log);
    if (payment) paid.set(`${log.txHash} ${payment.member}`, payment.amount);
    const event = parseLiquidityEvent(log);
    if (event?.type !== 'remove' || event.ousdPaid + event.ousdHeld > 0n)
      return event ? [{ log, event }] : [];
    const key = `${log.txHash} ${event.address}`;
    const usdtPaid = paid.get(key) ?? 0n;
    paid.delete(key);
    return [{ log, event: { ...event, usdtPaid } }];
  });
}
