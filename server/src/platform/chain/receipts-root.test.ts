import { Fault } from '@openmere/core/kit/fault.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asArray, asObject, parseHeader } from './answer.ts';
import { receiptsRootOf } from './receipts-root.ts';
import { anvilAccounts, startTestAnvil } from './test-anvil.ts';
import type { TestAnvil } from './test-anvil.ts';

/** Creation codes: one log with a topic and a word of data, the same log twice, none, and a failure. */
const codes = ['0x604260206000a1', '0x604260206000a1604260206000a1', '0x00', '0x60006000fd'];
/** A legacy transaction, one with an access list, and one with a fee cap. */
const types = [
  { gasPrice: '0x77359400' },
  { gasPrice: '0x77359400', accessList: [] },
  { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' },
];

let anvil: TestAnvil;
beforeAll(async () => void (anvil = await startTestAnvil(false)));
afterAll(() => anvil.stop());

async function mine(count: number): Promise<{ root: string; receipts: unknown[] }> {
  for (let index = 0; index < count; index += 1) {
    const request = {
      from: anvilAccounts[index % anvilAccounts.length],
      data: codes[index % codes.length],
      gas: '0x186a0',
      ...types[index % types.length],
    };
    await anvil.rpc.call('eth_sendTransaction', [request]);
  }
  await anvil.rpc.call('evm_mine', []);
  const header = parseHeader(await anvil.rpc.call('eth_getBlockByNumber', ['latest', false]));
  const receipts = asArray(await anvil.rpc.call('eth_getBlockReceipts', [header.hash]));
  return { root: header.receiptsRoot, receipts };
}

test.each([0, 1, 2, 17, 150])(
  'behavior: it is the root of a real block of %i transactions',
  async (count) => {
    const { root, receipts } = await mine(count);
    expect(receipts).toHaveLength(count);
    expect(receiptsRootOf(receipts)).toBe(root);
  },
);

test('behavior: whatever is said otherwise of a log or of its receipt gives another root', async () => {
  const { root, receipts } = await mine(3);
  const first = asObject(receipts[0]);
  const [log] = asArray(first['logs']);
  const withFirst = (change: object) => [{ ...first, ...change }, ...receipts.slice(1)];
  const lies = [
    receipts.slice(1),
    [...receipts, first],
    receipts.toReversed(),
    withFirst({ status: '0x0' }),
    withFirst({ type: '0x1' }),
    withFirst({ logs: [] }),
    withFirst({ logs: [log, log] }),
    withFirst({ logs: [{ ...asObject(log), data: '0x' }] }),
    withFirst({ logs: [{ ...asObject(log), topics: [] }] }),
    withFirst({ logs: [{ ...asObject(log), address: anvilAccounts[1] }] }),
  ];
  const roots = lies.map(receiptsRootOf);
  expect(roots).not.toContain(root);
  expect(new Set(roots).size).toBe(lies.length);
});

test.each([null, 'receipt', {}, { status: '0x1' }, { status: 1, cumulativeGasUsed: '0x1', logs: [] }])(
  'refuses: %j is no receipt',
  (receipt) => {
    expect(() => receiptsRootOf([receipt])).toThrow(new Fault('chain.badanswer', { retry: true }));
  },
);
