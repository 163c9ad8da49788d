import { ADDRESSES_MAX } from '@openmere/core/member/address.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const form = {
  label: '家',
  recipient: 'Ana María',
  phone: '+49 30 123456',
  country: 'de',
  detail: 'Hauptstr. 1',
};
type Row = { id: string; isdefualt: number; label: string; country: string; detail: string };

async function addPerson() {
  const member = await addMember(app);
  const token = await app.session(member.id);
  const ask = (path: string, body: object = {}) => app.post('member', path, body, { token });
  return {
    id: member.id,
    save: (change: object = {}) => ask('Users/AddEditAddress', { ...form, ...change }),
    remove: (id: string) => ask('Users/DelAddress', { id }),
    list: async () => ((await ask('Users/GetMyAddress')).envelope.list ?? []) as Row[],
  };
}
const dataOf = (heard: { envelope: { data?: unknown } }) => heard.envelope.data as Row;

test('refuses: nobody, what the rules refuse, what is not one’s own, and more than may be kept', async () => {
  const anna = await addPerson();
  const bert = await addPerson();
  expect((await app.post('member', 'Users/GetMyAddress', {})).envelope.code).toBe('notlogin');
  expect(reasonIn(await anna.save({ label: 'home' }))).toBe('member.badlabel');
  expect(reasonIn(await anna.save({ phone: 'none' }))).toBe('member.badphone');
  expect(reasonIn(await anna.save({ country: 'DEU' }))).toBe('request.invalid');
  const hers = dataOf(await anna.save());
  expect(reasonIn(await bert.save({ id: hers.id, detail: 'Elsewhere 1' }))).toBe('member.noaddress');
  await bert.remove(hers.id);
  expect(await bert.list()).toEqual([]);
  expect((await anna.list()).map(({ detail }) => detail)).toEqual(['Hauptstr. 1']);
  for (let more = 1; more < ADDRESSES_MAX; more += 1) await anna.save();
  expect(reasonIn(await anna.save())).toBe('member.manyaddresses');
  expect(reasonIn(await anna.save({ id: hers.id, label: '' }))).toBe('ok');
  expect(await anna.list()).toHaveLength(ADDRESSES_MAX);
});

test('behavior: exactly one is the default, whatever is added, changed and removed', async () => {
  const carl = await addPerson();
  const defaults = async () =>
    (await carl.list()).filter(({ isdefualt }) => isdefualt === 1).map(({ id }) => id);
  const first = dataOf(await carl.save({ isdefualt: 0 }));
  expect(first).toMatchObject({ isdefualt: 1, country: 'DE', label: '家' });
  const second = dataOf(await carl.save());
  expect(second.isdefualt).toBe(0);
  const third = dataOf(await carl.save({ isdefualt: '1' }));
  expect(await defaults()).toEqual([third.id]);
  expect((await carl.list())[0]?.id).toBe(third.id);
  expect(dataOf(await carl.save({ id: third.id, isdefualt: 0, detail: 'Moved 2' }))).toMatchObject({
    isdefualt: 1,
    detail: 'Moved 2',
  });
  await carl.remove(third.id);
  expect(await defaults()).toEqual([second.id]);
  await carl.remove(second.id);
  await carl.remove(first.id);
  await carl.remove(first.id);
  expect(await carl.list()).toEqual([]);
});

test('behavior: many at a time make one default and no more than may be kept', async () => {
  const dora = await addPerson();
  const heard = await Promise.all(Array.from({ length: 30 }, () => dora.save({ isdefualt: 1 })));
  expect(heard.filter((one) => reasonIn(one) === 'ok')).toHaveLength(ADDRESSES_MAX);
  expect((await dora.list()).filter(({ isdefualt }) => isdefualt === 1)).toHaveLength(1);
});

test('refuses: the database takes neither two defaults, nor none, nor another owner', async () => {
  const emil = await addPerson();
  const one = dataOf(await emil.save());
  const two = dataOf(await emil.save());
  const change = (id: string, set: ReturnType<typeof sql>) =>
    sql`update shipping_address set ${set} where id = ${id}`.execute(app.owner);
  await expect(change(two.id, sql`is_default = true`)).rejects.toThrow('shipping_address_default');
  await expect(change(one.id, sql`is_default = false`)).rejects.toThrow('one of them is the default');
  await expect(change(one.id, sql`member_id = ${app.root.id}`)).rejects.toThrow('stays its member');
  await expect(sql`delete from shipping_address where id = ${one.id}`.execute(app.owner)).rejects.toThrow(
    'one of them is the default',
  );
});
