import { defaultOf } from '@openmere/core/setting/define.ts';
import { swapFeeShares } from '@openmere/core/setting/market.ts';
import { divideFee } from '@openmere/core/swap/fee-shares.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { askRescan, findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { forgetSettings } from '../setting/read.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { mineAt, newHash, settle } from '../test/scripted-context.ts';
import type { Emitted } from '../test/scripted-context.ts';
import { lpMoved, openSwapContext, pair, swapped, synced, traded } from '../test/swap-logs.ts';
import type { SwapContext } from '../test/swap-logs.ts';

const feeShares = defaultOf(swapFeeShares);
const nobody: Hex = `0x${'0'.repeat(40)}`;
const anna: Hex = `0x${'a1'.repeat(20)}`;
const start = 1_700_000_000;
let context: SwapContext;
beforeAll(async () => {
  context = await openSwapContext();
}, 60_000);
afterAll(() => context.close());

type Point = { block_number: bigint; reserve_open: bigint; reserve_usdt: bigint; lp_total: bigint };
const points = async (of: SwapContext = context): Promise<Point[]> =>
  (
    await sql<Point>`select block_number, reserve_open, reserve_usdt, lp_total from pool_point
      order by block_number, log_index`.execute(of.db)
  ).rows;
const minutes = async (of: SwapContext = context) =>
  (
    await sql<{ open: bigint; high: bigint; low: bigint; close: bigint; trades: number }>`
      select open, high, low, close, trades from candle where interval = '1m' order by open_time`.execute(
      of.db,
    )
  ).rows;
const counted = async (table: 'trade' | 'candle' | 'open_burn' | 'pool_point'): Promise<number> => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(
    context.db,
  );
  return Number(rows[0]?.n);
};

test('refuses: what only looks like a trade, dust, flash loans, and LP that a holder sends to nobody', async () => {
  const good = traded(anna, { bought: true, usdt: coin, open: coin });
  const swap = swapped({ bought: true, usdt: coin, open: coin });
  const logs: Emitted[] = [
    { ...good, topics: good.topics.slice(0, 2) },
    { ...good, data: `${good.data}00` },
    { ...good, topics: [good.topics[0] as Hex, good.topics[1] as Hex, `0x${'2'.padStart(64, '0')}`] },
    { ...good, topics: [good.topics[0] as Hex, `0x1${good.topics[1]?.slice(3)}`, good.topics[2] as Hex] },
    { ...good, address: pair },
    { ...swap, data: swap.data.slice(0, -64) as Hex },
    swapped({ bought: true, usdt: 9_999n, open: coin }),
    swapped({ bought: true, usdt: coin, open: 1n }),
    // Both coins come in: a loan given back with its fee.
    {
      ...swap,
      data: `0x${[coin, coin, 0n, 0n].map((one) => one.toString(16).padStart(64, '0')).join('')}`,
    },
    lpMoved(anna, nobody, 5n),
    lpMoved(anna, pair, 5n),
  ];
  mineAt(
    context,
    start,
    logs.map((log) => ({ ...log, txHash: newHash() })),
  );
  await settle(context);
  expect([await counted('trade'), await counted('candle'), await counted('pool_point')]).toEqual([0, 0, 0]);
});

test('behavior: fees whose coming lies in suspense are found there, and divided to the unit', async () => {
  const fees = [1n, 999n, 12_345_678_901_234_567n];
  mineAt(
    context,
    start + 10,
    fees.map((fee) => traded(anna, { bought: false, usdt: coin, open: coin, fee, burned: 3n })),
  );
  await settle(context);
  const sum = fees.reduce((all, fee) => all + fee, 0n);
  expect(await balanceOf(context.db, 'suspense:deposit', 'USDT')).toBe(-sum);
  expect(await balanceOf(context.db, 'fee:swap', 'USDT')).toBe(0n);
  const expected = new Map<string, bigint>();
  for (const { pool, amount } of fees.flatMap((fee) => divideFee(fee, feeShares)))
    expected.set(pool, (expected.get(pool) ?? 0n) + amount);
  for (const [pool, amount] of expected) {
    expect(await balanceOf(context.db, pool as 'pool:yield', 'USDT'), pool).toBe(amount);
  }
  expect([...expected.values()].reduce((all, amount) => all + amount, 0n)).toBe(sum);
});

