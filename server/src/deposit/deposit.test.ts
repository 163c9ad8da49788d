import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilAccounts, anvilKeys, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { addressOf, balance, mine, openAnvilContext, pay, send } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { findMemberByDepositAddress } from './address-store.ts';
import { getDepositAddress } from './address.ts';
import { checkHash } from './check.ts';
import { listAllDeposits, listOwnDeposits } from './list.ts';
import { proveFactory } from './prove-factory.ts';
import { sweepDeposits } from './sweep.ts';

let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
}, 60_000);
afterAll(() => context.close());

const deps = { chainId: TEST_CHAIN_ID };
const now = new Date();

async function recordsOf(actor: Parameters<typeof addressOf>[1]) {
  return (await inTransaction(context.db, (tx) => listOwnDeposits({ tx, actor, ...deps }, {}))).list;
}

test('refuses: a deposit address for wrong coins, barred people and those without a country', async () => {
  const ask = (actor: Awaited<ReturnType<typeof addMember>>, coinid: string) =>
    inTransaction(context.db, (tx) => getDepositAddress({ tx, now, actor, ...deps }, { coinid }));
  const actor = await addMember(context);
  await expect(ask(actor, 'OPEN')).rejects.toThrow('deposit.badcoin');
  await expect(ask(await addMember(context, { country: null }), 'USDT')).rejects.toThrow('deposit.nocountry');
  await expect(ask(await addMember(context, { country: 'US' }), 'USDT')).rejects.toThrow('deposit.barred');
  const travelling = { ...actor, from: { ...actor.from, country: 'CN' } };
  await expect(ask(travelling, 'USDT')).rejects.toThrow('deposit.barred');
  const leaving = await addMember(context);
  await sql`update member set exit_only = true where id = ${leaving.id}`.execute(context.db);
  await expect(ask(leaving, 'USDT')).rejects.toThrow('deposit.barred');
});

test('refuses: to show addresses of a factory that is not ours, or that the chain does not confirm', async () => {
  const { contracts, rpc } = context;
  await expect(
    proveFactory(rpc, { ...contracts, forwarderFactory: contracts.usdt ?? '0x' }),
  ).rejects.toThrow();
  await expect(proveFactory(rpc, { ...contracts, forwarderFactory: anvilAccounts[0] })).rejects.toThrow(
    'no forwarder factory',
  );
  await expect(proveFactory(rpc, { ...contracts, treasury: anvilAccounts[0] })).rejects.toThrow(
    'empties into',
  );
  const silent = { ...rpc, batch: () => Promise.reject(new Fault('chain.unreachable', { retry: true })) };
  await expect(proveFactory(silent, contracts)).rejects.toThrow('deposit.nochain');
  await proveFactory(rpc, contracts);
  await proveFactory(silent, contracts);
});

test('behavior: the address is the factory’s own, the same for ever, and nobody can foretell it', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  expect(await addressOf(context, actor)).toBe(address);
  const { rows } = await sql<{
    salt: Hex;
  }>`select salt from deposit_address where address = ${address}`.execute(context.db);
  const data = encodeFunctionData({
    abi: depositForwarderFactoryAbi,
    functionName: 'addressOf',
    args: [rows[0]?.salt ?? '0x'],
  });
  const told = await context.rpc.call('eth_call', [
    { to: context.contracts.forwarderFactory, data },
    'latest',
  ]);
  expect(told).toBe(formatAddressWord(address));
  expect(await findMemberByDepositAddress(context.db, address.toUpperCase().replace('0X', '0x'))).toBe(
    actor.id,
  );
});

