import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { Hex } from './log.ts';
import { sendOwn } from './send-own.ts';

const to: Hex = `0x${'0f'.repeat(20)}`;

/** A node that says that gas costs `price`, and what it was sent. */
function openSender(price: string) {
  const sent: unknown[] = [];
  const call = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    if (method === 'eth_sendRawTransaction') sent.push(params[0]);
    if (method === 'eth_gasPrice') return price;
    return method === 'eth_getBalance' ? '0xde0b6b3a7640000' : '0x0';
  };
  const account = privateKeyToAccount(`0x${'4b'.repeat(32)}`);
  const sender = { rpc: { call, batch: async () => [] }, chainId: 9001, account, gasPriceMax: 10n ** 10n };
  return { sent, send: () => sendOwn(sender, { to, data: '0x', gas: 50_000n }, 'test') };
}

test('refuses: to send for nothing what no miner takes, where a node says that gas is free', async () => {
  const free = openSender('0x0');
  await expect(free.send()).rejects.toThrow('chain.badanswer');
  expect(free.sent).toEqual([]);
  const usual = openSender('0x3b9aca00');
  expect(await usual.send()).toBe('sent');
  expect(usual.sent).toHaveLength(1);
});
