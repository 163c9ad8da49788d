import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { CompiledQuery } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numericArray } from '../platform/db/binary-array.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { balanceOf } from './balances.ts';
import {
  FIND_ACCOUNTS,
  POST_GROUP,
  accountKey,
  digestHex,
  encodeGroup,
  keyDigest,
  makeRequest,
} from './group.ts';
import type { Request } from './group.ts';
import { lockOutboundFor } from './outbound.ts';
import { reconcileLedger } from './reconcile.ts';
import { fund, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;
const accountIds = new Map<string, number>();
const kindIds = new Map<string, number>();

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  await fund(app.db, 'mem_a', 100);
  await fund(app.db, 'mem_b', 100);
  const names = ['mem_a', 'mem_b'].map((member) => availableAccount(member));
  const { rows } = await app.pool.query<{ id: number; name: AccountName; asset: string }>(FIND_ACCOUNTS, [
    names,
    names.map(() => 'USDT'),
  ]);
  for (const { id, name, asset } of rows) accountIds.set(accountKey(name, asset), id);
  const kinds = await app.pool.query<{ ids: number[] }>('select ledger.open_kinds($1) as ids', [
    ['transfer'],
  ]);
  kindIds.set('transfer', kinds.rows[0]?.ids[0] ?? 0);
});
afterAll(async () => {
  const result = await reconcileLedger(app.db);
  await clone.drop();
  expect(result.findings).toEqual([]);
});

const balances = (): Promise<bigint[]> =>
  Promise.all(['mem_a', 'mem_b'].map((member) => balanceOf(app.db, availableAccount(member), 'USDT')));
const PLACE = { amount: 7, change: 13, last: 14 } as const;

function parameters(requests: readonly Request[]): unknown[] {
  return encodeGroup(requests, accountIds, kindIds, 'free');
}
const ask = (values: readonly unknown[]): Promise<unknown> =>
  inTransaction(app.db, (tx) => tx.executeQuery(CompiledQuery.raw(POST_GROUP, [...values])));
/** `values` with the parameter at one place replaced. */
const having = (values: readonly unknown[], place: number, value: unknown): unknown[] =>
  values.map((one, index) => (index === place ? value : one));

test('refuses: a group whose sums are not what its entries come to, and writes nothing of it', async () => {
  const before = await balances();
  const values = parameters([makeRequest(transferEntry('sums', 'mem_a', 'mem_b', oneCoin))]);
  const mistake = /p_change and p_last are not what the group comes to/;
  const generous = numericArray([-oneCoin, 2n * oneCoin]);
  await expect(ask(having(values, PLACE.change, generous))).rejects.toThrow(mistake);
  await expect(ask(having(values, PLACE.last, '{2,1}'))).rejects.toThrow(mistake);
  expect(await balances()).toEqual(before);
  await ask(values);
  expect(await balances()).toEqual([(before[0] ?? 0n) - oneCoin, (before[1] ?? 0n) + oneCoin]);
});

test('refuses: an amount that is no whole number of base units, even where the sums are', async () => {
  const before = await balances();
  const there = makeRequest(transferEntry('half there', 'mem_a', 'mem_b', 1n));
  const back = makeRequest(transferEntry('half back', 'mem_b', 'mem_a', 1n));
  const values = having(parameters([there, back]), PLACE.amount, '{0.5,0.5}');
  await expect(ask(values)).rejects.toThrow(/amounts are whole base units/);
  expect(await balances()).toEqual(before);
});

test('behavior: in a group, what is refused leaves the others as they are', async () => {
  const before = await balances();
  await inTransaction(app.db, (tx) => lockOutboundFor(tx, 'mem_b', 1));
  const result = (await ask(
    parameters([
      makeRequest(transferEntry('first', 'mem_a', 'mem_b', oneCoin)),
      makeRequest(transferEntry('locked', 'mem_b', 'mem_a', oneCoin)),
      makeRequest(transferEntry('too much', 'mem_a', 'mem_b', 1_000n * oneCoin)),
      makeRequest(transferEntry('last', 'mem_a', 'mem_b', oneCoin)),
    ]),
  )) as { rows: { r_codes: number[] }[] };
  expect(result.rows[0]?.r_codes).toEqual([0, 4, 3, 0]);
  expect(await balances()).toEqual([(before[0] ?? 0n) - 2n * oneCoin, (before[1] ?? 0n) + 2n * oneCoin]);
});

test('refuses: to let an account be made that may go below zero against its name', async () => {
  const owner = clone.connect('owner');
  await owner.pool.query(
    `insert into ledger.account (name, asset, may_be_negative) values ('member:mem_sly:available', 'USDT', true)`,
  );
  await expect(
    owner.pool.query(`update ledger.account set balance = -1 where name = 'member:mem_sly:available'`),
  ).rejects.toThrow(/balance_not_negative/);
});

test('property: keys of one moment stand beside each other, and are still told apart by actor, kind and key', () => {
  const key = v7();
  const of = (actor: string, kind: string, which: string): string => digestHex(keyDigest(actor, kind, which));
  const time = key.replaceAll('-', '').slice(0, 12);
  expect(of('mem_a', 'transfer', key)).toMatch(new RegExp(`^${time}[0-9a-f]{20}$`));
  const others = [of('mem_b', 'transfer', key), of('mem_a', 'poy', key), of('mem_a', 'transfer', v7())];
  expect(new Set([of('mem_a', 'transfer', key), ...others]).size).toBe(4);
  expect(of('mem_a', 'transfer', key)).toBe(of('mem_a', 'transfer', key));
  // No time: another version, or something else around it.
  for (const plain of [crypto.randomUUID(), `${key}:1`, ` ${key}`, 'rwd_1']) {
    expect(of('mem_a', 'transfer', plain)).not.toMatch(new RegExp(`^${time}`));
  }
});
