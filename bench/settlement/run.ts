import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { median, openGoals, print, sayLoad, sayMachine, spread } from '../measured.ts';
import { listEveryPart, settleColumns } from './columns.ts';
import { settleMap } from './plain-map.ts';
import { fillTable, settleSql } from './recursive-sql.ts';
import { findDifference, makeCommunity, shapes } from './workload.ts';
import type { Shape } from './workload.ts';

/**
 * `node bench/settlement/run.ts [--quick] [--only growth,map,sql]`: prints tables; exits 1 when contenders differ, or (never with --quick)
 * a goal is missed. Nothing else should run on the machine.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' } },
});
const isWanted = (part: string): boolean => options.only?.split(',').includes(part) ?? true;
const quick = options.quick === true;
const goals = openGoals(quick);
const rounds = quick ? 1 : 3;
/** In each round the middle one of so many: the first ones are the compiler's. */
const repeats = quick ? 1 : 5;
const scale = quick ? 100 : 1;
const million = 1_000_000 / scale;
const sizes = [million / 10, million, 5 * million];
/** Where a plain walk is quadratic, and where the recursive query takes minutes, they get what they can do. */
const mapSizes: Record<Shape, number> = { random: million, star: million, chain: 5_000 / (quick ? 10 : 1) };
const sqlSizes: Record<Shape, number> = {
  random: million / 20,
  star: million / 20,
  chain: 500 / (quick ? 5 : 1),
};
const MOST_MS = 250;
const MAP_TIMES = 20;
/** A five times larger community takes five times as long, and half as much again for what no cache holds any more. */
const GROWTH_MOST = 7.5;

const timed = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};
const seconds = (times: readonly number[]): string =>
  `${spread(
    times.map((ms) => ms / 1_000),
    3,
  )} s`;

/** One community: milliseconds of the engine and of listing every part, and bytes that the engine holds for a member. */
function measureColumns(shape: Shape, size: number) {
  const community = makeCommunity(shape, size);
  const [times, listing]: [number[], number[]] = [[], []];
  let parts = 0;
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const tries = Array.from({ length: repeats }, () => timed(() => settleColumns(community)));
    times.push(median(tries));
    const settled = settleColumns(community);
    bytes = settled.bytes / size;
    listing.push(timed(() => (parts = listEveryPart(community, settled))));
  }
  return { times, listing, bytes, parts };
}

function benchGrowth(shape: Shape): void {
  const found = sizes.map((size) => ({ size, ...measureColumns(shape, size) }));
  for (const { size, times, listing, bytes, parts } of found)
    print(
      `| ${shape} | ${size.toLocaleString('en')} | ${seconds(times)} | ${((median(times) * 1e6) / size).toFixed(0)} ns | ${bytes.toFixed(0)} | ${seconds(listing)}, ${parts.toLocaleString('en')} |`,
    );
  const [, ofMillion, ofFive] = found.map(({ times }) => median(times));
  goals.atMost(`${shape}, a million decided`, ofMillion ?? Number.NaN, MOST_MS, 'ms');
  goals.atMost(
    `${shape}, five million over one`,
    (ofFive ?? Number.NaN) / (ofMillion ?? 1),
    GROWTH_MOST,
    '×',
  );
}

function compareWithMap(shape: Shape): void {
  const size = mapSizes[shape];
  const community = makeCommunity(shape, size);
  const [ours, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(median(Array.from({ length: repeats }, () => timed(() => settleColumns(community)))));
    plain.push(timed(() => settleMap(community)));
  }
  const difference = findDifference(size, settleColumns(community).found, settleMap(community));
  if (difference !== undefined) goals.fail(`${shape}: the Map engine differs: ${difference}`);
  const times = plain.map((ms, at) => ms / (ours[at] ?? 1));
  print(
    `| ${shape} | ${size.toLocaleString('en')} | Map and objects | ${seconds(plain)} | ${seconds(ours)} | ${spread(times, 0)} × |`,
  );
  goals.atLeast(`${shape}, over Map and objects`, median(times), MAP_TIMES, '×');
}

async function compareWithSql(url: string, shape: Shape): Promise<void> {
  const size = sqlSizes[shape];
  const community = makeCommunity(shape, size);
  const { pool, close } = createDatabase(url, 'owner', { max: 1, statementTimeoutMs: 300_000 });
  await fillTable(pool, community);
  const [ours, inSql]: [number[], number[]] = [[], []];
  let difference: string | undefined;
  for (let round = 0; round < rounds; round += 1) {
    ours.push(median(Array.from({ length: repeats }, () => timed(() => settleColumns(community)))));
    const start = performance.now();
    const found = await settleSql(pool);
    inSql.push(performance.now() - start);
    difference ??= findDifference(size, settleColumns(community).found, found);
  }
  if (difference !== undefined) goals.fail(`${shape}: the recursive query differs: ${difference}`);
  const times = inSql.map((ms, at) => ms / (ours[at] ?? 1));
  print(
    `| ${shape} | ${size.toLocaleString('en')} | recursive SQL | ${seconds(inSql)} | ${seconds(ours)} | ${spread(times, 0)} × |`,
  );
  await close();
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-bench-'));
const server = await startEmbedded(join(folder, 'postgres'), () => undefined);
try {
  sayMachine();
  sayLoad('before');
  if (isWanted('growth')) {
    print(
      '\n| tree | members | decided: median (min–max) | a member | bytes a member | every part listed, parts |',
    );
    print('| --- | --- | --- | --- | --- | --- |');
    for (const shape of shapes) benchGrowth(shape);
  }
  print(
    '\n| tree | members | reference | reference’s time | ours | ours is faster |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const shape of shapes) {
    if (isWanted('map')) compareWithMap(shape);
    if (isWanted('sql')) await compareWithSql(server.url, shape);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
sayLoad('after');
goals.end();
