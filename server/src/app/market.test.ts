import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { defaultOf } from '@openmere/core/setting/define.ts';
import { swapFeeShares } from '@openmere/core/setting/market.ts';
import { candlesOf, positionOf } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import { divideFee } from '@openmere/core/swap/fee-shares.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FaultRpc } from '../development-chain/fault-rpc/proxy.ts';
import { balanceOf } from '../ledger/balances.ts';
import { readHalt } from '../ledger/halt.ts';
import { seededRandom } from '../ledger/test-ledger.ts';
import { clientOver } from '../platform/chain/client.ts';
import { askRescan, findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { createRpc } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { anvilAccounts, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { EVERYONE_CHANNEL } from '../platform/outbox.ts';
import { reconcile } from '../reserve/reconcile.ts';
import { parseSwap, parseTraded } from '../swap/events.ts';
import { MarketFeed } from '../swap/feed.ts';
import { findPoolState } from '../swap/pool-store.ts';
import type { Trade } from '../swap/tables.ts';
import { tradeIdOf } from '../swap/trade-store.ts';
import { marketHandlers, openMarket, scanLogs } from '../test/market.ts';
import type { Market } from '../test/market.ts';

const feeShares = defaultOf(swapFeeShares);
const coin = 10n ** 18n;
let market: Market;
beforeAll(async () => {
  market = await openMarket();
}, 60_000);
afterAll(() => market.close());
afterEach(async () => {
  expect(await readHalt(market.context.db)).toBeUndefined();
});

const mine = (blocks: number) => market.context.rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]);
const head = async (): Promise<number> => Number(await market.context.rpc.call('eth_blockNumber'));
const address = (key: 'swapDesk' | 'pair' | 'open' | 'usdt'): Hex =>
  (market.context.contracts[key] ?? '0x').toLowerCase() as Hex;
const poolNames = ['referral', 'yield', 'node', 'market-value', 'operations'] as const;

async function finalTrades(): Promise<Trade[]> {
  const { rows } = await sql<Trade>`select * from trade where status = 'final'
    order by block_number, log_index`.execute(market.context.db);
  return rows;
}

/** Everything that the database says about final blocks against an independent look at the chain. */
async function checkAgainstChain(): Promise<number> {
  const { rpc, db } = market.context;
  const cursor = (await findChainState(db, TEST_CHAIN_ID))?.number ?? 0n;
  const traded = (await scanLogs(rpc, address('swapDesk'), 'traded', cursor)).map((log) => {
    const event = parseTraded(log);
    return { id: tradeIdOf(log), block: log.blockNumber, hash: log.blockHash, ...event };
  });
  expect(
    (await finalTrades()).map((row) => ({
      id: row.id,
      block: row.block_number,
      hash: row.block_hash,
      address: row.address,
      bought: row.bought,
      usdt: row.usdt_amount,
      open: row.open_amount,
      fee: row.fee,
      burned: row.burned,
    })),
  ).toEqual(traded);
  const openFirst = address('open') < address('usdt');
  const swaps = (await scanLogs(rpc, address('pair'), 'pairSwap', cursor)).flatMap((log) => {
    const swap = parseSwap(log, openFirst);
    const position = positionOf(log.blockNumber, log.logIndex);
    return swap ? [{ ...swap, position, time: log.blockTime.getTime() / 1000 }] : [];
  });
  for (const interval of intervals) {
    const { rows } = await sql<{ time: bigint; open: bigint; trades: number } & Record<string, bigint>>`
      select extract(epoch from open_time)::int8 as time, open, high, low, close, volume_open, volume_usdt, trades,
        first_at as "firstAt", last_at as "lastAt"
      from candle where interval = ${interval} order by open_time`.execute(db);
    const stored = rows.map(
      ({ time, open, high, low, close, volume_open, volume_usdt, trades, firstAt, lastAt }) => ({
        openTime: Number(time),
        open,
        high,
        low,
        close,
        volumeOpen: volume_open,
        volumeUsdt: volume_usdt,
        trades,
        firstAt: Number(firstAt),
        lastAt: Number(lastAt),
      }),
    );
    expect(stored, interval).toEqual(candlesOf(swaps, interval));
  }
  await checkPool(cursor);
  await checkFees(traded.map(({ fee }) => fee ?? 0n));
  return traded.length;
}