test('behavior: other shares hold for the trades that come then; what was divided stays, also when it is read again', async () => {
  const pool = 'pool:operations';
  const before = await balanceOf(context.db, pool, 'USDT');
  await sql`insert into config (idx, val, version, changed_by)
    values ('swap.feeShares', 'referral:0,yield:0,node:0,market-value:0,operations:100', 1, 'test')`.execute(
    context.owner,
  );
  forgetSettings();
  mineAt(context, start + 15, [
    traded(anna, { bought: false, usdt: coin, open: coin, fee: 777n, burned: 3n }),
  ]);
  await settle(context);
  await inTransaction(context.db, (tx) => askRescan(tx, context.chain.chainId, 0n, 'test'));
  await catchUp(context.follower());
  expect(await balanceOf(context.db, pool, 'USDT')).toBe(before + 777n);
});

test('refuses: a price far from the pool’s, for a swap that nearly costs nothing; the trades around it stay as they are', async () => {
  const market = await openSwapContext();
  const [one, other] = [newHash(), newHash()];
  const [open, usdt] = [4_000_000n * coin, 1_000_000n * coin];
  mineAt(market, start, [
    synced(open - 4n * coin, usdt + coin, one),
    swapped({ bought: true, usdt: coin, open: 4n * coin }, one),
    synced(open - 4n * coin - 10_000n, usdt + coin + 10n ** 10n, one),
    swapped({ bought: true, usdt: 10n ** 10n, open: 10_000n }, one),
  ]);
  mineAt(market, start + 60, [
    synced(open + 10n ** 10n, usdt - 10_000n, other),
    swapped({ bought: false, usdt: 10_000n, open: 10n ** 10n }, other),
  ]);
  const near = (price: bigint | undefined): boolean =>
    price !== undefined && price > (coin * 247n) / 1_000n && price < (coin * 253n) / 1_000n;
  await catchUp(market.follower());
  const { rows: seen } = await sql<{ price: bigint }>`select price from swap_seen order by log_index`.execute(
    market.db,
  );
  expect(seen.map(({ price }) => near(price))).toEqual([true, true, true]);
  await settle(market);
  const [first, second, ...more] = await minutes(market);
  expect([first?.open, first?.trades, second?.trades, more.length]).toEqual([coin / 4n, 2, 1, 0]);
  for (const candle of [first, second]) expect([candle?.high, candle?.low].map(near)).toEqual([true, true]);
  await market.close();
});

/** The chain takes everything behind `common` back and goes on with `logs` instead, and two operators let the follower go back. */
async function reorganise(of: SwapContext, common: number, logs: readonly Emitted[]): Promise<void> {
  const { chain } = of;
  const { chainId, blocks } = chain;
  const cursor = await findChainState(of.db, chainId);
  const height = blocks.length;
  chain.unwind(height - 1 - common);
  mineAt(of, start + common + 1, logs);
  while (blocks.length < height) chain.mine();
  const number = cursor?.number ?? 0n;
  await sql`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash,
      rollback_proposed_by, rollback_approved_by)
    values (${chainId}, ${number}, ${cursor?.hash}, ${blocks[Number(number)]?.hash}, ${common}, ${blocks[common]?.hash},
      'maker', 'checker')`.execute(of.owner);
}

