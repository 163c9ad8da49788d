import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import { lockedLp } from '@openmere/core/liquidity/lock.ts';
import { quotePosition, rootPerLp, valueAt } from '@openmere/core/liquidity/position.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { encodeFunctionData } from 'viem';
import type { Abi } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import { clientOver } from '../platform/chain/client.ts';
import type { Hex } from '../platform/chain/log.ts';
import {
  anvilAccounts,
  deployForTest,
  startTestAnvil,
  TEST_CHAIN_ID,
  waitMined,
} from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { snapshotOf } from '../swap/pool-state.ts';
import type { PoolSnapshot } from '../swap/pool-state.ts';
import { readPool } from '../swap/read-pool.ts';
import { catchUp } from '../test/context.ts';
import { equityOf, followLiquidity, settle } from '../test/liquidity-logs.ts';
import type { LiquidityContext } from '../test/liquidity-logs.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { getPosition } from './get-position.ts';
import { listLiquidityRecords } from './list-records.ts';
import { releaseMatured } from './release-matured.ts';
import { findHolding } from './store.ts';

/** The real desk on a real node: what we keep is what the contracts say, to the last unit. */
const FAR = 10n ** 12n;
const MOST = 2n ** 256n - 1n;
/** More OPEN than the pool takes for any of the USDT here. */
const PLENTY = 10n ** 6n * oneCoin;
const DAY = 86_400;
const [root, ann, pauser, ben] = anvilAccounts;
const keeper = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 9,
});

let anvil: TestAnvil;
let contracts: AddressMap;
let books: Omit<LiquidityContext, 'chain'>;
const people = new Map<Hex, TestMember>();

beforeAll(async () => {
  anvil = await startTestAnvil();
  contracts = await deployForTest(anvil.url);
  const facts = { url: anvil.url, chainId: TEST_CHAIN_ID, contracts, confirmations: 1 };
  books = await followLiquidity(facts);
  for (const wallet of [ann, ben]) {
    people.set(wallet, await addMember(books, { wallet: wallet }));
    await send(wallet, 'membership', membershipAbi, 'activate', [root]);
  }
  for (const token of ['usdt', 'open'] as const) {
    await send(ann, token, erc20Abi, 'transfer', [ben, 100_000n * oneCoin]);
  }
  for (const wallet of [ann, ben]) {
    for (const token of ['usdt', 'open', 'ousd'] as const) {
      await send(wallet, token, erc20Abi, 'approve', [at('liquidityDesk'), MOST]);
      await send(wallet, token, erc20Abi, 'approve', [at('swapDesk'), MOST]);
    }
  }
  await send(ann, 'twapOracle', twapOracleAbi, 'update', []);
  await pass(1_801);
}, 120_000);
afterAll(async () => {
  await anvil.stop();
  await books.clone.drop();
});

const at = (key: ContractKey): Hex => contracts[key] ?? '0x';
const client = () => clientOver(anvil.rpc, TEST_CHAIN_ID);

/** Sends a transaction of one of the node's accounts; mined at once and not undone. */
async function send(
  from: Hex,
  to: ContractKey,
  abi: Abi,
  functionName: string,
  args: unknown[],
): Promise<Hex> {
  const data = encodeFunctionData({ abi, functionName, args });
  const hash = await anvil.rpc.call('eth_sendTransaction', [{ from, to: at(to), data, gas: '0xf4240' }]);
  await waitMined(anvil.rpc, hash);
  const receipt = (await anvil.rpc.call('eth_getTransactionReceipt', [hash])) as { status: string };
  expect(receipt.status, functionName).toBe('0x1');
  return hash as Hex;
}

const atDesk = (from: Hex, name: string, ...args: unknown[]): Promise<Hex> =>
  send(from, 'liquidityDesk', liquidityDeskAbi, name, args);

async function pass(seconds: number): Promise<void> {
  await anvil.rpc.call('evm_increaseTime', [seconds]);
  await anvil.rpc.call('evm_mine');
}

async function book(): Promise<void> {
  await anvil.rpc.call('anvil_mine', ['0x2']);
  await catchUp(books.follower());
}

/** Two days go by, so that a whole one ends with what is in the pool now, and are settled. */
async function settleDays(): Promise<void> {
  await pass(2 * DAY);
  await book();
  await settle(books, TEST_CHAIN_ID);
}

