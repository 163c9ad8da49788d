import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import type { kline, tradeRow } from '@openmere/core/swap/contract.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SessionOwner } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import { createTestApi, memorySessions } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { mineAt, settle } from '../test/scripted-context.ts';
import { lpMoved, openSwapContext, swapped, synced, traded, writePoolState } from '../test/swap-logs.ts';
import type { SwapContext, Terms } from '../test/swap-logs.ts';
import { swapRoutes } from './routes.ts';

type Candle = CallOutput<typeof kline>;
type Row = z.output<typeof tradeRow>;

const tokens = {
  anna: 'anna-test-token-aaaaaaaaaaaaaaaaaaaaaaaaaaa',
  bert: 'bert-test-token-aaaaaaaaaaaaaaaaaaaaaaaaaaa',
};
const anna: Hex = `0x${'a1'.repeat(20)}`;
const stranger: Hex = `0x${'c3'.repeat(20)}`;
/** Monday 2023-11-13 00:00 UTC. */
const monday = 1_699_833_600;
let context: SwapContext;
let api: TestApi;
let now = new Date(monday * 1000);

beforeAll(async () => {
  context = await openSwapContext();
  const owner = async (address: Hex | null): Promise<SessionOwner> => {
    const { id } = await addMember(context, { wallet: address });
    return { kind: 'member', id, family: id, sessionId: `ses_${id}` };
  };
  const owners = { [tokens.anna]: await owner(anna), [tokens.bert]: await owner(null) };
  api = await createTestApi({
    db: context.db,
    clock: () => now,
    sessions: memorySessions<SessionOwner>(owners),
    routes: (target) => swapRoutes(target, { db: context.db, chainId: context.chain.chainId }),
  });
  // Clocks of blocks start before the week that is looked at.
  for (const block of context.chain.blocks) block.time = monday - 100;
}, 60_000);
afterAll(async () => {
  await api.close();
  await context.close();
});

const candles = async (parameters: object): Promise<Candle[]> =>
  (await api.call('trade/Kline', parameters)).list as Candle[];
const rows = async (parameters: object = {}, token: string = tokens.anna): Promise<Row[]> =>
  (await api.call('trade/Trades', parameters, { token })).list as Row[];
const iso = (time: number): string => new Date(time * 1000).toISOString();
const buying = (usdt: bigint, open: bigint): Terms => ({
  bought: true,
  usdt: usdt * coin,
  open: open * coin,
});

/** A buy of Anna's: desk and pair say it in one transaction. */
function buy(time: number, usdt: bigint, open: bigint, address: Hex = anna): void {
  const terms = buying(usdt, open);
  mineAt(context, time, [
    synced(1_000n * coin, (1_000n * coin * usdt) / open),
    swapped(terms),
    traded(address, { ...terms, fee: coin / 100n }),
  ]);
}

test.each<[string, string, object]>([
  ['a wrong type', 'trade/Kline', { interval: 5 }],
  ['an unknown interval', 'trade/Kline', { interval: '2m' }],
  ['no interval', 'trade/Kline', {}],
  ['a time that is none', 'trade/Kline', { interval: '1m', before: 'yesterday' }],
  ['too many', 'trade/Kline', { interval: '1m', limit: 1_001 }],
  ['none', 'trade/Kline', { interval: '1m', limit: 0 }],
  ['an unknown field', 'trade/Kline', { interval: '1m', secret: 1 }],
  ['an unknown field', 'trade/Pool', { x: 1 }],
  ['a wrong scope', 'trade/Trades', { scope: 'theirs' }],
  ['a wrong type', 'trade/Trades', { type: 'give' }],
  ['an id that is none', 'trade/Trades', { id: 'trd' }],
  ['an id that is too long', 'trade/Trades', { id: `trd_${'0'.repeat(65)}` }],
  ['a cursor that is too long', 'trade/Trades', { cursor: 'x'.repeat(513) }],
  ['a cursor that was made up', 'trade/Trades', { cursor: 'WzEsMl0.AAAA' }],
  ['too many', 'trade/Trades', { pageSize: 1_001 }],
  ['an unknown field', 'trade/Trades', { member: 'mem_root' }],
])('refuses: %s at %s', async (_what, path, parameters) => {
  expect((await api.call(path, parameters, { token: tokens.anna })).code).toBe('invalid');
});

