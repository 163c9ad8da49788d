import { locales } from '@openmere/core/kit/language.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorSessionOwner, SessionOwner } from '../platform/actor.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { createTestApi, memorySessions } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import { mine, openAnvilContext, pay } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { depositConsoleRoutes } from './console-routes.ts';
import { depositRoutes } from './routes.ts';

const token = 'deposit-test-token-aaaaaaaaaaaaaaaaaaaaaaaa';
const barredToken = 'barred-test-token-aaaaaaaaaaaaaaaaaaaaaaaaa';
const operatorToken = 'operator-test-token-aaaaaaaaaaaaaaaaaaaaaaa';
let context: AnvilContext;
let api: TestApi;

beforeAll(async () => {
  context = await openAnvilContext();
  const owners: Record<string, SessionOwner> = {
    [token]: await addMember(context),
    [barredToken]: await addMember(context, { country: 'CN' }),
  };
  const operator = {
    kind: 'operator',
    id: 'ope_1',
    account: 'ann',
    role: 'support',
    sessionId: 's',
  } as const;
  const deps = { db: context.db, rpc: context.rpc, chainId: TEST_CHAIN_ID };
  api = await createTestApi({
    db: context.db,
    sessions: memorySessions(owners),
    operatorSessions: memorySessions<OperatorSessionOwner>({ [operatorToken]: operator }),
    routes: (target) => {
      depositRoutes(target, deps);
      depositConsoleRoutes(target, deps);
    },
  });
}, 60_000);
afterAll(async () => {
  await api.close();
  await context.close();
});

test('refuses: without a login, to the barred in their language, and operators’ lists to members', async () => {
  expect((await api.call('Wallet/DepositAddress', { coinid: 'USDT' })).code).toBe('notlogin');
  const words = new Set<string>();
  for (const [lang] of locales.entries()) {
    const refused = await api.call('Wallet/DepositAddress', { coinid: 'USDT' }, { token: barredToken, lang });
    expect(refused).toMatchObject({ success: false, code: 'barred', data: { reason: 'deposit.barred' } });
    words.add(refused.msg);
  }
  expect(words.size).toBe(locales.length);
  expect((await api.call('Admin/Deposits', {}, { token })).code).toBe('notlogin');
  expect((await api.call('Wallet/DepositCheck', { hash: '0x12' }, { token })).code).toBe('invalid');
});

test('behavior: from the address to the credited record, as the app sees it', async () => {
  const given = await api.call('Wallet/DepositAddress', { coinid: 'USDT' }, { token });
  const usdt = context.contracts.usdt?.toLowerCase();
  expect(given).toMatchObject({
    success: true,
    data: { chainid: TEST_CHAIN_ID, token: usdt, minimum: '10' },
  });
  const { address } = given.data as { address: `0x${string}` };
  const hash = await pay(context, address, (123n * coin) / 10n);
  await mine(context);
  await catchUp(context.follower());
  const record = {
    hash,
    coinid: 'USDT',
    amount: '12.3',
    received: '12.3',
    fee: '0',
    type: 'deposit',
    chaintype: 'BEP-20',
    status: 'credited',
  };
  expect((await api.call('Wallet/Deposits', {}, { token })).list).toMatchObject([record]);
  expect((await api.call('Wallet/DepositCheck', { hash }, { token })).data).toMatchObject({
    verdict: 'booked',
  });
  const shown = await api.call('Admin/Deposits', { search: hash }, { token: operatorToken });
  expect(shown.list).toMatchObject([{ ...record, swept: null }]);
  const [{ id }] = shown.list as [{ id: string }];
  for (const [search, found] of [
    [id, [{ id }]],
    ['dep_nobody', []],
  ] as const)
    expect((await api.call('Admin/Deposits', { search }, { token: operatorToken })).list).toMatchObject(
      found,
    );
  expect((await api.call('Admin/Deposits', { status: 'seen' }, { token: operatorToken })).list).toEqual([]);
});