test('refuses: to stand still where a reorganisation has put other logs at the places of those that are gone', async () => {
  const other = await openSwapContext();
  const open: Hex = `0x${'0b'.repeat(20)}`;
  const change = (amount: bigint): Emitted[] => {
    const txHash = newHash();
    const made = lpMoved(nobody, anna, amount, txHash);
    return [
      made,
      synced(amount * coin, coin, txHash),
      { ...made, topics: lpMoved(anna, nobody, 1n).topics, address: open },
    ];
  };
  mineAt(other, start + 1, change(5n));
  await settle(other);
  await reorganise(other, 0, change(7n));
  await catchUp(other.follower());
  expect(await points(other)).toMatchObject([{ block_number: 1n, reserve_open: 7n * coin }]);
  await other.close();
});

test('behavior: the pool series follows reserves and LP, from the first units to protocol fees and burns', async () => {
  const [add, remove] = [newHash(), newHash()];
  mineAt(context, start + 20, [
    lpMoved(nobody, nobody, 1_000n, add),
    lpMoved(nobody, anna, 9_000n, add),
    synced(4n * coin, 2n * coin, add),
  ]);
  mineAt(context, start + 30, [
    lpMoved(nobody, `0x${'fe'.repeat(20)}`, 50n, remove),
    lpMoved(anna, pair, 4_050n, remove),
    lpMoved(pair, nobody, 4_050n, remove),
    synced(3n * coin, coin, remove),
  ]);
  await settle(context);
  expect(await points()).toMatchObject([
    { reserve_open: 4n * coin, reserve_usdt: 2n * coin, lp_total: 10_000n },
    { reserve_open: 3n * coin, reserve_usdt: coin, lp_total: 6_000n },
  ]);
});

test('behavior: a member hears that his trade is final, once; old trades are told to nobody', async () => {
  const { id } = await addMember(context, { wallet: anna });
  const time = Math.floor(Date.now() / 1000) - 30;
  const trade = traded(anna, { bought: true, usdt: coin, open: coin });
  mineAt(context, time, [trade]);
  await settle(context);
  await inTransaction(context.db, (tx) => askRescan(tx, context.chain.chainId, 0n, 'test'));
  await catchUp(context.follower());
  const { rows } = await sql<{
    member_id: string;
    data: object;
  }>`select member_id, data from socket_message`.execute(context.db);
  expect(rows).toEqual([
    { member_id: id, data: expect.objectContaining({ kind: 'trade', hash: trade.txHash, status: 'final' }) },
  ]);
  const { rows: news } = await sql<{
    tx_hash: string;
  }>`select tx_hash from trade where not announced`.execute(context.db);
  expect(news).toEqual([{ tx_hash: trade.txHash }]);
});

test('property: logs that were left out and come later, in any order, give the same candles and pool', async () => {
  for (let seed = 0; seed < 3; seed += 1) {
    const [whole, patched] = [await openSwapContext(), await openSwapContext()];
    for (const one of [whole, patched]) {
      let total = 0n;
      for (let block = 0; block < 12; block += 1) {
        const price = BigInt(1 + ((block * 7 + seed * 3) % 11));
        const txHash: Hex = `0x${(block + 1).toString(16).padStart(64, '9')}`;
        total += price;
        mineAt(one, start + block * 25, [
          lpMoved(nobody, anna, price, txHash),
          synced(total * coin, coin, txHash),
          swapped({ bought: block % 2 === 0, usdt: price * coin, open: 2n * coin }, txHash),
        ]);
      }
    }
    await settle(whole);
    // Some blocks are kept from the follower, logs and blooms alike; a rescan finds them.
    const all = patched.chain.blocks;
    const hidden = all.filter((block, index) => block.logs.length > 0 && (index + seed) % 3 === 0);
    const kept = new Map(hidden.map((block) => [block, block.logs]));
    for (const block of hidden) block.logs = [];
    await settle(patched);
    for (const [block, logs] of kept) block.logs = logs;
    await inTransaction(patched.db, (tx) => askRescan(tx, patched.chain.chainId, 0n, 'test'));
    await catchUp(patched.follower());
    expect(await minutes(patched), `seed ${seed}`).toEqual(await minutes(whole));
    expect(await points(patched), `seed ${seed}`).toEqual(await points(whole));
    await whole.close();
    await patched.close();
  }
}, 180_000);
