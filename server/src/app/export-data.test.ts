import { allCalls } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeCursor } from '../platform/cursor.ts';
import { seal } from '../platform/secrets-box.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';
import { exportSources } from './export-sources.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test('refuses: a source that is no call of a member, or that acts', () => {
  const named = exportSources.flatMap((one) => ('call' in one ? [one.call, one.each ?? one.call] : []));
  const known = new Map(allCalls.map((one) => [one.path, one]));
  expect(named.filter((path) => known.get(path) === undefined)).toEqual([]);
  expect(named.filter((path) => known.get(path)?.access.kind === 'operator')).toEqual([]);
  expect(named.filter((path) => known.get(path)?.answer === 'none')).toEqual([]);
  expect(named.filter((path) => (known.get(path)?.secrets.length ?? 0) > 0)).toEqual([]);
});

type Answer = {
  parts: { name: string; asked: Record<string, string>; rows: unknown[]; refused?: string }[];
  cursor: string | null;
};

async function readAll(token: string): Promise<Answer['parts']> {
  const parts: Answer['parts'] = [];
  let cursor: string | null = null;
  for (let asked = 0; asked < 50; asked += 1) {
    const heard = await app.post('member', 'Users/Export', cursor === null ? {} : { cursor }, { token });
    const data = heard.envelope.data as Answer;
    expect(heard.envelope.code).toBe('ok');
    parts.push(...data.parts);
    cursor = data.cursor;
    if (cursor === null) return parts;
  }
  throw new Error('it does not end');
}

test('behavior: the file has every part, one’s own rows in them, and nobody else’s cursor goes on', async () => {
  const anna = await addMember(app, { coins: 500 });
  const bert = await addMember(app, { coins: 100 });
  const [hers, his] = [await app.session(anna.id), await app.session(bert.id)];
  const paypassword = await app.seal('Users/PayableSet', RIGHT_PAYPASSWORD);
  await app.post(
    'member',
    'Users/PayableSet',
    {
      payabletype: 'bank',
      holder: 'Ann Example',
      bankname: 'Harbour Bank',
      account: '012 345 6789',
      paypassword,
    },
    { token: hers },
  );
  await app.post(
    'member',
    'Ctrls/Feedback',
    { requestId: crypto.randomUUID(), text: 'The lake is calm today.' },
    { token: hers },
  );
  const parts = await readAll(hers);
  const names = new Set(exportSources.map((one) => ('call' in one ? one.call : one.name)));
  expect(new Set(parts.map(({ name }) => name))).toEqual(names);
  expect(parts.flatMap(({ name, refused }) => (refused === undefined ? [] : [[name, refused]]))).toEqual([
    ['trade/Liquidity', 'swap.nopool'],
    ['Goods/ShopGoods', 'mall.noshop'],
    ['Goods/ShopComments', 'mall.noshop'],
    ['Order/ShopList', 'mall.noshop'],
  ]);
  const text = JSON.stringify(parts);
  for (const known of [anna.id, 'Harbour Bank', 'The lake is calm today.', '"balance":"500"'])
    expect(text).toContain(known);
  for (const secret of [hers, bert.id, 'argon2', 'token_hash']) expect(text).not.toContain(secret);
  const begun = await app.post('member', 'Users/Export', {}, { token: hers });
  const { cursor } = begun.envelope.data as Answer;
  const foreign = await app.post('member', 'Users/Export', { cursor }, { token: his });
  expect(foreign.envelope.code).toBe('invalid');
  // It counts the parts of a list that another version may have in another order.
  const earlier = encodeCursor(`export ${anna.id}`, [3, null]);
  const old = await app.post('member', 'Users/Export', { cursor: earlier }, { token: hers });
  expect(old.envelope.code).toBe('invalid');
});

test('behavior: what no call shows is in it: refusals, freezes, and the identity check without the document', async () => {
  const [anna, bert] = [await addMember(app), await addMember(app)];
  for (const [who, word] of [
    [anna, 'Anna Example'],
    [bert, 'Bert Example'],
  ] as const) {
    await sql`insert into geo_refusal (call, member_id, signal, country)
      values ('Wallet/DepositAddress', ${who.id}, 'ip', ${who === anna ? 'GB' : 'FR'})`.execute(app.owner);
    await sql`insert into auth_freeze (member_id, frozen_at) values (${who.id}, now())`.execute(app.owner);
    await sql`insert into identity_check (id, member_id, family_id, kind, country, name, number, birth, number_key)
      values (${`idc_${who.id.slice(4)}`}, ${who.id}, ${who.id}, 'passport', 'SG', ${seal(word)}, ${seal('K1234567P')},
        ${seal('1990-01-31')}, ${'0'.repeat(64)})`.execute(app.owner);
    await sql`insert into sealed_picture (id, member_id, kind, sealed)
      values (${`pic_${who.id.slice(4)}`}, ${who.id}, 'identity', 'x')`.execute(app.owner);
    await sql`insert into upload (name, member_id, bytes)
      values (${`${who.id.slice(4)}${'0'.repeat(6)}.webp`}, ${who.id}, 7)`.execute(app.owner);
  }
  const parts = await readAll(await app.session(anna.id));
  const rowsOf = (name: string) => parts.filter((part) => part.name === name).flatMap(({ rows }) => rows);
  expect(rowsOf('identityChecks')).toEqual([
    expect.objectContaining({
      name: 'Anna Example',
      birthdate: '1990-01-31',
      number: '…567P',
      kind: 'passport',
    }),
  ]);
  expect(rowsOf('refusals')).toEqual([expect.objectContaining({ country: 'GB', signal: 'ip' })]);
  expect(rowsOf('freezes')).toEqual([expect.objectContaining({ lifted: null })]);
  expect(rowsOf('sealedPictures')).toEqual([expect.objectContaining({ kind: 'identity', record: null })]);
  expect(rowsOf('uploads')).toEqual([expect.objectContaining({ bytes: 7 })]);
  const text = JSON.stringify(parts);
  for (const secret of ['K1234567P', 'Bert Example', bert.id, '"sealed"', '0'.repeat(64)])
    expect(text).not.toContain(secret);
});
