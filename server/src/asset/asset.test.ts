import { randomUUID } from 'node:crypto';
import { locales } from '@openmere/core/kit/language.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { depositEntry, transferEntry } from '../ledger/test-ledger.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { createTestApi, memorySessions } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import { newId } from '../platform/ids.ts';
import { writeSetting } from '../setting/write.ts';
import { announceBalances } from './announce.ts';
import { assetRoutes } from './routes.ts';

const token = 'asset-test-token-aaaaaaaaaaaaaaaaaaaaaaaaaaa';
const memberId = 'mem_asset';
const wallet = `0x${'a1'.repeat(20)}`;

let clone: TestDatabase;
let database: Database;
let api: TestApi;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('app');
  await sql`insert into member (id, nickname, nickname_key, invitation_code, wallet_address, wallet_bound_at, activated_at)
    values (${memberId}, 'Asset', 'asset', 'ASSET0', ${wallet}, now(), now())`.execute(
    clone.connect('owner').db,
  );
  const owner = { kind: 'member' as const, id: memberId, family: memberId, sessionId: 'ses_1' };
  api = await createTestApi({
    db: database.db,
    sessions: memorySessions({ [token]: owner }),
    routes: (target) => assetRoutes(target, { chainId: 31337 }),
  });
});
afterAll(async () => {
  await api.close();
  await clone.drop();
});

let entries = 0;
const key = (): string => `entry ${(entries += 1)}`;

async function post(entry: JournalEntry): Promise<void> {
  await inTransaction(database.db, (tx) => postEntry(tx, entry, { onPosted: announceBalances }));
}

const credit = (coins: bigint, asset = 'USDT') => post(depositEntry(key(), memberId, coins * oneCoin, asset));
const send = (coins: bigint) => post(transferEntry(key(), memberId, 'mem_other', coins * oneCoin));