async function checkPool(cursor: bigint): Promise<void> {
  const { rpc, db } = market.context;
  const client = clientOver(rpc, TEST_CHAIN_ID);
  const pair = { address: address('pair'), abi: uniswapV2PairAbi, blockNumber: cursor } as const;
  const reserves = await client.readContract({ ...pair, functionName: 'getReserves' });
  const total = await client.readContract({ ...pair, functionName: 'totalSupply' });
  const { rows } = await sql<{ open: bigint; usdt: bigint; lp: bigint }>`
    select reserve_open as open, reserve_usdt as usdt, lp_total as lp from pool_point
    order by block_number desc, log_index desc limit 1`.execute(db);
  const [open, usdt] = address('open') < address('usdt') ? reserves : [reserves[1], reserves[0]];
  expect(rows).toEqual([{ open, usdt, lp: total }]);
}

async function checkFees(fees: readonly bigint[]): Promise<void> {
  const { db, rpc } = market.context;
  const expected = new Map<string, bigint>();
  for (const { pool, amount } of fees.flatMap((fee) => divideFee(fee, feeShares)))
    expected.set(pool, (expected.get(pool) ?? 0n) + amount);
  for (const name of poolNames) {
    expect(await balanceOf(db, `pool:${name}`, 'USDT'), name).toBe(expected.get(`pool:${name}`) ?? 0n);
  }
  expect(await balanceOf(db, 'fee:swap', 'USDT')).toBe(0n);
  expect(await balanceOf(db, 'suspense:deposit', 'USDT')).toBe(0n);
  const checked = await reconcile({ db, rpc, chainId: TEST_CHAIN_ID, startBlock: 0n, now: new Date() });
  expect(checked.checks.map(({ coin: name, ledger, chain }) => [name, ledger === chain])).toEqual([
    ['USDT', true],
    ['OPEN', true],
    ['USDO', true],
  ]);
}

/** Takes `depth` blocks back; of the given transactions those come back, in the block after the common ancestor. */
async function reorganise(depth: number, kept: readonly Hex[]): Promise<void> {
  await market.context.rpc.call('anvil_reorg', [depth, kept.map((raw, index) => [raw, index])]);
}

test('refuses: to divide a fee twice, whatever is read again', async () => {
  await market.buy(1_000n * coin);
  await market.sell(500n * coin);
  await mine(2);
  await market.catchUp(market.follower());
  expect(await checkAgainstChain()).toBe(2);
  await inTransaction(market.context.db, (tx) => askRescan(tx, TEST_CHAIN_ID, 0n, 'test'));
  await market.catchUp(market.follower());
  expect(await checkAgainstChain()).toBe(2);
});

test('refuses: to count half a step, when it is killed between the fees and their division', async () => {
  await market.buy(33n * coin);
  await mine(2);
  const before = await balanceOf(market.context.db, 'pool:referral', 'USDT');
  const dying = market.follower({
    post: async () => {
      throw new Error('killed');
    },
  });
  await expect(market.catchUp(dying)).rejects.toThrow('killed');
  expect(await balanceOf(market.context.db, 'pool:referral', 'USDT')).toBe(before);
  await market.catchUp(market.follower());
  expect(await checkAgainstChain()).toBe(3);
});

