import { CONTACTS_MAX } from '@openmere/core/transfer/rules.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { listContacts, removeContact, saveContact } from './contacts.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const codeOf = async (member: MemberActor): Promise<string> =>
  (await findMember(context.db, member.id))?.invitationCode ?? '';
const save = (member: MemberActor, target: string, name: string) =>
  inTransaction(context.db, (tx) => saveContact({ tx, actor: member }, { target, name }));
const list = async (member: MemberActor) =>
  (await inTransaction(context.db, (tx) => listContacts({ tx, actor: member }))).list;

test('refuses: no name, nobody, oneself, and more than may be kept', async () => {
  const member = await addMember(context);
  const other = await codeOf(await addMember(context));
  await expect(save(member, other, ' ')).rejects.toThrow('transfer.badname');
  await expect(save(member, 'ZZZZZZ', 'Nobody')).rejects.toThrow('transfer.noreceiver');
  await expect(save(member, await codeOf(member), 'Me')).rejects.toThrow('transfer.tooneself');
  await sql`insert into transfer_contact (member_id, target, name)
    select ${member.id}, 'CODE' || n, 'Name' from generate_series(1, ${CONTACTS_MAX}::int) n`.execute(
    context.db,
  );
  await expect(save(member, other, 'One more')).rejects.toThrow('transfer.manycontacts');
});

test('behavior: kept under a name of one’s own, renamed, forgotten; nobody else sees it', async () => {
  const member = await addMember(context);
  const stranger = await addMember(context);
  const code = await codeOf(await addMember(context));
  expect(await save(member, code.toLowerCase(), ' Tanja ')).toMatchObject({ target: code, name: 'Tanja' });
  await save(member, code, 'Tanja W');
  expect((await list(member)).map(({ name }) => name)).toEqual(['Tanja W']);
  expect(await list(stranger)).toEqual([]);
  const remove = (actor: MemberActor) =>
    inTransaction(context.db, (tx) => removeContact({ tx, actor }, { target: code }));
  await remove(stranger);
  expect(await list(member)).toHaveLength(1);
  await remove(member);
  await remove(member);
  expect(await list(member)).toEqual([]);
});
