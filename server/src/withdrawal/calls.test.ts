import { randomUUID } from 'node:crypto';
import { moneyRecord } from '@openmere/core/kit/schema.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { transferQuote } from '@openmere/core/transfer/contract.ts';
import { withdrawQuote, withdrawalRecord } from '@openmere/core/withdrawal/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberBalance } from '../ledger/balances.ts';
import { createGatherer } from '../ledger/gather.ts';
import type { Gatherer } from '../ledger/gather.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { createTestApi, memorySessions } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';
import { requestDeps, uncounted } from '../test/withdrawals.ts';
import { transferRoutes } from '../transfer/routes.ts';
import { withdrawalRoutes } from './routes.ts';

const payerToken = 'p'.repeat(43);
const receiverToken = 'r'.repeat(43);
let context: TestContext;
let gatherer: Gatherer;
let api: TestApi;
let payer: MemberActor;
let receiver: MemberActor;
let target: string;
beforeAll(async () => {
  context = await openTestContext();
  gatherer = createGatherer(context.database);
  payer = await addMember(context, { coins: 1000 });
  receiver = await addMember(context);
  target = (await findMember(context.db, receiver.id))?.invitationCode ?? '';
  api = await createTestApi({
    db: context.db,
    sessions: memorySessions({ [payerToken]: payer, [receiverToken]: receiver }),
    routes: (routes) => {
      transferRoutes(routes, {
        db: context.db,
        gatherer,
        origin: 'https://openmere.example',
        paypassword: uncounted,
      });
      withdrawalRoutes(routes, requestDeps);
    },
  });
});
afterAll(async () => {
  await api.close();
  await gatherer.close();
  await context.close();
});

const options = { token: payerToken };
const transfer = async (change: object = {}) =>
  api.call(
    'Wallet/Transfer',
    {
      requestId: randomUUID(),
      coinid: 'USDT',
      amount: '20',
      target,
      paypassword: await api.seal('Wallet/Transfer', RIGHT_PAYPASSWORD),
      ...change,
    },
    options,
  );
const withdraw = async (change: object = {}) =>
  api.call(
    'Wallet/Withdraw',
    {
      requestId: randomUUID(),
      coinid: 'USDT',
      amount: '20',
      paypassword: await api.seal('Wallet/Withdraw', RIGHT_PAYPASSWORD),
      ...change,
    },
    options,
  );
const total = async (): Promise<bigint> => {
  const { available, held } = await memberBalance(context.db, payer.id, 'USDT');
  return available + held;
};

test('refuses: hostile amounts on both calls, and nothing moves (T08)', async () => {
  const before = await total();
  const amounts: unknown[] = [
    '-20',
    '0',
    '',
    ' 20',
    '1e2',
    '0x14',
    'NaN',
    'Infinity',
    '２０',
    '20,000',
    '20.000',
    `20.${'0'.repeat(19)}`,
    String(2n ** 256n),
    '-0',
    '+20',
    ['20', '20'],
    { value: '20' },
    20,
    true,
    '19.99',
    '30',
  ];
  for (const amount of amounts) {
    for (const answer of [await transfer({ amount }), await withdraw({ amount })]) {
      expect(answer.success, JSON.stringify(amount)).toBe(false);
      expect(['invalid', 'conflict'], JSON.stringify(amount)).toContain(answer.code);
    }
  }
  expect(await total()).toBe(before);
});

test('refuses: a secret that is plain, of the other call, or used before; a missing id; an unknown field; nobody', async () => {
  const before = await total();
  expect((await transfer({ paypassword: RIGHT_PAYPASSWORD })).code).toBe('invalid');
  expect((await withdraw({ paypassword: await api.seal('Wallet/Transfer', RIGHT_PAYPASSWORD) })).code).toBe(
    'invalid',
  );
  expect((await transfer({ requestId: undefined })).code).toBe('invalid');
  expect((await transfer({ requestId: 'one' })).code).toBe('invalid');
  expect((await withdraw({ address: `0x${'12'.repeat(20)}` })).code).toBe('invalid');
  expect((await api.call('Wallet/Withdrawals', {})).code).toBe('notlogin');
  expect(await total()).toBe(before);
  const paypassword = await api.seal('Wallet/Transfer', RIGHT_PAYPASSWORD);
  expect((await transfer({ paypassword })).success).toBe(true);
  expect((await transfer({ paypassword })).code).toBe('invalid');
});

test('behavior: quote, transfer and both lists have the shape of the contract', async () => {
  const quote = await api.call('Wallet/TransferQuote', { coinid: 'USDT', amount: '40', target }, options);
  expect(transferQuote.output.parse(quote.data)).toMatchObject({ fee: '0.2', received: '39.8' });
  const requestId = randomUUID();
  const sent = await transfer({ requestId, amount: '40' });
  expect(moneyRecord.parse(sent.data)).toMatchObject({ type: 'out', received: '39.8' });
  expect(await transfer({ requestId, amount: '40' })).toEqual(sent);
  expect(await transfer({ requestId, amount: '60' })).toMatchObject({ success: false, code: 'conflict' });
  const got = await api.call('Wallet/Transfers', { pageSize: '1' }, { token: receiverToken });
  expect(moneyRecord.parse(got.list?.[0])).toMatchObject({ type: 'in', received: '39.8' });
});

test('behavior: quote, withdrawal, list and taking back, with a receipt in the asked language', async () => {
  const quote = await api.call(
    'Wallet/WithdrawQuote',
    { coinid: 'USDT', amount: '20' },
    { ...options, lang: 0 },
  );
  const shown = withdrawQuote.output.parse(quote.data);
  expect(shown).toMatchObject({ fee: '1', received: '19' });
  expect(shown.checks.find(({ check }) => check === 'firstwithdrawal')?.detail).toBe('这是你的首次提现');
  const asked = withdrawalRecord.parse((await withdraw()).data);
  expect(asked.status).toBe('reviewing');
  const list = await api.call('Wallet/Withdrawals', {}, options);
  expect(withdrawalRecord.parse(list.list?.[0])).toEqual(asked);
  const one = await api.call('Wallet/Withdrawals', { id: asked.id }, options);
  expect(one.list).toEqual([asked]);
  const foreign = await api.call('Wallet/Withdrawals', { id: asked.id }, { token: receiverToken });
  expect(foreign.list).toEqual([]);
  const cancelled = await api.call('Wallet/WithdrawCancel', { id: asked.id }, options);
  expect(withdrawalRecord.parse(cancelled.data).status).toBe('cancelled');
  const other = await api.call('Wallet/WithdrawCancel', { id: asked.id }, { token: receiverToken });
  expect(other).toMatchObject({ success: false, code: 'notfound' });
  expect((await memberBalance(context.db, payer.id, 'USDT')).held % oneCoin).toBe(0n);
});