async function readSnapshot(): Promise<PoolSnapshot> {
  const { number, hash } = (await anvil.rpc.call('eth_getBlockByNumber', ['latest', false])) as {
    number: string;
    hash: Hex;
  };
  const reading = await readPool(anvil.rpc, TEST_CHAIN_ID, contracts, { number: BigInt(number), hash });
  if (!reading) throw new Error('the pool is there');
  const now = new Date();
  return snapshotOf({ ...reading, chain_id: TEST_CHAIN_ID, block_hash: '0x', block_time: now, read_at: now });
}

function actorOf(wallet: Hex): MemberActor {
  const { id = '', family = '' } = people.get(wallet) ?? {};
  const from = { ip: '127.0.0.1', country: null, device: 'test', locale: 'en' as const };
  return { kind: 'member', id, family, sessionId: 's', from };
}

async function position(wallet: Hex) {
  const pool = await readSnapshot();
  const deps = { chainId: TEST_CHAIN_ID, findPool: async () => pool };
  return inTransaction(books.db, (tx) => getPosition({ tx, actor: actorOf(wallet), ...deps }));
}
const deps = { chainId: TEST_CHAIN_ID };
const records = async (wallet: Hex) =>
  (await inTransaction(books.db, (tx) => listLiquidityRecords({ tx, actor: actorOf(wallet), ...deps }, {})))
    .list;
const ousdOf = (wallet: Hex): Promise<bigint> =>
  client().readContract({ address: at('ousd'), abi: erc20Abi, functionName: 'balanceOf', args: [wallet] });

/** LP, holds and what removing everything would give: ours against the desk's. */
async function checkAgainstDesk(wallet: Hex, paused = false): Promise<void> {
  const desk = { address: at('liquidityDesk'), abi: liquidityDeskAbi } as const;
  const kept = await findHolding(books.db, { chain_id: TEST_CHAIN_ID, address: wallet });
  const lp = await client().readContract({ ...desk, functionName: 'lpOf', args: [wallet] });
  const holds = await client().readContract({ ...desk, functionName: 'holdsOf', args: [wallet] });
  expect(kept?.holding.position.lp).toBe(lp);
  const ours = kept?.holding.holds.map(({ id, amount, releaseAt }) => [
    id,
    amount,
    releaseAt.getTime() / 1000,
  ]);
  expect(ours).toEqual(holds.map(({ id, amount, releaseAt }) => [id, amount, Number(releaseAt)]));
  if (!kept) return;
  const locked = lockedLp(kept.holding.locks, Number((await client().getBlock()).timestamp) * 1000);
  expect(await client().readContract({ ...desk, functionName: 'lockedOf', args: [wallet] })).toBe(locked);
  if (lp === locked) return;
  const { result } = await client().simulateContract({
    ...desk,
    functionName: 'remove',
    args: [lp - locked, 0n, 0n, FAR],
    account: wallet,
  });
  const free = { ...kept.holding.position, lp: lp - locked };
  const quote = quotePosition(free, await readSnapshot());
  // While OUSD is paused the desk pays USDT, which is not among the answers.
  expect([quote.open, paused ? 0n : quote.usdt]).toEqual([result[0], result[1] + result[2]]);
}

/** The LP's cost and root by core's rules, from the pool as it is right after the adding. */
async function checkEntry(wallet: Hex): Promise<void> {
  const kept = await findHolding(books.db, { chain_id: TEST_CHAIN_ID, address: wallet });
  const told = kept?.holding.position.entryRootE18 ?? 0n;
  const real = rootPerLp(await readSnapshot());
  expect(told).toBeGreaterThanOrEqual(real);
  expect(told - real).toBeLessThanOrEqual(real / 10n ** 15n + 1n);
}