test('refuses: what a lying node leaves out, until it is told', async () => {
  await market.buy(7n * coin);
  await market.sell(21n * coin);
  await mine(2);
  const { rpc } = market.context;
  // Every second log is left out of lists, and all of them from the first answer.
  let lies = 2;
  const lying: Rpc = {
    ...rpc,
    call: async (method, params) => {
      const answer = await rpc.call(method, params);
      if (method !== 'eth_getLogs' || lies <= 0) return answer;
      lies -= 1;
      return (answer as unknown[]).filter((_, index) => index % 2 === 1);
    },
  };
  await market.catchUp(market.follower({ rpc: lying }));
  expect(await checkAgainstChain()).toBe(5);
});

test('behavior: what is not final is shown, and taken back with its block', async () => {
  const follower = market.follower({ confirmations: async () => 10 });
  await mine(10);
  await market.catchUp(follower);
  const raw = await market.buy(50n * coin);
  await market.catchUp(follower);
  const shown = async () =>
    (await sql<Trade>`select * from trade where status = 'seen'`.execute(market.context.db)).rows;
  const volume = async (): Promise<bigint> => {
    const { rows } = await sql<{ sum: bigint | null }>`select sum(s.usdt_amount) as sum from swap_seen s
      join chain_cursor k on s.block_number > k.block_number`.execute(market.context.db);
    return rows[0]?.sum ?? 0n;
  };
  expect(await shown()).toMatchObject([{ usdt_amount: 50n * coin, bought: true, announced: true }]);
  expect(await volume()).toBe(49_750_000_000_000_000_000n);
  await reorganise(1, []);
  await market.catchUp(follower);
  expect(await shown()).toEqual([]);
  expect(await volume()).toBe(0n);
  await market.context.rpc.call('eth_sendRawTransaction', [raw]);
  await mine(12);
  await market.catchUp(follower);
  expect(await shown()).toEqual([]);
  expect(await checkAgainstChain()).toBe(6);
  const state = await findPoolState(market.context.db);
  expect(state).toMatchObject({ poolBps: 30, communityBps: 50, burnBps: 100, tradable: true });
  expect(state?.block).toBe(BigInt(await head()));
});

test('behavior: sockets hear of trades with the pool, and of each candle at most once a second', async () => {
  const heard: { type: string; data: Record<string, unknown> }[] = [];
  const { pool } = market.context.clone.connect('owner', { max: 1 });
  const client = await pool.connect();
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '{}')));
  await client.query(`listen ${EVERYONE_CHANNEL}`);
  let now = 1_000_000;
  const feed = new MarketFeed({
    db: market.context.db,
    rpc: market.context.rpc,
    chainId: TEST_CHAIN_ID,
    now: () => now,
  });
  const follower = market.follower({ handlers: marketHandlers(feed), confirmations: async () => 3 });
  const poll = async (): Promise<typeof heard> => {
    heard.length = 0;
    await feed.onPolled(await follower.poll());
    // Notifications of earlier commits come before the answer to this.
    await client.query('select 1');
    return [...heard];
  };
  await poll();
  now += 60_000;
  const [before] = [await poll()];
  expect(before.filter(({ type }) => type === 'trade')).toEqual([]);
  await market.buy(10n * coin);
  const first = await poll();
  const state = await findPoolState(market.context.db);
  const pooled = { reserveusdt: formatAmount(state?.reserveUsdt ?? 0n), block: await head() };
  expect(first.filter(({ type }) => type === 'trade')).toMatchObject([
    { data: { trade: { status: 'seen', mine: false, amount: '10', type: 'buy' }, pool: pooled } },
  ]);
  expect(first.filter(({ type }) => type === 'candle').map(({ data }) => data['interval'])).toEqual([
    ...intervals,
  ]);
  // Within the second the trade is told, its candles are not; they follow, also when nothing else happens.
  now += 500;
  await market.buy(11n * coin);
  expect((await poll()).map(({ type }) => type)).toEqual(['trade']);
  now += 600;
  const later = await poll();
  expect(later.map(({ type }) => type)).toEqual(intervals.map(() => 'candle'));
  expect(await poll()).toEqual([]);
  // A block that is taken back takes its trade with it, and the candles are told anew.
  now += 1_000;
  await reorganise(1, []);
  const gone = await poll();
  expect(gone[0]).toMatchObject({ type: 'trade', data: { gone: [expect.stringMatching(/^trd_/)] } });
  expect(gone.filter(({ type }) => type === 'candle')).toHaveLength(intervals.length);
  now += 1_000;
  await mine(3);
  expect((await poll()).filter(({ type }) => type === 'trade')).toMatchObject([
    { data: { trade: { status: 'final', amount: '10' } } },
  ]);
  client.release();
  await market.catchUp(market.follower());
  await checkAgainstChain();
});

