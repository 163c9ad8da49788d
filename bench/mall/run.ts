import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { offer } from '../floods/offer.ts';
import type { Kept, Sent } from '../floods/offer.ts';
import { Caller } from '../floods/requests.ts';
import { startServer } from '../floods/running-server.ts';
import type { Member, RunningServer } from '../floods/running-server.ts';
import { quantile } from '../floods/table.ts';
import { median, openGoals, print, sayLoad, sayMachine, spread } from '../measured.ts';
import { dropIndexes, fill, nameOf, SHOPS, typeId, TYPES } from './fill.ts';

/**
 * `node bench/mall/run.ts [--quick]`: lists, searches and order lists of a full mall, offered to the real api process at a rate
 * that does not wait for answers, in three runs; then the same without the indexes. Exits 1 when a goal is missed (never with --quick).
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = options.quick === true;
const goals = openGoals(quick);
const counts = quick ? { goods: 500, orders: 5_000 } : { goods: 10_000, orders: 100_000 };
const MEMBERS = 2 * SHOPS;
const RUNS = quick ? 1 : 3;
const MS = quick ? 2_000 : 40_000;
const WARM_MS = quick ? 500 : 5_000;
/** Together 50 a second. */
const PER_SECOND = { lists: 20, searches: 15, orders: 15 } as const;
const P99_MAX_MS = 50;
type Kind = keyof typeof PER_SECOND;

const draw = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const languages = { en: '2', 'zh-Hans': '1', ja: '4' } as const;

/** A word or two of some goods' name; one in five is misspelled. */
function drawSearch(): { search: string; locale: keyof typeof languages } {
  const locale = draw(['en', 'en', 'zh-Hans', 'ja'] as const);
  const name = nameOf(locale, randomInt(1, counts.goods));
  if (locale !== 'en') return { search: name.replace(/\d+$/, '').slice(randomInt(3)), locale };
  const [colour = '', matter = '', thing = ''] = name.split(' ');
  const search = draw([thing, `${matter} ${thing}`, `${colour} ${thing}`, matter.slice(0, 3)]);
  return { search: randomInt(5) === 0 ? search.replace(/[aeiou]/, 'q') : search, locale };
}

function drawList(): object {
  const where = draw([
    {},
    { pid: typeId(randomInt(1, TYPES)) },
    { shopid: `shp_${String(randomInt(SHOPS)).padStart(26, '0')}` },
  ]);
  const sort = draw(['new', 'price', '-price', 'sold'] as const);
  return { ...where, sort, page: randomInt(1, 4), pageSize: 30, ...draw([{}, { instock: '1' }]) };
}

const tabs = ['pendingpayment', 'pendingshipment', 'pendingreceipt', 'completed', 'cancelled'] as const;

function ask(
  kind: Kind,
  caller: Caller,
  members: readonly Member[],
): Promise<{ status: number; text: string }> {
  const keeps = true;
  if (kind === 'lists') return caller.post('Goods/GetGoodsPage', drawList(), { keeps });
  if (kind === 'searches') {
    const { search, locale } = drawSearch();
    return caller.post(
      'Goods/GetGoodsPage',
      { search, pageSize: 30 },
      { keeps, headers: { lang: languages[locale] } },
    );
  }
  const isShop = randomInt(2) === 0;
  const { token } = draw(isShop ? members.slice(0, SHOPS) : members.slice(SHOPS));
  const [path, input] = draw<[string, object]>([
    [isShop ? 'Order/ShopList' : 'Order/List', draw([{}, { tab: draw(tabs) }])],
    isShop ? ['Order/ShopList', { aftersale: '1' }] : ['Order/List', { tocomment: '1' }],
    ['Order/Counts', {}],
  ]);
  return caller.post(path, input, { keeps, token });
}

async function send(kind: Kind, caller: Caller, members: readonly Member[]): Promise<Sent> {
  const { status, text } = await ask(kind, caller, members);
  return { ok: status === 200 && text.startsWith('{"success":true'), why: `${status} ${text.slice(0, 160)}` };
}

type Found = Record<Kind, Kept>;

async function measure(server: RunningServer, caller: Caller, ms: number): Promise<Found> {
  const of = (kind: Kind) => offer(PER_SECOND[kind], ms, () => send(kind, caller, server.members));
  const [lists, searches, orders] = await Promise.all([of('lists'), of('searches'), of('orders')]);
  return { lists, searches, orders };
}

const titles: Readonly<Record<Kind, string>> = {
  lists: 'lists of goods',
  searches: 'searches',
  orders: 'lists and counts of orders',
};

const p99s = (runs: readonly Found[], kind: Kind): number[] =>
  runs.map((run) => quantile(run[kind].ms, 0.99));

async function measureRuns(server: RunningServer, caller: Caller, ms: number): Promise<Found[]> {
  const runs: Found[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(server, caller, ms));
  return runs;
}

function say(runs: readonly Found[], what: string): void {
  for (const kind of Object.keys(PER_SECOND) as Kind[]) {
    const p50s = runs.map((run) => quantile(run[kind].ms, 0.5));
    const kept = runs.map((run) => (100 * run[kind].answered) / run[kind].offered);
    const figures = [spread(p50s, 1), spread(p99s(runs, kind), 1), spread(kept)];
    print(`| ${titles[kind]}, ${what} | ${PER_SECOND[kind]} | ${figures.join(' | ')} |`);
    for (const { [kind]: found } of runs)
      if (found.failures[0] !== undefined) print(`<!-- not answered: ${found.failures[0]} -->`);
  }
}

async function bench(server: RunningServer): Promise<void> {
  await fill(server.db, server.members, counts);
  const caller = new Caller(server.url, 100);
  sayMachine();
  print(
    `${counts.goods} goods, ${counts.orders} orders, ${MEMBERS} members, ${SHOPS} shops; ${RUNS} runs of ${MS / 1_000} s, ` +
      `without the indexes of ${MS / 2_000} s.\n`,
  );
  await measure(server, caller, WARM_MS);
  sayLoad('before');
  print('\nMedian (least–most) of the runs.\n');
  print('| what | a second | p50 ms | p99 ms | answered % |\n| --- | --- | --- | --- | --- |');
  const runs = await measureRuns(server, caller, MS);
  say(runs, 'with the indexes');
  const dropped = await dropIndexes(server.db);
  say(await measureRuns(server, caller, MS / 2), 'without them');
  caller.close();
  print(`\nWithout: ${dropped.toSorted().join(', ')}.`);
  sayLoad('after');
  for (const kind of Object.keys(PER_SECOND) as Kind[]) {
    goals.atMost(`${titles[kind]}, p99`, median(p99s(runs, kind)), P99_MAX_MS, 'ms');
    const lost = runs.reduce((sum, { [kind]: { offered, answered } }) => sum + offered - answered, 0);
    if (lost > 0) goals.fail(`${titles[kind]}: ${lost} not answered`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-bench-'));
const server = await startServer(folder, MEMBERS);
try {
  await bench(server);
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
goals.end();
