import { Fault } from '@openmere/core/kit/fault.ts';
import { encodeFunctionResult, multicall3Abi } from 'viem';
import { expect, test } from 'vitest';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { marketContracts } from '../test/swap-logs.ts';
import { readPool } from './read-pool.ts';

const block = { number: 5n, hash: `0x${'5'.repeat(64)}` as const };

/** A node that answers every question so. */
const nodeOf = (call: Rpc['call']): Rpc => ({ call, batch: async () => [] });
const read = (call: Rpc['call']) => readPool(nodeOf(call), 9001, marketContracts, block);

test('refuses: to take a node that says no, is away, or answers nothing for a market that is not there', async () => {
  const refused = new RpcAnswerError(-32000, 'header for hash not found', undefined);
  await expect(read(() => Promise.reject(refused))).rejects.toMatchObject({ code: 'chain.nopool' });
  const away = new Fault('chain.unreachable', { retry: true });
  await expect(read(() => Promise.reject(away))).rejects.toBe(away);
  await expect(read(async () => '0x')).rejects.toMatchObject({ code: 'chain.nopool' });
});

test('behavior: contracts that do not answer are no market', async () => {
  const silent = Array.from({ length: 12 }, () => ({ success: true, returnData: '0x' as const }));
  const answer = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: silent });
  expect(await read(async () => answer)).toBeUndefined();
});