/** A withdrawal as its domain makes it: row and hold. */
async function hold(coins: bigint, asset = 'USDT'): Promise<string> {
  const id = newId('wdr');
  const amount = coins * oneCoin;
  await post({
    key: key(),
    kind: 'withdrawal',
    reference: id,
    actor: `member:${memberId}`,
    postings: [{ source: availableAccount(memberId), destination: heldAccount(memberId), asset, amount }],
  });
  const payout = `0x${id
    .slice(4)
    .replace(/[^0-9a-f]/g, '0')
    .padEnd(64, '0')}`;
  await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
      minimum, multiple, address, decider, score, checks)
    values (${id}, ${payout}, ${memberId}, ${memberId}, ${randomUUID()}, ${asset}, 31337, ${amount}, 0, ${amount}, ${20n * oneCoin},
      ${20n * oneCoin}, ${wallet}, 'none', 0, '[]')`.execute(database.db);
  return id;
}

const call = (path: string, parameters = {}, lang = 2) => api.call(path, parameters, { token, lang });
type Row = Record<string, string>;

async function balanceOf(coinid: string): Promise<Row | undefined> {
  return ((await call('Users/Balance')).list as Row[]).find((row) => row['coinid'] === coinid);
}

beforeEach(async () => {
  await sql`delete from socket_message`.execute(database.db);
});

test('refuses: balances, records and locks without a login, and coins that there are not', async () => {
  for (const path of ['Users/Balance', 'trade/GetUserBalanceRecord', 'Wallet/Locks']) {
    expect((await api.call(path, { coinid: 'USDT' })).code).toBe('notlogin');
  }
  for (const path of ['trade/GetUserBalanceRecord', 'Wallet/Locks']) {
    for (const [lang] of locales.entries()) {
      const refused = await call(path, { coinid: 'DOGE' }, lang);
      expect(refused).toMatchObject({ success: false, code: 'invalid', data: { reason: 'asset.badcoin' } });
      expect(refused.msg).toContain('DOGE');
    }
    expect((await call(path, { coinid: 'usdt' })).code).toBe('invalid');
  }
});

test('behavior: every coin of the ledger stands in the list, exact to the last unit', async () => {
  await post(depositEntry(key(), memberId, 1n, 'USDO'));
  const rows = (await call('Users/Balance')).list as Row[];
  expect(rows.map((row) => row['coinid'])).toEqual(['USDT', 'OPEN', 'USDO', 'EQUITY', 'OBL', 'POY']);
  expect(await balanceOf('USDO')).toEqual({
    coinid: 'USDO',
    balance: '0.000000000000000001',
    lockbalance: '0',
    available: '0.000000000000000001',
  });
});

test('behavior: locks name what is held and sum to lockbalance', async () => {
  await credit(500n);
  const [first, second] = [await hold(40n), await hold(100n)];
  const rows = (await call('Wallet/Locks', { coinid: 'USDT' })).list as Row[];
  expect(rows.map((row) => row['id'])).toEqual([second, first]);
  expect(rows[0]).toMatchObject({ kind: 'withdrawal', amount: '100', status: 'reviewing' });
  const sum = rows.reduce((total, row) => total + (parseAmount(row['amount'] ?? '') ?? 0n), 0n);
  const balance = await balanceOf('USDT');
  expect(parseAmount(balance?.['lockbalance'] ?? '')).toBe(sum);
  expect(balance).toMatchObject({ balance: '500', available: '360' });
  expect((await call('Wallet/Locks', { coinid: 'OPEN' })).list).toEqual([]);
});

test('behavior: records page backwards by cursor and by kind, each with the balance after it', async () => {
  await credit(1_000n, 'OPEN');
  for (let count = 0; count < 5; count += 1)
    await post(transferEntry(key(), memberId, 'mem_other', oneCoin, 'OPEN'));
  await credit(7n, 'OPEN');
  const all: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('trade/GetUserBalanceRecord', { coinid: 'OPEN', pageSize: 3, cursor });
    all.push(...((page.list ?? []) as Row[]));
    cursor = (page.data as { cursor?: string } | null)?.cursor;
  } while (cursor !== undefined);
  expect(all.map((row) => row['amount'])).toEqual(['7', '-1', '-1', '-1', '-1', '-1', '1000']);
  expect(all.map((row) => row['balanceafter'])).toEqual(['1002', '995', '996', '997', '998', '999', '1000']);
  expect(all[0]).toMatchObject({ kind: 'deposit', description: 'Deposit' });
  expect(all[1]).toMatchObject({ kind: 'transfer', description: 'Transfer sent' });
  const deposits = await call('trade/GetUserBalanceRecord', { coinid: 'OPEN', kind: 'deposit', pageSize: 1 });
  expect((deposits.list as Row[]).map((row) => row['amount'])).toEqual(['7']);
  const next = (deposits.data as { cursor: string }).cursor;
  const older = await call('trade/GetUserBalanceRecord', {
    coinid: 'OPEN',
    kind: 'deposit',
    pageSize: 1,
    cursor: next,
  });
  expect((older.list as Row[]).map((row) => row['amount'])).toEqual(['1000']);
});

test('behavior: records of all coins together, newest first, page by page, each once', async () => {
  for (const asset of ['USDT', 'OPEN', 'USDO', 'USDT']) await credit(3n, asset);
  const all: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('trade/GetUserBalanceRecord', { pageSize: 2, cursor });
    all.push(...((page.list ?? []) as Row[]));
    cursor = (page.data as { cursor?: string } | null)?.cursor;
  } while (cursor !== undefined);
  expect(all.slice(0, 4).map((row) => row['coinid'])).toEqual(['USDT', 'USDO', 'OPEN', 'USDT']);
  const one = (await call('trade/GetUserBalanceRecord', { coinid: 'OPEN', pageSize: 1000 })).list as Row[];
  expect(all.filter((row) => row['coinid'] === 'OPEN')).toEqual(one);
  expect(new Set(all.map((row) => row['id'])).size).toBe(all.length);
});

test('behavior: the record of a withdrawal says what became of its money', async () => {
  await credit(100n, 'USDO');
  const [paid, back, open] = [await hold(20n, 'USDO'), await hold(20n, 'USDO'), await hold(20n, 'USDO')];
  const owner = clone.connect('owner').db;
  await sql`alter table withdrawal disable trigger user`.execute(owner);
  await sql`update withdrawal set status = 'confirmed', paid_tx = ${`0x${'1'.repeat(64)}`}, paid_block = 1 where id = ${paid}`.execute(
    owner,
  );
  await sql`update withdrawal set status = 'cancelled' where id = ${back}`.execute(owner);
  await sql`alter table withdrawal enable trigger user`.execute(owner);
  const { list } = await call('trade/GetUserBalanceRecord', { coinid: 'USDO', kind: 'withdrawal' });
  const said = new Map(
    (list as Row[]).map((row) => [row['reference'], [row['outcome'], row['description']]]),
  );
  expect(said.get(paid)).toEqual(['paid', 'Withdrawal paid']);
  expect(said.get(back)).toEqual(['returned', 'Withdrawal, not made']);
  expect(said.get(open)).toEqual(['held', 'Withdrawal, amount held']);
  const rowOf = (id: string) => (list as Row[]).find((row) => row['reference'] === id);
  const [hash, fee] = [`0x${'1'.repeat(64)}`, expect.any(String)];
  expect(rowOf(paid)).toMatchObject({ hash, fee, counterpart: wallet, usdtvalue: '-20' });
  expect(rowOf(open)).toMatchObject({ hash: null, fee });
  // What came back cost nothing.
  expect(rowOf(back)).toMatchObject({ hash: null, fee: null });
});

test('behavior: the record of a transfer names the other one as both were shown then', async () => {
  const entry = transferEntry(key(), memberId, 'mem_other', oneCoin, 'USDT');
  await credit(5n);
  await post({ ...entry, data: { toName: 'M***k', fromName: 'A***t', fee: '0.005' } });
  const { list } = await call('trade/GetUserBalanceRecord', { coinid: 'USDT', pageSize: 1 });
  expect(list?.[0]).toMatchObject({ counterpart: 'M***k', description: 'To M***k', fee: '0.005' });
});

test('behavior: the record of OPEN says what it was worth when it was booked, and nothing where no trade says so', async () => {
  const worth = async () =>
    ((await call('trade/GetUserBalanceRecord', { coinid: 'OPEN', pageSize: 1 })).list as Row[])[0]?.[
      'usdtvalue'
    ];
  const trade = (ago: string, price: bigint) =>
    sql`insert into candle (chain_id, interval, open_time, open, high, low, close, volume_open, volume_usdt, trades, first_at, last_at)
      values (31337, '1m', date_trunc('minute', now()) - ${ago}::interval, ${price}, ${price}, ${price}, ${price}, 1, 1, 1, 1, 1)`.execute(
      clone.connect('owner').db,
    );
  await credit(3n, 'OPEN');
  expect(await worth()).toBeNull();
  await trade('3 minutes', 2n * oneCoin);
  // A minute that is not over may have been traded in after the booking.
  await trade('0', 9n * oneCoin);
  expect(await worth()).toBe('6');
  await send(1n);
  expect(await worth()).toBe('6');
});

test('behavior: whoever a posting touches hears the new balance, once per entry', async () => {
  await credit(60n);
  await send(10n);
  const { rows } = await sql<{ member_id: string; data: { list: Row[] } }>`
    select member_id, data from socket_message where type = 'balance' order by member_id, seq`.execute(
    database.db,
  );
  expect(rows.map((row) => row.member_id)).toEqual([memberId, memberId, 'mem_other']);
  expect(rows[1]?.data.list).toEqual([await balanceOf('USDT')]);
});

test('behavior: the coin list names the contract as soon as the address map has it', async () => {
  const list = async () => (await api.call('Ctrls/coinlist')).list as (Row & { deposit: boolean })[];
  expect((await list()).every((coin) => coin['contract'] === undefined)).toBe(true);
  const usdt = `0x${'5'.repeat(40)}`;
  await inTransaction(clone.connect('owner').db, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify({ usdt }), changedBy: 'installation' },
    ),
  );
  const coins = await list();
  expect(coins.map((coin) => coin['coinid'])).toEqual([
    'USDT',
    'OPEN',
    'OUSD',
    'USDO',
    'EQUITY',
    'OBL',
    'POY',
  ]);
  expect(coins[0]).toMatchObject({
    contract: usdt,
    symbol: 'USDT',
    decimals: 18,
    deposit: true,
    withdraw: true,
  });
  expect(coins.filter((coin) => coin.deposit).map((coin) => coin['coinid'])).toEqual(['USDT', 'USDO']);
});

test('behavior: EQUITY that was earned says so in every language', async () => {
  await post({
    key: key(),
    kind: 'equity-earned',
    reference: 'equity:20000',
    actor: 'system:settlement',
    postings: [
      { source: 'world', destination: availableAccount(memberId), asset: 'EQUITY', amount: 40n * oneCoin },
    ],
  });
  for (const [lang, locale] of locales.entries()) {
    const [record] = (await call('Users/CreditDetail', { coinid: 'EQUITY' }, lang)).list as Row[];
    expect(record).toMatchObject({ kind: 'equity-earned', amount: '40' });
    expect(record?.['description'], locale).toContain('EQUITY');
  }
});