test('property: after any reorganisation trades, candles, pool and fees are exactly the chain’s', async () => {
  const schedules = Number(process.env['OPENMERE_REORG_SEEDS'] ?? 8);
  const confirmations = async (): Promise<number> => 20;
  for (let seed = 1; seed <= schedules; seed += 1) {
    const random = seededRandom(seed);
    let follower = market.follower({ confirmations });
    for (let round = 0; round < 3; round += 1) {
      const raws: Hex[] = [];
      for (let count = 1 + random(3); count > 0; count -= 1) {
        if (random(2) === 0) await market.context.rpc.call('evm_increaseTime', [random(4_000)]);
        const amount = BigInt(1 + random(400)) * coin + BigInt(random(1_000_000));
        raws.push(random(2) === 0 ? await market.buy(amount) : await market.sell(amount));
      }
      if (random(2) === 0) await market.catchUp(follower);
      // Only blocks of this round go; those that come back stand in other blocks.
      if (random(3) > 0) await reorganise(raws.length, raws.slice(0, random(raws.length + 1)));
      if (random(2) === 0) follower = market.follower({ confirmations });
      await market.catchUp(follower);
    }
    await mine(20);
    await market.catchUp(follower);
    await checkAgainstChain();
  }
  expect(await checkAgainstChain()).toBeGreaterThan(schedules);
}, 240_000);

test('refuses: the pool of a later block under the name of this one, whatever a node answers for numbers', async () => {
  const { anvil, db } = market.context;
  await market.catchUp(market.follower());
  const node = await FaultRpc.listen({ upstream: anvil.url });
  node.set({ future: {} });
  const feed = new MarketFeed({ db, rpc: createRpc(node.url), chainId: TEST_CHAIN_ID });
  await mine(1);
  const polled = await market.follower().poll();
  const before = await findPoolState(db);
  await market.buy(50n * coin);
  await feed.onPolled(polled);
  const state = await findPoolState(db);
  expect(state?.block).toBe(polled.head);
  // Nothing was traded up to that block.
  expect([state?.reserveUsdt, state?.reserveOpen]).toEqual([before?.reserveUsdt, before?.reserveOpen]);
  await node.close();
  await mine(3);
  await market.catchUp(market.follower());
});

test('behavior: sockets hear at once that trading is switched off, with the rates in force', async () => {
  const heard: { type: string; data: { pool?: object } }[] = [];
  const { pool } = market.context.clone.connect('owner', { max: 1 });
  const client = await pool.connect();
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '{}')));
  await client.query(`listen ${EVERYONE_CHANNEL}`);
  const { db, rpc } = market.context;
  const feed = new MarketFeed({ db, rpc, chainId: TEST_CHAIN_ID });
  const follower = market.follower({ handlers: marketHandlers(feed) });
  await feed.onPolled(await follower.poll());
  const pause = encodeFunctionData({ abi: swapDeskAbi, functionName: 'pause' });
  await rpc.call('eth_sendTransaction', [{ from: anvilAccounts[2], to: address('swapDesk'), data: pause }]);
  await mine(1);
  await feed.onPolled(await follower.poll());
  await client.query('select 1');
  const fees = { poolbps: 30, communitybps: 50, burnbps: 100 };
  expect(heard.at(-1)).toMatchObject({ type: 'trade', data: { pool: { tradable: false, fees } } });
  client.release();
});
