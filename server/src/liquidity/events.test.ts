import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { formatAddressWord } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { emitted } from '../test/liquidity-logs.ts';
import { word } from '../test/scripted-context.ts';
import type { Emitted } from '../test/scripted-context.ts';
import { entryOf } from './entry.ts';
import { listEvents, PAID_IN_USDT_TOPIC, parseLiquidityEvent, topicOfType } from './events.ts';
import type { LiquidityEventType } from './events.ts';

const who: Hex = `0x${'ab'.repeat(20)}`;
const price = (3n * oneCoin) / 7n;
const holdTopic: Hex = `0x${word(4)}`;
const good: Record<LiquidityEventType, Emitted> = {
  add: emitted('add', who, [10n, 21n, 14n, price]),
  readd: emitted('readd', who, [10n, 21n, 14n, price, 6n]),
  remove: emitted('remove', who, [14n, 21n, 8n, 2n, 4n, 1_800_000_000n]),
  inkind: emitted('inkind', who, [14n]),
  release: emitted('release', who, [2n], { topics: [holdTopic] }),
  redeem: emitted('redeem', who, [9n]),
};
const types = Object.keys(good) as LiquidityEventType[];

function logOf({ txHash, address, topics, data }: Emitted): ChainLog {
  const block = { blockNumber: 5n, blockHash: txHash, blockTime: new Date(1_700_000_000_000) };
  return { chainId: 1, ...block, txHash, logIndex: 2, address, topics, data };
}

test.each(types)('refuses: a log that only looks like %s', (type) => {
  const log = good[type];
  const [topic0 = '0x', member = '0x', ...rest] = log.topics;
  const wrong: Partial<Emitted>[] = [
    { data: `${log.data}${word(1)}` },
    { data: `0x${log.data.slice(66)}` },
    { data: `${log.data}00` },
    { data: '0x' },
    { topics: [topic0] },
    { topics: [topic0, member, ...rest, holdTopic] },
    { topics: [topic0, `0x${'ff'.repeat(32)}`, ...rest] },
    { topics: [holdTopic, member, ...rest] },
  ];
  for (const change of wrong) expect(parseLiquidityEvent({ ...log, ...change })).toBeUndefined();
});

test('property: each kind of event has a topic of its own, and those of the desk are in its interface', () => {
  const topics = [...Object.values(topicOfType), PAID_IN_USDT_TOPIC];
  expect(new Set(topics).size).toBe(types.length + 1);
  const known = [...liquidityDeskAbi, ...backedDollarAbi].filter((item) => item.type === 'event');
  const selectors = known.map((item) => toEventSelector(item));
  expect(topics.filter((topic) => !selectors.includes(topic))).toEqual([]);
});

test('behavior: what a record keeps of each event', () => {
  const entry = (type: LiquidityEventType) => {
    const event = parseLiquidityEvent(good[type]);
    if (!event) throw new Error(`no event: ${type}`);
    return entryOf(logOf(good[type]), event);
  };
  const none = { usdt: 0n, open: 0n, lp: 0n, ousd: 0n, ousd_held: 0n, hold_id: null, release_at: null };
  expect(entry('add')).toMatchObject({
    ...none,
    address: who,
    block_number: 5n,
    log_index: 2,
    usdt: 10n,
    open: 21n,
    lp: 14n,
    // 10 + 21 × 3/7, of which the last unit is lost because 3/7 was rounded down.
    amount: 18n,
    lp_value: 20n,
    price_e18: price,
  });
  expect(entry('readd')).toMatchObject({
    ...none,
    usdt: 10n,
    open: 21n,
    lp: 14n,
    amount: 18n,
    ousd_held: 6n,
  });
  expect(entry('remove')).toMatchObject({
    usdt: 10n,
    open: 21n,
    lp: 14n,
    ousd: 8n,
    ousd_held: 2n,
    amount: 20n,
    lp_value: 20n,
    price_e18: null,
    hold_id: 4n,
    release_at: new Date(1_800_000_000_000),
  });
  expect(entry('release')).toMatchObject({ ...none, amount: 2n, ousd: 2n, ousd_held: 2n, hold_id: 4n });
  expect(entry('redeem')).toMatchObject({ ...none, amount: 9n, usdt: 9n, ousd: 9n });
});

test('behavior: what was paid in USDT, because OUSD could not be minted, is the removal’s USDT side', () => {
  const other: Hex = `0x${'cd'.repeat(20)}`;
  const paid = (address: Hex, amount: bigint): Emitted => ({
    ...good.redeem,
    data: `0x${word(amount)}`,
    topics: [PAID_IN_USDT_TOPIC, formatAddressWord(address)],
  });
  const removed = emitted('remove', who, [14n, 21n, 0n, 0n, 0n, 0n], { txHash: good.redeem.txHash });
  const sides = (...logs: Emitted[]) =>
    listEvents(logs.map(logOf)).map(({ log, event }) => {
      const { usdt, ousd, ousd_held, lp_value } = entryOf(log, event);
      return [usdt, ousd, ousd_held, lp_value];
    });
  expect(sides(paid(who, 7n), removed)).toEqual([[7n, 0n, 0n, 14n]]);
  expect(sides(paid(other, 7n), removed, removed)).toEqual([
    [0n, 0n, 0n, 0n],
    [0n, 0n, 0n, 0n],
  ]);
  expect(sides(paid(who, 7n), removed, paid(who, 9n), removed)).toEqual([
    [7n, 0n, 0n, 14n],
    [9n, 0n, 0n, 18n],
  ]);
  // A payment never adds to a removal that brought OUSD.
  expect(sides(paid(who, 7n), { ...good.remove, txHash: removed.txHash })).toEqual([[10n, 8n, 2n, 20n]]);
});

test('behavior: removing that holds nothing back leaves no hold', () => {
  const log = emitted('remove', who, [14n, 21n, 4n, 0n, 0n, 0n]);
  const event = parseLiquidityEvent(log);
  expect(event && entryOf(logOf(log), event)).toMatchObject({
    usdt: 4n,
    ousd: 4n,
    ousd_held: 0n,
    hold_id: null,
    release_at: null,
  });
});
