import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBars, findBarsToCredit } from '../../deposit/bar.ts';
import { memberBalance } from '../../ledger/balances.ts';
import { freezeOutbound } from '../../ledger/outbound.ts';
import { postEntry } from '../../ledger/post.ts';
import { depositEntry } from '../../ledger/test-ledger.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Mail } from '../../platform/outbox.ts';
import { open } from '../../platform/secrets-box.ts';
import type { SettingName } from '../../setting/definitions.ts';
import { forgetSettings } from '../../setting/read.ts';
import { writeSetting } from '../../setting/write.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../../test/people.ts';
import type { MemberOptions } from '../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

async function add(options: MemberOptions = {}) {
  const member = await addMember(app, options);
  const token = await app.session(member.id);
  // As after a login with the code of the mailbox.
  await sql`update auth_session set mailbox_proved_at = now() where member_id = ${member.id}`.execute(
    app.owner,
  );
  const ask = (path: string, body: object = {}): Promise<Heard> => app.post('member', path, body, { token });
  const close = async (paypassword = RIGHT_PAYPASSWORD) =>
    ask('Users/Delete', { paypassword: await app.seal('Users/Delete', paypassword) });
  return { ...member, ask, close };
}
const rowOf = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from member where id = ${id}`.execute(app.owner)).rows[0];

test('behavior: a rest that is too small to leave stands in nobody’s way: it is named as lost', async () => {
  const rich = await add({ coins: 20 });
  expect((await rich.ask('Users/Closing')).envelope.data).toMatchObject({
    obstacles: [{ kind: 'balance', coinid: 'USDT', amount: '20' }],
  });
  const rest = await add({ coins: 19 });
  expect((await rest.ask('Users/Closing')).envelope.data).toEqual({
    obstacles: [],
    credits: [{ coinid: 'USDT', amount: '19' }],
    rewards: [],
  });
  expect((await rest.close()).envelope).toMatchObject({ success: true });
  // It stays where it is: what nobody can ask for any more is not the house's.
  expect(await memberBalance(app.db, rest.id, 'USDT')).toMatchObject({ available: 19n * 10n ** 18n });
});

test('behavior: what is too small to leave goes by the coin', async () => {
  const set = async (values: Partial<Record<SettingName, string>>) => {
    await inTransaction(app.owner, async (tx) => {
      for (const [name, text] of Object.entries(values))
        await writeSetting({ tx }, { name: name as SettingName, text, changedBy: 'installation' });
    });
    forgetSettings();
  };
  await set({ transferOpenMin: '5', transferOpenMultiple: '5' });
  const few = await add({ coins: 9, asset: 'OPEN' });
  expect((await few.ask('Users/Closing')).envelope.data).toMatchObject({
    obstacles: [{ kind: 'balance', coinid: 'OPEN', amount: '9' }],
  });
  const same = await add({ coins: 9 });
  expect((await same.ask('Users/Closing')).envelope.data).toMatchObject({ obstacles: [] });
  // What the fee would eat leaves by no withdrawal either.
  await set({
    transferOpenMin: '100',
    withdrawOpenMin: '20',
    withdrawOpenMultiple: '20',
    withdrawOpenFee: '25',
  });
  const eaten = await add({ coins: 30, asset: 'OPEN' });
  expect((await eaten.ask('Users/Closing')).envelope.data).toMatchObject({
    obstacles: [],
    credits: [{ coinid: 'OPEN', amount: '30' }],
  });
});

test('refuses: while money is here, sub-accounts hang on it, or a wrong payment password comes along', async () => {
  const rich = await add({ coins: 40 });
  expect((await rich.ask('Users/Closing')).envelope.data).toEqual({
    obstacles: [{ kind: 'balance', coinid: 'USDT', amount: '40' }],
    credits: [],
    rewards: [],
  });
  expect(reasonIn(await rich.close())).toBe('member.closingblocked');
  const main = await add();
  await add({ main });
  expect((await main.ask('Users/Closing')).envelope.data).toMatchObject({
    obstacles: [{ kind: 'subaccounts', count: 1 }],
  });
  expect(reasonIn(await main.close())).toBe('member.closingblocked');
  const plain = await add();
  expect(reasonIn(await plain.close('wrong 1'))).toBe('auth.wrongpaypassword');
  expect((await rowOf(plain.id))?.['closed_at']).toBeNull();
  await sql`update auth_session set mailbox_proved_at = null where member_id = ${plain.id}`.execute(
    app.owner,
  );
  expect(reasonIn(await plain.close())).toBe('auth.badcode');
});

test('refuses: while money may not leave: nobody closes an account away from its owner', async () => {
  const frozen = await add();
  await inTransaction(app.db, (tx) => freezeOutbound(tx, frozen.family));
  expect((await frozen.ask('Users/Closing')).envelope.data).toMatchObject({
    obstacles: [{ kind: 'locked' }],
  });
  expect(reasonIn(await frozen.close())).toBe('member.closingblocked');
});

test('refuses: to be opened again, or a session, whatever the program says', async () => {
  const anna = await add();
  expect(reasonIn(await anna.close())).toBe('ok');
  await expect(
    sql`update member set closed_at = null where id = ${anna.id}`.execute(app.owner),
  ).rejects.toThrow('stays closed');
  await expect(
    sql`update member set email = 'back@example.org' where id = ${anna.id}`.execute(app.owner),
  ).rejects.toThrow('member_closed');
  await expect(app.session(anna.id)).rejects.toThrow('the account is closed');
});

test('behavior: closing ends sessions, erases what names the person, keeps the wallet, and tells by mail', async () => {
  const bert = await add();
  await bert.ask('Users/AddEditAddress', {
    recipient: 'Bert Example',
    phone: '+4930123456',
    country: 'DE',
    detail: 'Lake Road 1',
  });
  await sql`insert into push_subscription (id, member_id, session_id, endpoint_hash, sealed, locale)
    values ('psh_00000000000000000000000001', ${bert.id}, 's', 'h', 'sealed', 'en')`.execute(app.owner);
  const before = await rowOf(bert.id);
  expect(reasonIn(await bert.close())).toBe('ok');
  expect((await bert.ask('Users/Info')).envelope.code).toBe('notlogin');
  expect(await rowOf(bert.id)).toMatchObject({
    email: null,
    phone: null,
    username: null,
    avatar: '',
    exit_only: true,
    wallet_address: before?.['wallet_address'],
    country: 'DE',
  });
  const left = await sql<{ n: bigint }>`
    select (select count(*) from shipping_address where member_id = ${bert.id})
      + (select count(*) from push_subscription where member_id = ${bert.id})
      + (select count(*) from login_password where member_id = ${bert.id}) as n`.execute(app.owner);
  expect(Number(left.rows[0]?.n)).toBe(0);
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox`.execute(app.owner);
  const mails = rows.map(({ sealed }) => JSON.parse(open(sealed)) as Mail);
  expect(mails.filter(({ to }) => to === before?.['email']).map(({ template }) => template)).toEqual([
    'member.closed',
  ]);
});

