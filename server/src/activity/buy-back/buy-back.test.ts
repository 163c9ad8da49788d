import { setTimeout as wait } from 'node:timers/promises';
import { boughtDown, formatBuyBack, leastOpenUp } from '@openmere/core/activity/buy-back.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../../ledger/balances.ts';
import { clearHalt, readHalt, setHalt } from '../../ledger/halt.ts';
import { postEntry } from '../../ledger/post.ts';
import { clientOver } from '../../platform/chain/client.ts';
import { Follower } from '../../platform/chain/follower.ts';
import type { Polled } from '../../platform/chain/follower.ts';
import type { Hex } from '../../platform/chain/log.ts';
import { createChainReader } from '../../platform/chain/reader.ts';
import {
  anvilAccounts,
  anvilKeys,
  deployForTest,
  startTestAnvil,
  TEST_CHAIN_ID,
  waitMined,
} from '../../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../../platform/chain/test-anvil.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { createLog } from '../../platform/log.ts';
import { writeSetting } from '../../setting/write.ts';
import { MarketFeed } from '../../swap/feed.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { withdrawalHandlers } from '../../withdrawal/on-chain.ts';
import { createPayoutChain } from '../../withdrawal/payout-chain.ts';
import { lockPayer } from '../../withdrawal/payout-store.ts';
import { sumSpent, sumUnconfirmed } from '../../withdrawal/signer-store.ts';
import { carryOutBuyBack } from './carry-out.ts';
import { buyBackHandlers, isBuyBackPayment } from './on-chain.ts';
import { signBuyBack } from './sign.ts';
import { findOpen } from './store.ts';

/** Buying back on a real chain, from the proposal to the burned OPEN, with the rights that each process has. */
const log = createLog('test', 'silent');
const keeper = privateKeyToAccount(`0x${'4b'.repeat(32)}`);
const payer = privateKeyToAccount(anvilKeys[2]);
const caps = {
  perTransaction: 1_000n * oneCoin,
  perHour: 2_000n * oneCoin,
  perDay: 1_500n * oneCoin,
  perMonth: 2_000n * oneCoin,
};
const FUNDED = 5_000n * oneCoin;

let app: TestApp;
let anvil: TestAnvil;
let contracts: AddressMap;
let tokens: Record<'one' | 'two', string>;
let follower: Follower;
let feed: MarketFeed;
let polled: Polled;

beforeAll(async () => {
  [app, anvil] = await Promise.all([openTestApp(), startTestAnvil()]);
  contracts = await deployForTest(anvil.url);
  const text = JSON.stringify(contracts);
  await inTransaction(app.owner, async (tx) => {
    await writeSetting({ tx }, { name: 'chainContracts', text, changedBy: 'installation' });
    await postEntry(tx, {
      key: 'funded',
      kind: 'node-sale',
      reference: 'test',
      actor: 'system:chain',
      postings: [{ source: 'treasury:bsc', destination: 'pool:market-value', asset: 'USDT', amount: FUNDED }],
    });
  });
  await act(anvilAccounts[1], contracts.usdt, erc20Abi, 'transfer', [contracts.treasury, FUNDED]);
  await anvil.rpc.call('anvil_setBalance', [keeper.address, '0xde0b6b3a7640000']);
  follower = new Follower({
    db: app.db,
    reader: createChainReader(anvil.rpc, TEST_CHAIN_ID),
    chainId: TEST_CHAIN_ID,
    confirmations: async () => 1,
    startBlock: 0n,
    handlers: [...withdrawalHandlers({ log, isOrdered: isBuyBackPayment }), ...buyBackHandlers({ log })],
    onFork: async () => undefined,
    measureAgain: async () => async () => undefined,
    staleMs: 0,
  });
  feed = new MarketFeed({ db: app.db, rpc: anvil.rpc, chainId: TEST_CHAIN_ID });
  tokens = { one: await app.operator('finance'), two: await app.operator('admin') };
  await pass(35 * 60);
}, 120_000);
afterAll(async () => {
  await anvil.stop();
  await app.close();
});

