import { allCalls } from '@openmere/core/calls.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { Call } from '@openmere/core/kit/call.ts';
import { operatorRoles } from '@openmere/core/kit/call.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRpc } from '../platform/chain/rpc.ts';
import type { Rpc, RpcRequest } from '../platform/chain/rpc.ts';
import { inTransaction, isInTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { sampleOf } from './test-samples.ts';

/** Addresses of a whole installation, so that every call asks the chain what it would ask there. */
const contracts: AddressMap = Object.fromEntries(
  [
    'usdt',
    'usdo',
    'ousd',
    'open',
    'treasury',
    'forwarderFactory',
    'membership',
    'swapDesk',
    'liquidityDesk',
    'pair',
  ].map((name, index) => [name, `0x${String(index + 60).repeat(20)}`]),
);
/** Calls that cannot do without the chain: the test would prove nothing if they did not ask. */
const asking = [
  'Users/LoginWallet',
  'Users/Bind_address',
  'Users/Bind_address_c',
  'Wallet/DepositAddress',
  'Wallet/DepositCheck',
  'Wallet/Withdraw',
  'Wallet/WithdrawQuote',
];

let app: TestApp;
let hangs = false;
let current = '';
const asked = new Set<string>();
const within: string[] = [];

function note(requests: readonly RpcRequest[]): void {
  asked.add(current);
  if (isInTransaction()) within.push(`${current}: ${requests.map(({ method }) => method).join()}`);
}
const answer = ({ method }: RpcRequest): unknown => (method === 'eth_call' ? `0x${'0'.repeat(63)}1` : null);
const never = (): Promise<never> => new Promise(() => undefined);
const rpc: Rpc = {
  call: async (method, params) => {
    note([{ method }]);
    return hangs ? never() : answer({ method, ...(params ? { params } : {}) });
  },
  batch: async (requests) => {
    note(requests);
    return hangs ? never() : requests.map(answer);
  },
};

beforeAll(async () => {
  app = await openTestApp({ rpc, contracts });
  await inTransaction(app.owner, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
    ),
  );
}, 60_000);
afterAll(() => app.close());
beforeEach(() => {
  hangs = false;
});

test('refuses: to ask the chain inside a transaction, in every call, whoever calls', async () => {
  const { session, operator, post, seal } = app;
  const rich = await addMember(app, { coins: 1_000 });
  const walletless = await addMember(app, { wallet: null });
  // A frozen member asks nothing of the chain any more: that comes after all others.
  const isLast = ({ path }: Call): number => Number(path === 'Users/FreezeOwn');
  const calls = allCalls.toSorted((a, b) => isLast(a) - isLast(b));
  for (const token of [undefined, await session(rich.id), await session(walletless.id)]) {
    for (const call of calls) {
      current = call.path;
      if (call.path === 'Users/Logout') continue;
      const body = await sampleOf(call, seal);
      if (call.path === 'Users/LoginWallet') body['invitecode'] = '00000A';
      // What the chain holds of a coin is known for a while after a quote.
      if (call.path === 'Wallet/Withdraw') body['coinid'] = 'USDO';
      await post('member', call.path, body, { token });
    }
  }
  for (const role of operatorRoles) {
    const token = await operator(role);
    for (const call of allCalls) {
      if (!call.path.startsWith('Admin/') || call.path === 'Admin/Logout') continue;
      current = call.path;
      await post('console', call.path, await sampleOf(call, seal), { token });
    }
  }
  expect(within).toEqual([]);
  expect([...asked].sort()).toEqual(expect.arrayContaining(asking));
}, 120_000);

test('refuses: any question of the real client inside a transaction', async () => {
  const real = createRpc('http://127.0.0.1:9');
  await expect(inTransaction(app.db, () => real.call('eth_chainId'))).rejects.toThrow(
    'eth_chainId is asked inside a transaction',
  );
});

test('refuses: to let a hanging chain take the connections: 40 quotes wait a second, and balances answer meanwhile', async () => {
  const { session, post } = app;
  const member = await addMember(app, { coins: 1_000 });
  const token = await session(member.id);
  hangs = true;
  const quotes = Array.from({ length: 40 }, () =>
    post('member', 'Wallet/WithdrawQuote', { coinid: 'OPEN', amount: '20' }, { token }),
  );
  const balances = await Promise.all(
    Array.from({ length: 20 }, () => post('member', 'Users/Balance', {}, { token })),
  );
  expect(balances.map(({ status, envelope }) => [status, envelope.success])).toEqual(
    balances.map(() => [200, true]),
  );
  const answers = await Promise.all(quotes);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