test('behavior: nobody sends to a closed account or registers under it, and what the chain brings waits in suspense', async () => {
  const carl = await add({ activated: true });
  const code = String((await rowOf(carl.id))?.['invitation_code']);
  const dora = await add({ coins: 100 });
  expect(reasonIn(await dora.ask('Users/Inviter', { invitecode: code }))).toBe('ok');
  expect(reasonIn(await carl.close())).toBe('ok');
  expect(reasonIn(await dora.ask('Users/Inviter', { invitecode: code }))).toBe('auth.badinvite');
  expect((await dora.ask('Users/AddressAny', { target: code })).envelope.data).toEqual({ member: false });
  const quote = { coinid: 'USDT', amount: '20', target: code };
  expect(reasonIn(await dora.ask('Wallet/TransferQuote', quote))).toBe('transfer.noreceiver');
  const deposit = { member_id: carl.id, sender: '0x1' as const };
  const bars = await inTransaction(app.db, (tx) => findBars({ tx }, [deposit]));
  expect(bars.get(deposit)).toBe('closed');
});

test('behavior: a sub-account is closed by its main account’s payment password, and its place is free again', async () => {
  const main = await add();
  const sub = await add({ main });
  expect(reasonIn(await sub.close())).toBe('ok');
  expect((await main.ask('Users/Closing')).envelope.data).toMatchObject({ obstacles: [] });
  expect(reasonIn(await main.close())).toBe('ok');
});

test('behavior: money sent around the moment of closing keeps the account open, or stays with its sender', async () => {
  const sender = await add({ coins: 10_000 });
  for (let round = 0; round < 5; round += 1) {
    const erin = await add({ activated: true });
    const target = String((await rowOf(erin.id))?.['invitation_code']);
    const before = (await memberBalance(app.db, sender.id, 'USDT')).available;
    const send = async () =>
      reasonIn(
        await sender.ask('Wallet/Transfer', {
          coinid: 'USDT',
          amount: '20',
          target,
          requestId: randomUUID(),
          paypassword: await app.seal('Wallet/Transfer', RIGHT_PAYPASSWORD),
        }),
      );
    const closing = erin.close();
    const sent = await Promise.all(Array.from({ length: 8 }, send));
    const isClosed = reasonIn(await closing) === 'ok';
    const arrived = sent.filter((reason) => reason === 'ok').length;
    const after = (await memberBalance(app.db, sender.id, 'USDT')).available;
    expect(before - after).toBe(BigInt(arrived) * 20n * oneCoin);
    expect({ isClosed, arrived }).toEqual(isClosed ? { isClosed, arrived: 0 } : { isClosed, arrived });
    if (isClosed)
      expect(sent.filter((reason) => !['transfer.noreceiver', 'ledger.closed'].includes(reason))).toEqual([]);
  }
});

test('behavior: a deposit that is being credited keeps the account open', async () => {
  const finn = await add();
  let closing: Promise<Heard> | undefined;
  await inTransaction(app.db, async (tx) => {
    const deposit = { member_id: finn.id, sender: '0x1' as const };
    expect((await findBarsToCredit({ tx }, [deposit])).size).toBe(0);
    closing = finn.close();
    await setTimeout(300);
    await postEntry(tx, depositEntry('at the last moment', finn.id, 20n * oneCoin));
  });
  expect(closing && reasonIn(await closing)).toBe('member.closingblocked');
  expect((await rowOf(finn.id))?.['closed_at']).toBeNull();
});