async function act(from: Hex, to: Hex | undefined, abi: object, functionName: string, args: unknown[]) {
  const data = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]);
  await waitMined(anvil.rpc, await anvil.rpc.call('eth_sendTransaction', [{ from, to, data }]));
}
/** Lets time go by on the chain, and everything that is final be booked. */
async function pass(seconds: number): Promise<void> {
  await anvil.rpc.call('evm_increaseTime', [seconds]);
  await anvil.rpc.call('anvil_mine', ['0x4']);
  for (;;) {
    polled = await follower.poll();
    await feed.onPolled(polled);
    if (!polled.more) return;
  }
}
const held = (account: AccountName) => balanceOf(app.db, account, 'USDT');
const pools = async () => ({
  market: await held('pool:market-value'),
  aside: await held('pool:buy-back'),
  reserve: -(await held('treasury:bsc')),
});
const onChain = async () => {
  const client = clientOver(anvil.rpc, TEST_CHAIN_ID);
  const { usdt = '0x', open = '0x', treasury = '0x', pair = '0x' } = contracts;
  const ask = (address: Hex, who: Hex) =>
    client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [who] });
  return {
    treasury: await ask(usdt, treasury),
    pair: await ask(usdt, pair),
    supply: await client.readContract({ address: open, abi: erc20Abi, functionName: 'totalSupply' }),
  };
};
const basis = async () =>
  (await app.post('console', 'Admin/BuyBackBasis', {}, { token: tokens.one })).envelope.data as Record<
    'highestprice' | 'reserveusdt' | 'reserveopen' | 'balance',
    string
  > & { poolbps: number; underway: boolean };
/** At the highest price that is allowed now. */
async function orderOf(usdt: bigint): Promise<string> {
  const price = parseAmount((await basis()).highestprice) ?? 0n;
  return formatBuyBack({ amount: usdt, minOpen: leastOpenUp(usdt, price) });
}
const change = (value: string) => ({ kind: 'buyback', subject: 'market-value', value });
const look = async (value: string, token = tokens.one) =>
  app.post('console', 'Admin/DryRun', change(value), { token });
async function propose(value: string): Promise<{ id: string; hash: string }> {
  const { hash } = (await look(value)).envelope.data as { hash: string };
  const body = { ...change(value), reason: 'as decided on Monday', hash };
  const { envelope } = await app.post('console', 'Admin/Propose', body, { token: tokens.one });
  return { id: (envelope.data as { id: string }).id, hash };
}
async function agree(value: string): Promise<void> {
  const proposal = await propose(value);
  expect(reasonIn(await app.post('console', 'Admin/ProposalConfirm', proposal, { token: tokens.two }))).toBe(
    'ok',
  );
}
const contractOf = () => contracts.buyBack?.toLowerCase() as Hex;
const sign = (other: Partial<Parameters<typeof signBuyBack>[0]> = {}) =>
  signBuyBack({
    db: app.clone.connect('signer').db,
    account: payer,
    chainId: TEST_CHAIN_ID,
    contract: contractOf(),
    usdt: contracts.usdt?.toLowerCase() as Hex,
    chain: createPayoutChain(anvil.rpc, {
      treasury: contracts.treasury?.toLowerCase() as Hex,
      confirmations: 1,
    }),
    caps,
    clock: () => new Date(),
    ...other,
  });
const carryOut = () =>
  carryOutBuyBack({
    db: app.db,
    rpc: anvil.rpc,
    chainId: TEST_CHAIN_ID,
    account: keeper,
    gasPriceMax: 20_000_000_000n,
    proofBlocks: 2,
  });
const shown = async () =>
  (await app.post('member', 'Activity/Pool', {})).envelope.data as {
    count: number;
    spent: string;
    burned: string;
    list: { state: string; usdt: string; open: string | null; hash: string | null }[];
  };

test('refuses: no order, too much, too dear, and one person alone; the pool stays as it was', async () => {
  const good = await orderOf(500n * oneCoin);
  const dearer = formatBuyBack({
    amount: 500n * oneCoin,
    minOpen: (parseAmount(good.split(' ')[1] ?? '') ?? 0n) - 1n,
  });
  expect(reasonIn(await look('500'))).toBe('operator.badvalue');
  expect(reasonIn(await look(await orderOf(2_001n * oneCoin)))).toBe('activity.buybackamount');
  expect(reasonIn(await look(dearer))).toBe('activity.buybackprice');
  const proposal = await propose(good);
  const alone = await app.post('console', 'Admin/ProposalConfirm', proposal, { token: tokens.one });
  expect(reasonIn(alone)).toBe('operator.secondperson');
  expect(await pools()).toEqual({ market: FUNDED, aside: 0n, reserve: FUNDED });
  expect(await findOpen(app.db, TEST_CHAIN_ID)).toBeUndefined();
});

