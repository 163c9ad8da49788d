import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { encodeAbiParameters, encodeEventTopics } from 'viem';
import { afterEach, expect, test, vi } from 'vitest';
import { decodeSubscribed, readSubscribed } from './read-subscribed.ts';
import type { ReceiptLog } from './read-subscribed.ts';

const medal = '0xabababababababababababababababababababab';
const usdt = '0x2222222222222222222222222222222222222222';
const owner = '0xA11aa11AA11aa11aa11Aa11aa11aA11Aa11aa11a';
const pair = [{ type: 'uint256' }, { type: 'address' }] as const;

const subscribed: ReceiptLog = {
  address: medal,
  topics: encodeEventTopics({ abi: medalAbi, eventName: 'Subscribed' }) as ReceiptLog['topics'],
  data: encodeAbiParameters(pair, [301n, owner]),
};
const paid: ReceiptLog = {
  address: usdt,
  topics: encodeEventTopics({
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: owner, to: medal },
  }) as ReceiptLog['topics'],
  data: encodeAbiParameters([{ type: 'uint256' }], [1_000n]),
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('refuses: to find a medal in logs that end otherwise, or in words that are none of both', () => {
  expect(decodeSubscribed([], medal)).toBeUndefined();
  expect(decodeSubscribed([subscribed, paid], medal)).toBeUndefined();
  expect(decodeSubscribed([{ ...subscribed, address: usdt }], medal)).toBeUndefined();
  expect(decodeSubscribed([{ ...subscribed, topics: paid.topics }], medal)).toBeUndefined();
  expect(decodeSubscribed([{ ...subscribed, topics: [] }], medal)).toBeUndefined();
  expect(decodeSubscribed([{ ...subscribed, data: '0x01' }], medal)).toBeUndefined();
});

test('behavior: the last log is the medal and its owner, whatever case the address is written in', () => {
  const upper = `0x${medal.slice(2).toUpperCase()}` as const;
  expect(decodeSubscribed([paid, { ...subscribed, address: upper }], medal)).toEqual({
    tokenId: 301n,
    owner,
  });
});

test('behavior: read of a mined transaction, and of none that waits or failed', async () => {
  const answers: unknown[] = [null, { status: '0x0', logs: [] }, { status: '0x1', logs: [paid, subscribed] }];
  vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: answers.shift() }));
  expect(await readSubscribed('0xaa', medal)).toBeUndefined();
  expect(await readSubscribed('0xaa', medal)).toBeUndefined();
  expect(await readSubscribed('0xaa', medal)).toEqual({ tokenId: 301n, owner });
});
