import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import fc from 'fast-check';
import { decodeEventLog, encodeAbiParameters, parseAbi, toEventSelector } from 'viem';
import type { Abi, AbiEvent, Hex } from 'viem';
import { expect, test } from 'vitest';
import { eventReader, readTransfer } from './read-event.ts';

const from = '0x1111111111111111111111111111111111111111';
const to = '0x2222222222222222222222222222222222222222';
const value: Hex = `0x${'0'.repeat(63)}7`;
const topics: Hex[] = [eventTopics.transfer, formatAddressWord(from), formatAddressWord(to)];

test('refuses: everything that only looks like a transfer', () => {
  const dirty: Hex = `0x1${'0'.repeat(23)}${to.slice(2)}`;
  for (const log of [
    { topics: [...topics, value], data: '0x' as const },
    { topics: topics.slice(0, 2), data: value },
    { topics: [eventTopics.paid, ...topics.slice(1)], data: value },
    { topics, data: '0x' as const },
    { topics, data: `${value}00` as const },
    { topics, data: `${value.slice(0, -1)}g` as Hex },
    { topics: [...topics.slice(0, 2), dirty], data: value },
    { topics: [...topics.slice(0, 2), '0x22' as const], data: value },
    { topics: [], data: value },
  ])
    expect(readTransfer(log)).toBeUndefined();
});

test('behavior: a log is decoded once, whoever asks', () => {
  const log = { topics, data: value };
  const first = readTransfer(log);
  expect(first).toMatchObject({ from, to, value: 7n });
  expect(readTransfer(log)).toBe(first);
  expect(readTransfer({ ...log })).toEqual(first);
});

test('refuses: a flag that is neither 0 nor 1, and data cut off in its middle', () => {
  const traded = eventReader(swapDeskAbi, 'Traded');
  const flagged = (flag: Hex) => traded({ topics: [eventTopics.traded, topics[1] ?? '0x', flag], data });
  const data = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }],
    [1n, 2n, 3n, 4n],
  );
  expect(flagged(`0x${'0'.repeat(63)}2`)).toBeUndefined();
  expect(flagged(`0x${'0'.repeat(63)}1`)).toEqual({
    member: from,
    bought: true,
    usdtAmount: 1n,
    openAmount: 2n,
    fee: 3n,
    burned: 4n,
  });
  const called = parseAbi(['event Called(address indexed who, bytes data, uint256 when)']);
  const whole = encodeAbiParameters([{ type: 'bytes' }, { type: 'uint256' }], ['0xabcdef', 9n]);
  const topic0 = toEventSelector(called[0]);
  const read = eventReader(called, 'Called');
  const log = { topics: [topic0, formatAddressWord(from)], data: whole };
  expect(read(log)).toEqual({ who: from, data: '0xabcdef', when: 9n });
  expect(read({ ...log, data: whole.slice(0, 130) as Hex })).toBeUndefined();
});

const followed: readonly (readonly [Abi, string])[] = [
  [erc20Abi, 'Transfer'],
  [treasuryAbi, 'Paid'],
  [treasuryAbi, 'SweptToCold'],
  [treasuryAbi, 'RoleGranted'],
  [treasuryAbi, 'ColdProposed'],
  [treasuryAbi, 'ColdChanged'],
  [membershipAbi, 'Activated'],
  [backedDollarAbi, 'Redeemed'],
  [swapDeskAbi, 'Traded'],
  [uniswapV2PairAbi, 'Swap'],
  [uniswapV2PairAbi, 'Sync'],
  ...['Added', 'Readded', 'Removed', 'RemovedInKind', 'Released', 'PaidInUsdt'].map(
    (name) => [liquidityDeskAbi, name] as const,
  ),
];

/** A value of the type, as ABI words hold it. */
function valueOf(type: string): fc.Arbitrary<unknown> {
  const hex = (digits: number) =>
    fc
      .array(fc.constantFrom(...'0123456789abcdef'.split('')), { minLength: digits, maxLength: digits })
      .map((all) => `0x${all.join('')}`);
  if (type === 'address') return hex(40);
  if (type === 'bytes32') return hex(64);
  if (type === 'bool') return fc.boolean();
  return fc.bigInt(0n, 2n ** BigInt(type.slice('uint'.length)) - 1n);
}

test.each(followed)(
  'property: the event %$ reads as viem’s decodeEventLog does, addresses in lower case',
  (abi, name) => {
    const event = abi.find((item): item is AbiEvent => item.type === 'event' && item.name === name)!;
    const read = eventReader(abi, name);
    const values = fc.tuple(...event.inputs.map(({ type }) => valueOf(type)));
    fc.assert(
      fc.property(values, (given) => {
        const indexed = event.inputs.flatMap((input, at) =>
          input.indexed ? [encodeAbiParameters([input], [given[at]])] : [],
        );
        const others = event.inputs.filter((input) => !input.indexed);
        const data = encodeAbiParameters(
          others,
          given.filter((_, at) => !event.inputs[at]?.indexed),
        );
        const said: [Hex, ...Hex[]] = [toEventSelector(event), ...indexed];
        const { args } = decodeEventLog({ abi, topics: said, data });
        const lower = Object.entries(args as unknown as Record<string, unknown>).map(([key, one]) => [
          key,
          typeof one === 'string' ? one.toLowerCase() : one,
        ]);
        expect(read({ topics: said, data })).toEqual(Object.fromEntries(lower));
      }),
      { numRuns: 30 },
    );
  },
);