test('refuses: to credit before finality; shows it as seen meanwhile, and credits once after', async () => {
  const actor = await addMember(context);
  const hash = await pay(context, await addressOf(context, actor), 100n * coin);
  const follower = context.follower({ confirmations: 5 });
  await catchUp(follower);
  expect(await balance(context, actor.id)).toBe(0n);
  expect(await recordsOf(actor)).toMatchObject([
    { hash, status: 'seen', credited: null, amount: '100', confirmations: 1, coinid: 'USDT' },
  ]);
  // What the installation asks for counts where operators set less.
  const stricter = { ...deps, confirmations: 30 };
  const [shown] = (await inTransaction(context.db, (tx) => listOwnDeposits({ tx, actor, ...stricter }, {})))
    .list;
  expect(shown?.description).toContain('of 30');
  const asked = await inTransaction(context.db, (tx) =>
    getDepositAddress({ tx, now, actor, ...stricter }, { coinid: 'USDT' }),
  );
  expect(asked.confirmations).toBe(30);
  await mine(context, 3);
  await catchUp(follower);
  expect(await balance(context, actor.id)).toBe(0n);
  expect(await recordsOf(actor)).toMatchObject([{ status: 'seen', confirmations: 4 }]);
  await mine(context, 1);
  await catchUp(follower);
  await catchUp(context.follower());
  expect(await balance(context, actor.id)).toBe(100n * coin);
  expect(await recordsOf(actor)).toMatchObject([
    {
      status: 'credited',
      credited: expect.any(String) as string,
      received: '100',
      description: 'Credited to your balance',
    },
  ]);
});

test('refuses: less than the minimum by one unit; it stays visible and its money is in suspense', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  const suspense = await balanceOf(context.db, 'suspense:deposit', 'USDT');
  await pay(context, address, 10n * coin - 1n);
  await pay(context, address, (999n * coin) / 100n);
  await pay(context, address, 10n * coin);
  await pay(context, address, 0n);
  await pay(context, address, 500n * coin, 'open');
  await mine(context);
  await catchUp(context.follower());
  expect(await balance(context, actor.id)).toBe(10n * coin);
  expect(await balance(context, actor.id, 'OPEN')).toBe(0n);
  const statuses = (await recordsOf(actor)).map((one) => [one.coinid, one.status, one.received]);
  expect(statuses.sort((a, b) => a.join().localeCompare(b.join()))).toEqual([
    ['OPEN', 'ignored', '0'],
    ['USDT', 'credited', '10'],
    ['USDT', 'ignored', '0'],
    ['USDT', 'ignored', '0'],
  ]);
  const ignored = 10n * coin - 1n + (999n * coin) / 100n;
  expect((await balanceOf(context.db, 'suspense:deposit', 'USDT')) - suspense).toBe(ignored);
});

/** Creation code that writes one log and is then no contract: what any stranger's contract can do. */
function logCode(topics: readonly Hex[], data: Hex): Hex {
  const bytes = data.slice(2).length / 2;
  const words = data.slice(2).match(/.{1,64}/g) ?? [];
  const stores = words.map(
    (word, index) => `7f${word.padEnd(64, '0')}60${(index * 32).toString(16).padStart(2, '0')}52`,
  );
  const pushes = [...topics].reverse().map((topic) => `7f${topic.slice(2)}`);
  return `0x${stores.join('')}${pushes.join('')}60${bytes.toString(16).padStart(2, '0')}5fa${topics.length}00`;
}

const amountWord = (amount: bigint): Hex => `0x${amount.toString(16).padStart(64, '0')}`;