test('behavior: adding: LP, costs and EQUITY are the desk’s own figures; the cap stops at 12,500', async () => {
  await atDesk(ann, 'add', 1_000n * oneCoin, PLENTY, 0n, 0n, FAR);
  await book();
  await checkEntry(ann);
  await checkAgainstDesk(ann);
  const { twapE18 } = await readSnapshot();
  const [row] = await records(ann);
  const { position: mine } =
    (await findHolding(books.db, { chain_id: TEST_CHAIN_ID, address: ann }))?.holding ?? {};
  const value = valueAt(mine?.paidInUsdt ?? 0n, mine?.paidInOpen ?? 0n, twapE18 ?? 0n);
  expect(mine?.paidInUsdt).toBe(1_000n * oneCoin);
  expect(mine?.paidInValue).toBe(value);
  const person = people.get(ann) ?? { id: '', family: '', address: ann };
  expect(await equityOf(books, person)).toBe(0n);
  await settleDays();
  expect(await equityOf(books, person)).toBe(value);
  expect(row).toMatchObject({
    type: 'add',
    usdt: '1000',
    status: 'final',
    hash: expect.stringMatching(/^0x/),
  });
  await atDesk(ann, 'add', 6_000n * oneCoin, PLENTY, 0n, 0n, FAR);
  await book();
  expect(await equityOf(books, person)).toBe(value);
  await settleDays();
  expect(await equityOf(books, person)).toBe(12_500n * oneCoin);
  // The desk's own terms, as it was deployed.
  expect(await position(ann)).toMatchObject({ minimumadd: '10', holdbps: 2_000, holdseconds: 2_592_000 });
  expect((await position(ann)).equity).toMatchObject({
    balance: '12500',
    room: '0',
    capped: true,
    again: '250',
  });
  await checkAgainstDesk(ann);
}, 60_000);

test('behavior: trades of others earn fees; removing, re-adding, redeeming and releasing follow the desk', async () => {
  await atDesk(ben, 'add', 30n * oneCoin, PLENTY, 0n, 0n, FAR);
  for (const amount of [900n, 40n, 300n]) {
    await send(ann, 'swapDesk', swapDeskAbi, 'buy', [amount * oneCoin, 0n, FAR]);
    await send(ben, 'swapDesk', swapDeskAbi, 'sell', [amount * 15n * oneCoin, 0n, FAR]);
  }
  await book();
  const after = await position(ben);
  expect(Number(after.feesearned)).toBeGreaterThan(0);
  expect(Number(after.feesearned)).toBeLessThan(Number(after.value) / 100);
  await checkAgainstDesk(ben);
  const kept = await findHolding(books.db, { chain_id: TEST_CHAIN_ID, address: ben });
  const lp = kept?.holding.position.lp ?? 0n;
  await atDesk(ben, 'remove', lp / 3n, 0n, 0n, FAR);
  await atDesk(ben, 'remove', lp / 5n, 0n, 0n, FAR);
  await book();
  await checkAgainstDesk(ben);
  const held = (await position(ben)).holds;
  expect(held.map(({ id }) => id)).toEqual([1, 2]);
  // More than the first hold, and some of the wallet's own besides: the oldest is emptied first.
  await atDesk(ben, 'readd', 2n * oneCoin, 0n, 10_000n * oneCoin, 0n, 0n, FAR);
  await book();
  await checkAgainstDesk(ben);
  const all = await client().readContract({
    address: at('liquidityDesk'),
    abi: liquidityDeskAbi,
    functionName: 'heldOf',
    args: [ben],
  });
  await atDesk(ben, 'readd', all / 2n, 0n, 10_000n * oneCoin, 0n, 0n, FAR);
  await send(ben, 'ousd', backedDollarAbi, 'redeem', [oneCoin]);
  await book();
  await checkAgainstDesk(ben);
  await pass(30 * DAY);
  const release = {
    gasPriceMax: 10n ** 12n,
    db: books.db,
    rpc: anvil.rpc,
    chainId: TEST_CHAIN_ID,
    desk: at('liquidityDesk'),
    account: keeper,
  };
  // By our own clock nothing has matured yet; by the chain's it has, and is paid once.
  expect(await releaseMatured({ ...release, now: new Date() })).toBe('nothing');
  const then = new Date(Date.now() + 40 * DAY * 1_000);
  await anvil.rpc.call('evm_setAutomine', [false]);
  expect(await releaseMatured({ ...release, now: then, isPatient: true })).toBe('sent');
  // The key has one on its way: it is left alone.
  expect(await releaseMatured({ ...release, now: then, isPatient: true })).toBe('waits');
  await anvil.rpc.call('anvil_mine', ['0x1']);
  await anvil.rpc.call('evm_setAutomine', [true]);
  expect(await releaseMatured({ ...release, now: then })).toBe('done');
  await book();
  await checkAgainstDesk(ben);
  const list = await records(ben);
  expect(list.map(({ type }) => type)).toEqual([
    'release',
    'redeem',
    'readd',
    'readd',
    'remove',
    'remove',
    'add',
  ]);
  expect(await position(ben)).toMatchObject({ holds: [], heldtotal: '0' });
  expect(await ousdOf(ben)).toBeGreaterThan(0n);
}, 60_000);