test('refuses: trades without a login, and the pool before it was ever read', async () => {
  expect((await api.call('trade/Trades', {})).code).toBe('notlogin');
  const answer = await api.call('trade/Pool', {});
  expect(answer).toMatchObject({ success: false, code: 'unavailable', data: { reason: 'swap.nopool' } });
  expect(await candles({ interval: '1m' })).toEqual([]);
});

test('behavior: candles fill gaps with the last close, begin with the first trade, and page back', async () => {
  mineAt(context, monday, [
    lpMoved(`0x${'0'.repeat(40)}`, stranger, 170n * coin),
    synced(1_000n * coin, 500n * coin),
  ]);
  buy(monday + 10, 10n, 20n);
  buy(monday + 50, 30n, 50n);
  buy(monday + 190, 16n, 20n);
  await settle(context);
  now = new Date((monday + 300) * 1000);
  const list = await candles({ interval: '1m' });
  const flat = { volumeopen: '0', volumeusdt: '0', trades: 0 };
  expect(list).toEqual([
    {
      opentime: iso(monday),
      open: '0.5',
      high: '0.6',
      low: '0.5',
      close: '0.6',
      volumeopen: '70',
      volumeusdt: '40',
      trades: 2,
    },
    { opentime: iso(monday + 60), open: '0.6', high: '0.6', low: '0.6', close: '0.6', ...flat },
    { opentime: iso(monday + 120), open: '0.6', high: '0.6', low: '0.6', close: '0.6', ...flat },
    {
      opentime: iso(monday + 180),
      open: '0.8',
      high: '0.8',
      low: '0.8',
      close: '0.8',
      volumeopen: '20',
      volumeusdt: '16',
      trades: 1,
    },
    { opentime: iso(monday + 240), open: '0.8', high: '0.8', low: '0.8', close: '0.8', ...flat },
    { opentime: iso(monday + 300), open: '0.8', high: '0.8', low: '0.8', close: '0.8', ...flat },
  ]);
  const newest = await candles({ interval: '1m', limit: 2 });
  expect(newest).toEqual(list.slice(-2));
  const before = await candles({ interval: '1m', limit: 3, before: newest[0]?.opentime ?? '' });
  expect(before).toEqual(list.slice(1, 4));
  expect(await candles({ interval: '1m', before: list[0]?.opentime ?? '' })).toEqual([]);
  // A time inside of a candle means that candle too; the far future ends now.
  expect(await candles({ interval: '1m', before: iso(monday + 61) })).toEqual(list.slice(0, 2));
  expect(await candles({ interval: '1m', before: '9999-12-31T23:59:59Z' })).toEqual(list);
  const [week] = await candles({ interval: '1w' });
  expect(week).toEqual({
    opentime: iso(monday),
    open: '0.5',
    high: '0.8',
    low: '0.5',
    close: '0.8',
    volumeopen: '90',
    volumeusdt: '56',
    trades: 3,
  });
});

test('behavior: what is not final is in the candles, once, before and after it is final', async () => {
  buy(monday + 310, 9n, 10n);
  await catchUp(context.follower());
  const expected = { open: '0.9', close: '0.9', volumeopen: '10', volumeusdt: '9', trades: 1 };
  expect((await candles({ interval: '1m', limit: 1 }))[0]).toMatchObject(expected);
  expect((await rows()).map(({ status }) => status)).toEqual(['seen', 'final', 'final', 'final']);
  await settle(context);
  expect((await candles({ interval: '1m', limit: 1 }))[0]).toMatchObject(expected);
  expect((await rows()).map(({ status }) => status)).toEqual(['final', 'final', 'final', 'final']);
});