test('refuses: a row that no confirmed proposal stands behind', async () => {
  const { rows } = await sql<{ id: string }>`select id from operator order by id limit 2`.execute(app.owner);
  const [maker, checker] = rows.map(({ id }) => id);
  const forged = sql`insert into buy_back (id, chain_id, contract, order_id, amount, min_open, deadline, maker_id, checker_id, made_at)
    values (${`bbk_${'1'.repeat(26)}`}, ${TEST_CHAIN_ID}, ${contractOf()}, ${`0x${'1'.repeat(64)}`}, 1, 1,
      now() + interval '1 hour', ${maker}, ${checker}, now())`;
  await expect(forged.execute(app.db)).rejects.toThrow('takes two operators');
});

test('behavior: agreed by two, set aside, signed, bought on the pair and burned, once, and booked to the unit', async () => {
  const before = await onChain();
  const usdt = 500n * oneCoin;
  const { reserveusdt, reserveopen, poolbps } = await basis();
  await agree(await orderOf(usdt));
  expect(await pools()).toEqual({ market: FUNDED - usdt, aside: usdt, reserve: FUNDED });
  expect(reasonIn(await look(await orderOf(usdt)))).toBe('activity.buybackunderway');
  expect(await carryOut()).toBe('nothing');

  expect(await sign({ contract: `0x${'1'.repeat(40)}` })).toEqual({ refused: 'contract' });
  expect(await sign({ caps: { ...caps, perTransaction: usdt - 1n } })).toEqual({ waits: 'cap: transaction' });
  expect(await sign({ clock: () => new Date(Date.now() - 2 * 86_400_000) })).toEqual({ refused: 'deadline' });
  await inTransaction(app.db, (tx) => setHalt(tx, { kind: 'payment', subject: 'test', facts: {} }));
  expect(await sign()).toEqual({ waits: 'halted' });
  await inTransaction(app.db, clearHalt);
  // One after the other with the payouts of the same key, also in time.
  const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const payout = inTransaction(app.owner, async (tx) => {
    await lockPayer(tx, payer.address.toLowerCase());
    taken.resolve();
    await over.promise;
  });
  await taken.promise;
  const signing = sign();
  expect(await Promise.race([signing, wait(500, 'waiting')])).toBe('waiting');
  over.resolve();
  await payout;
  expect(await signing).toBe('signed');
  expect(await sign()).toBe('nothing');
  expect((await shown()).list[0]).toMatchObject({ state: 'ordered', open: null });

  // What was signed already waits, too, while payouts are halted.
  await inTransaction(app.db, (tx) => setHalt(tx, { kind: 'other', subject: 'test', facts: {} }));
  expect(await carryOut()).toBe('nothing');
  await inTransaction(app.db, clearHalt);
  // Two settlers, or one that was killed right after it sent: the second finds it done.
  expect(await carryOut()).toBe('sent');
  await anvil.rpc.call('anvil_mine', ['0x1']);
  expect(await carryOut()).toBe('nothing');
  expect(await pools()).toMatchObject({ aside: usdt });
  await pass(1);
  const after = await onChain();
  const bought = boughtDown(usdt, {
    reserveUsdt: parseAmount(reserveusdt) ?? 0n,
    reserveOpen: parseAmount(reserveopen) ?? 0n,
    poolBps: poolbps,
  });
  expect(before.treasury - after.treasury).toBe(usdt);
  expect(after.pair - before.pair).toBe(usdt);
  expect(before.supply - after.supply).toBe(bought);
  expect(await pools()).toEqual({ market: FUNDED - usdt, aside: 0n, reserve: after.treasury });
  expect(await readHalt(app.db)).toBeUndefined();
  const { list, count, spent, burned } = await shown();
  expect({ count, spent, burned: parseAmount(burned) }).toEqual({ count: 1, spent: '500', burned: bought });
  expect(list[0]).toMatchObject({ state: 'done', usdt: '500', hash: expect.stringMatching(/^0x/) as string });
  expect(await carryOut()).toBe('nothing');
});

/** What the signer counts of a coin, and what of it may still leave the treasury. */
const counted = (coinId: string) =>
  inTransaction(app.owner, async (tx) => ({
    open: await sumUnconfirmed(tx, coinId),
    ...(await sumSpent(tx, coinId)).spent,
  }));