test('refuses: twelve things that only look like a deposit', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  const to = formatAddressWord(address);
  const from = formatAddressWord(anvilAccounts[1]);
  const rich = amountWord(1_000n * coin);
  const dirty: Hex = `0x${'f'.repeat(24)}${address.slice(2)}`;
  const approval: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
  const codes = [
    logCode([eventTopics.transfer, from, to], rich),
    logCode([eventTopics.transfer, from, to, rich], '0x'),
    logCode([eventTopics.transfer], `${from}${to.slice(2)}${rich.slice(2)}`),
    logCode([eventTopics.transfer, from, dirty], rich),
    logCode([approval, from, to], rich),
    logCode([eventTopics.transfer, from, to], amountWord(2n ** 256n - 1n)),
    logCode([eventTopics.paid, from, to], rich),
    logCode([eventTopics.transfer, to, to], rich),
    logCode([eventTopics.transfer, from, to], `${rich}${rich.slice(2)}`),
  ];
  for (const data of codes) {
    const hash = await send(context, { data });
    // The imitation is really on the chain.
    expect(await context.rpc.call('eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
      logs: [{ removed: false }],
    });
  }
  // BNB itself; the real token moving nothing in a stranger's name; a transfer that fails on chain.
  await send(context, { to: address, value: '0xde0b6b3a7640000' });
  const transferFrom = `0x23b872dd${from.slice(2)}${to.slice(2)}${'0'.repeat(64)}`;
  await send(context, { to: context.contracts.usdt, data: transferFrom });
  const tooMuch = `0xa9059cbb${to.slice(2)}${amountWord(10n ** 30n).slice(2)}`;
  await send(context, { to: context.contracts.usdt, data: tooMuch });
  await mine(context);
  const before = await balanceOf(context.db, RESERVE_ACCOUNT, 'USDT');
  await catchUp(context.follower());
  expect(await recordsOf(actor)).toEqual([]);
  expect(await balanceOf(context.db, RESERVE_ACCOUNT, 'USDT')).toBe(before);
  // The real one beside them is exact.
  await pay(context, address, 12n * coin);
  await mine(context);
  await catchUp(context.follower());
  expect(await balance(context, actor.id)).toBe(12n * coin);
});

test('refuses: to credit a payment whose block was taken back; it is shown as orphaned', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  const follower = context.follower({ confirmations: 10 });
  await mine(context, 10);
  await pay(context, address, 30n * coin);
  await catchUp(follower);
  expect(await recordsOf(actor)).toMatchObject([{ status: 'seen' }]);
  const [record] = await recordsOf(actor);
  await context.rpc.call('anvil_reorg', [1, []]);
  await catchUp(follower);
  expect(await recordsOf(actor)).toMatchObject([
    { id: record?.id, status: 'orphaned', received: '0', confirmations: 0 },
  ]);
  expect(await balance(context, actor.id)).toBe(0n);
  await mine(context, 12);
  await catchUp(follower);
  expect(await recordsOf(actor)).toMatchObject([{ status: 'orphaned' }]);
  expect(await balance(context, actor.id)).toBe(0n);
});

test('behavior: a pasted hash is judged plainly, and tells nothing of others', async () => {
  const [actor, other] = [await addMember(context), await addMember(context)];
  const address = await addressOf(context, actor);
  const judge = (hash: string, who = actor) =>
    checkHash({ actor: who, db: context.db, rpc: context.rpc, chainId: TEST_CHAIN_ID }, { hash });
  expect((await judge(`0x${'9'.repeat(64)}`)).verdict).toBe('notfound');
  const paid = await pay(context, address, 40n * coin);
  await catchUp(context.follower({ confirmations: 50 }));
  expect(await judge(paid)).toMatchObject({
    verdict: 'confirming',
    transfers: [{ righttoken: true, toyou: true, amount: '40', enough: true, final: false, status: 'seen' }],
  });
  await mine(context);
  await catchUp(context.follower());
  expect(await judge(paid)).toMatchObject({
    verdict: 'booked',
    transfers: [{ final: true, status: 'credited' }],
  });
  expect(await judge(paid, other)).toMatchObject({
    verdict: 'nottoyou',
    transfers: [{ toyou: false, amount: '0', status: 'none', id: null }],
  });
  expect((await judge(await pay(context, address, coin))).verdict).toBe('toosmall');
  // What was booked was enough, whatever the minimum is by now.
  const setMin = (text: string) =>
    inTransaction(context.owner, (tx) =>
      writeSetting({ tx }, { name: 'depositMin', text, changedBy: 'installation' }),
    );
  await setMin('100');
  expect((await judge(paid)).transfers).toMatchObject([{ status: 'credited', enough: true }]);
  await setMin('10');
  expect((await judge(await pay(context, address, coin, 'open'))).verdict).toBe('wrongtoken');
  expect((await judge(await send(context, { to: address, value: '0x1' }))).verdict).toBe('wrongtoken');
});