test('behavior: trades page by cursor, are told apart as one’s own, and are found by their id', async () => {
  buy(monday + 320, 5n, 5n, stranger);
  const selling = { bought: false, usdt: 3n * coin, open: 4n * coin, fee: 1n, burned: coin };
  mineAt(context, monday + 330, [traded(anna, selling)]);
  await settle(context);
  const all = await rows();
  expect(all.map(({ type, mine }) => [type, mine])).toEqual([
    ['sell', true],
    ['buy', false],
    ['buy', true],
    ['buy', true],
    ['buy', true],
    ['buy', true],
  ]);
  expect(all[0]).toMatchObject({ quantity: '4', amount: '3', price: '0.75', burned: '1', address: anna });
  const paged: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.call(
      'trade/Trades',
      { pageSize: 2, ...(cursor ? { cursor } : {}) },
      { token: tokens.anna },
    );
    paged.push(...((page.list ?? []) as Row[]));
    cursor = (page.data as { cursor?: string } | undefined)?.cursor;
  } while (cursor);
  expect(paged).toEqual(all);
  expect(await rows({ scope: 'mine' })).toEqual(all.filter(({ mine }) => mine));
  expect(await rows({ scope: 'mine', type: 'sell' })).toEqual(all.slice(0, 1));
  expect(await rows({ id: all[1]?.id ?? '' })).toEqual(all.slice(1, 2));
  expect(await rows({ id: 'trd_foreign' })).toEqual([]);
  // Another's cursor is no cursor; without a wallet nothing is one's own.
  const first = await api.call('trade/Trades', { scope: 'mine', pageSize: 1 }, { token: tokens.anna });
  const { cursor: foreign } = first.data as { cursor: string };
  const answer = await api.call('trade/Trades', { scope: 'mine', cursor: foreign }, { token: tokens.bert });
  expect(answer.code).toBe('invalid');
  expect(await rows({ scope: 'mine' }, tokens.bert)).toEqual([]);
  expect((await rows({}, tokens.bert)).every(({ mine }) => !mine)).toBe(true);
});

test('behavior: candles are the same bytes until something changes, whoever changes it', async () => {
  const ask = () => api.server.inject({ method: 'POST', url: '/trade/Kline', payload: { interval: '1h' } });
  const [one, two] = [await ask(), await ask()];
  expect(one.rawPayload.equals(two.rawPayload)).toBe(true);
  const close = one.json<{ list: Candle[] }>().list[0]?.close;
  await context.owner.executeQuery(
    CompiledQuery.raw(`update candle set close = low where interval = '1h' and close <> low`),
  );
  const changed = (await ask()).json<{ list: Candle[] }>().list[0]?.close;
  await context.owner.executeQuery(CompiledQuery.raw(`delete from candle where interval = '1h'`));
  expect([changed === close, (await ask()).json<{ list: Candle[] }>().list.length]).toEqual([false, 0]);
});

test('behavior: the pool tells the contracts’ figures and the last 24 hours', async () => {
  await writePoolState(context, { k_last: 25n * coin * coin });
  const ask = async () => (await api.call('trade/Pool', {})).data;
  expect(await ask()).toMatchObject({
    price: '0.333333333333333333',
    change24h: null,
    reserveusdt: '100',
    lptotal: '170',
    klast: `25${'0'.repeat(36)}`,
    burned: '4',
    volume24h: '70',
    volumeopen24h: '105',
    high24h: '1',
    low24h: '0.5',
    trades24h: 5,
    fees: { poolbps: 30, communitybps: 50, burnbps: 100 },
    twap: null,
    tradable: true,
    block: 5,
  });
  // A day after the last trade: what it was then is what it is compared with, and the day was quiet.
  now = new Date((monday + 86_400 + 500) * 1000);
  await writePoolState(context, {
    reserve_usdt: 1_200n * coin,
    reserve_open: 1_000n * coin,
    twap: coin / 3n,
  });
  expect(await ask()).toMatchObject({
    price: '1.2',
    change24h: '20',
    volume24h: '0',
    high24h: '1.2',
    low24h: '1.2',
    trades24h: 0,
    twap: '0.333333333333333333',
  });
});

test('behavior: browsers get the candles compressed, and the same', async () => {
  const parameters = { interval: '1m', limit: 100, before: iso(monday + 3_600) };
  const post = (encoding: string) =>
    api.server.inject({
      method: 'POST',
      url: '/trade/Kline',
      payload: parameters,
      headers: { 'accept-encoding': encoding },
    });
  const plain = await post('identity');
  expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding']);
  expect(plain.json().list.length).toBeGreaterThan(10);
  const [br, gzipped] = [await post('gzip, deflate, br'), await post('gzip, deflate')];
  expect([br.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});