test('refuses: to sign what passes a cap together with the payouts, or what the treasury cannot pay; payouts count it, too', async () => {
  const [done, usdt] = [500n * oneCoin, 100n * oneCoin];
  expect(await counted('USDT')).toEqual({ open: 0n, hour: done, day: done, month: done });
  await agree(await orderOf(usdt));
  expect(await sign({ caps: { ...caps, perHour: done + usdt - 1n } })).toEqual({ waits: 'cap: hour' });
  expect(await sign({ caps: { ...caps, perMonth: done + usdt - 1n } })).toEqual({ waits: 'cap: month' });
  await sql`insert into payout_hour (coin_id, hour, amount)
    values ('USDT', date_trunc('hour', clock_timestamp(), 'UTC'), ${caps.perDay - done - usdt + 1n})`.execute(
    app.owner,
  );
  expect(await sign()).toEqual({ waits: 'cap: day' });
  await sql`delete from payout_hour`.execute(app.owner);
  const tighten = (text: string) =>
    inTransaction(app.owner, (tx) =>
      writeSetting({ tx }, { name: 'signerCapTransaction', text, changedBy: 'test' }),
    );
  await tighten('99');
  expect(await sign()).toEqual({ waits: 'cap: transaction' });
  await tighten('10000');
  const [enough, tooLittle] = [async () => usdt, async () => usdt - 1n];
  for (const chain of [
    { holdings: enough, remainingInDay: tooLittle },
    { holdings: tooLittle, remainingInDay: enough },
  ]) {
    expect(await sign({ chain })).toEqual({ waits: 'cover' });
  }
  expect(await sign({ chain: { holdings: enough, remainingInDay: enough } })).toBe('signed');
  const all = done + usdt;
  expect(await counted('USDT')).toEqual({ open: usdt, hour: all, day: all, month: all });
  expect(await counted('OPEN')).toEqual({ open: 0n, hour: 0n, day: 0n, month: 0n });
  expect(await carryOut()).toBe('sent');
  await pass(1);
  expect(await counted('USDT')).toEqual({ open: 0n, hour: all, day: all, month: all });
});

test('behavior: a price that ran away: the contract refuses, its time runs out, and the pool is as it was', async () => {
  const usdt = 600n * oneCoin;
  const before = await pools();
  await agree(await orderOf(usdt));
  expect(await sign()).toBe('signed');
  // Somebody buys so much that OPEN is far dearer than two operators agreed to pay.
  const trade = [20_000n * oneCoin, 0n, 2n ** 40n];
  await act(anvilAccounts[1], contracts.usdt, erc20Abi, 'approve', [contracts.swapDesk, trade[0]]);
  await anvil.rpc.call('anvil_impersonateAccount', [anvilAccounts[0]]);
  await act(anvilAccounts[1], contracts.usdt, erc20Abi, 'transfer', [anvilAccounts[0], trade[0]]);
  await act(anvilAccounts[0], contracts.usdt, erc20Abi, 'approve', [contracts.swapDesk, trade[0]]);
  await act(anvilAccounts[0], contracts.swapDesk, swapDeskAbi, 'buy', trade);
  const chain = await onChain();
  expect(await carryOut()).toBe('refused');
  expect((await findOpen(app.db, TEST_CHAIN_ID))?.refused).toBe('TooLittleReceived');
  expect(await pools()).toMatchObject({ aside: usdt });
  await pass(2 * 3_600);
  expect(await carryOut()).toBe('looked');
  expect(await carryOut()).toBe('looked');
  await pass(1);
  expect(await carryOut()).toBe('expired');
  expect(await carryOut()).toBe('nothing');
  expect(await pools()).toEqual(before);
  expect(await onChain()).toEqual(chain);
  expect((await shown()).list[0]).toMatchObject({ state: 'expired', usdt: '600', open: null, hash: null });
  // And the next one can be ordered; the day's cap of the signer holds.
  await pass(35 * 60);
  await agree(await orderOf(usdt));
  expect(await sign()).toEqual({ waits: 'cap: day' });
  const { envelope } = await app.post('console', 'Admin/BuyBacks', {}, { token: tokens.two });
  expect(envelope.list).toMatchObject([
    { state: 'waiting' },
    { state: 'expired', refused: 'TooLittleReceived' },
    { state: 'done' },
    { state: 'done' },
  ]);
});

test('refuses: to sign a row that says something else than what was set aside', async () => {
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update buy_back set amount = amount + 1 where status = 'open'`.execute(tx);
  });
  expect(await sign()).toEqual({ refused: 'not set aside' });
});