test('behavior: the list pages by cursor, and a cursor of another member is refused', async () => {
  const [actor, other] = [await addMember(context), await addMember(context)];
  const address = await addressOf(context, actor);
  for (let count = 1; count <= 3; count += 1) await pay(context, address, BigInt(count) * 10n * coin);
  await mine(context);
  await catchUp(context.follower());
  const page = (cursor?: string, who = actor) =>
    inTransaction(context.db, (tx) => listOwnDeposits({ tx, actor: who, ...deps }, { pageSize: 2, cursor }));
  const first = await page();
  expect(first.list.map((one) => one.amount)).toEqual(['30', '20']);
  const second = await page(first.cursor);
  expect(second.list.map((one) => one.amount)).toEqual(['10']);
  expect(second.cursor).toBeUndefined();
  await expect(page(first.cursor, other)).rejects.toThrow('request.invalid');
});

test('behavior: deposits are swept to the treasury, which changes no balance', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  await pay(context, address, 60n * coin);
  await mine(context);
  await catchUp(context.follower());
  const reserve = await balanceOf(context.db, RESERVE_ACCOUNT, 'USDT');
  const account = privateKeyToAccount(anvilKeys[0]);
  const sweeper = { db: context.db, rpc: context.rpc, chainId: TEST_CHAIN_ID, account };
  // Everything that other tests left lying goes with it.
  let last = await sweepDeposits({ ...sweeper, now: new Date() });
  for (let runs = 0; runs < 10 && last !== 'nothing'; runs += 1)
    last = await sweepDeposits({ ...sweeper, now: new Date() });
  expect(last).toBe('nothing');
  await mine(context);
  await catchUp(context.follower());
  const operator = { kind: 'operator', from: actor.from } as OperatorActor;
  const shown = await inTransaction(context.db, (tx) =>
    listAllDeposits({ tx, actor: operator, ...deps }, { search: actor.id }),
  );
  expect(shown.list).toMatchObject([{ userid: actor.id, status: 'credited' }]);
  expect(shown.list[0]?.swept).not.toBeNull();
  expect(await balanceOf(context.db, RESERVE_ACCOUNT, 'USDT')).toBe(reserve);
  expect(await balance(context, actor.id)).toBe(60n * coin);
});

test('behavior: small deposits are swept when an approved payout waits for them, and not before', async () => {
  const actor = await addMember(context);
  await pay(context, await addressOf(context, actor), 11n * coin);
  await mine(context);
  await catchUp(context.follower());
  const account = privateKeyToAccount(anvilKeys[0]);
  const run = () =>
    sweepDeposits({ db: context.db, rpc: context.rpc, chainId: TEST_CHAIN_ID, account, now: new Date() });
  let last = await run();
  for (let runs = 0; runs < 10 && last !== 'nothing'; runs += 1) last = await run();
  expect(last).toBe('nothing');
  const owner = context.clone.connect('owner', { max: 1 });
  const much = 10n ** 9n * coin;
  await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
      minimum, multiple, address, decider, score, checks)
    select 'wdr_' || repeat('0', 26), '0x' || repeat('7', 64), ${actor.id}, ${actor.id}, gen_random_uuid(), 'USDT',
      ${TEST_CHAIN_ID}, ${much}, 0, ${much}, ${coin}, ${coin}, '0x' || repeat('2', 40), 'none', 0, '[]'`.execute(
    owner.db,
  );
  expect(await run()).toBe('nothing');
  await sql`update withdrawal set status = 'approved'`.execute(owner.db);
  expect(await run()).toBe('sent');
});

test('behavior: a transfer straight to the treasury is kept in suspense', async () => {
  const before = await balanceOf(context.db, 'suspense:deposit', 'USDT');
  await pay(context, context.contracts.treasury as Hex, 7n * coin);
  await mine(context);
  await catchUp(context.follower());
  expect((await balanceOf(context.db, 'suspense:deposit', 'USDT')) - before).toBe(7n * coin);
});