test('behavior: while OUSD is paused, removing pays USDT; the record says so and nothing is held', async () => {
  await send(pauser, 'ousd', backedDollarAbi, 'pause', []);
  // As the keeper does: taking out moves the pair, and looks at no price.
  await send(ann, 'twapOracle', twapOracleAbi, 'update', []);
  const before = (await position(ben)).ousdobtained;
  const kept = await findHolding(books.db, { chain_id: TEST_CHAIN_ID, address: ben });
  const lp = kept?.holding.position.lp ?? 0n;
  await atDesk(ben, 'remove', lp, 0n, 0n, FAR);
  await book();
  const [row] = await records(ben);
  expect(row).toMatchObject({ type: 'remove', ousd: '0', ousdheld: '0', releaseat: null });
  expect((await position(ann)).holdliftedat).toMatch(/^20/);
  expect(Number(row?.usdt)).toBeGreaterThan(0);
  await checkAgainstDesk(ben);
  expect(await position(ben)).toMatchObject({ lp: '0', paidinvalue: '0', value: '0', ousdobtained: before });
}, 60_000);

test('behavior: a reorganisation of the real chain takes an adding back; sent again it counts once', async () => {
  const far = books.follower;
  await catchUp(far());
  const person = people.get(ben) ?? { id: '', family: '', address: ben };
  const equity = await equityOf(books, person);
  // Not final: the finalized mark of the node stands two blocks below its head.
  await atDesk(ben, 'add', 20n * oneCoin, PLENTY, 0n, 0n, FAR);
  await catchUp(far());
  expect((await records(ben))[0]).toMatchObject({ type: 'add', status: 'seen', counts: '0' });
  await anvil.rpc.call('anvil_reorg', [1, []]);
  await catchUp(far());
  expect((await records(ben))[0]).toMatchObject({ type: 'remove' });
  expect(await equityOf(books, person)).toBe(equity);
  await atDesk(ben, 'add', 20n * oneCoin, PLENTY, 0n, 0n, FAR);
  await book();
  const adds = (await records(ben)).filter(({ type }) => type === 'add');
  expect(adds.map(({ status }) => status)).toEqual(['final', 'final']);
  expect(adds[0]?.counts).toBe(adds[0]?.amount);
  await checkAgainstDesk(ben, true);
}, 60_000);

test('refuses: the issue’s attack on the real desk: added, removed and re-added in turns within a block earns 0', async () => {
  const thief: Hex = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65';
  const person = await addMember(books, { wallet: thief });
  people.set(thief, person);
  await send(thief, 'membership', membershipAbi, 'activate', [root]);
  for (const token of ['usdt', 'open'] as const) {
    await send(ann, token, erc20Abi, 'transfer', [thief, 50_000n * oneCoin]);
    await send(thief, token, erc20Abi, 'approve', [at('liquidityDesk'), MOST]);
  }
  await send(ann, 'twapOracle', twapOracleAbi, 'update', []);
  await atDesk(thief, 'add', 2_000n * oneCoin, PLENTY, 0n, 0n, FAR);
  const desk = { address: at('liquidityDesk'), abi: liquidityDeskAbi } as const;
  const lp = await client().readContract({ ...desk, functionName: 'lpOf', args: [thief] });
  await atDesk(thief, 'remove', lp, 0n, 0n, FAR);
  await anvil.rpc.call('evm_setAutomine', [false]);
  const hashes: unknown[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    for (const [name, args] of [
      ['add', [2_000n * oneCoin, PLENTY, 0n, 0n, FAR]],
      ['remove', [lp - 10n ** 6n, 0n, 0n, FAR]],
    ] as const) {
      const data = encodeFunctionData({ abi: liquidityDeskAbi as Abi, functionName: name, args });
      const call = { from: thief, to: at('liquidityDesk'), data, gas: '0xf4240' };
      hashes.push(await anvil.rpc.call('eth_sendTransaction', [call]));
    }
  }
  await anvil.rpc.call('evm_mine');
  await anvil.rpc.call('evm_setAutomine', [true]);
  const blocks = new Set<string>();
  for (const hash of hashes) {
    const receipt = (await anvil.rpc.call('eth_getTransactionReceipt', [hash])) as Record<string, string>;
    expect(receipt['status']).toBe('0x1');
    blocks.add(receipt['blockNumber'] ?? '');
  }
  expect(blocks.size).toBe(1);
  await settleDays();
  await checkAgainstDesk(thief, true);
  // 16,000 USDT went in by turns; what stayed is the dust that each turn left behind.
  expect(await equityOf(books, person)).toBeLessThan(10n ** 9n);
}, 60_000);
