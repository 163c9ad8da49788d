import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addPerson, answerOf, moveClock } from '../test/orders.ts';
import type { Answer, Person } from '../test/orders.ts';
import { RIGHT_PAYPASSWORD } from '../test/people.ts';

type Ticket = OutputOf<'Ticket/Open'>;
type Message = OutputOf<'Ticket/Send'>;
type ConsoleTicket = OutputOf<'Admin/Ticket'>;

let app: TestApp;
let support: string;
beforeAll(async () => {
  app = await openTestApp();
  support = await app.operator('support');
}, 60_000);
afterAll(() => app.close());

const DAY = 86_400_000;
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const open = (who: Person, body: object = {}) =>
  who.ask<Ticket>('Ticket/Open', { requestId: randomUUID(), kind: 'other', text: 'Please help', ...body });
const send = (who: Person, id: string, body: object = {}) =>
  who.ask<Message>('Ticket/Send', { id, requestId: randomUUID(), text: 'And more', ...body });
const one = async (who: Person, id: string) => (await who.ask<Ticket>('Ticket/List', { id })).list[0];
const asOperator = async <T = ConsoleTicket>(path: string, body: object = {}): Promise<Answer<T>> =>
  answerOf<T>(await app.post('console', path, body, { token: support }));
const answer = (id: string, body: object = {}) =>
  asOperator('Admin/TicketAnswer', { id, requestId: randomUUID(), text: 'It is on its way', ...body });

async function addPicture(who: Person): Promise<string> {
  const name = `${randomUUID().replaceAll('-', '')}-9x9.webp`;
  await sql`insert into upload (name, member_id, bytes) values (${name}, ${who.id}, 1)`.execute(app.owner);
  return `/files/${name}`;
}

async function withdraw(who: Person): Promise<string> {
  const { data } = await who.ask<{ id: string }>('Wallet/Withdraw', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '20',
    paypassword: await app.seal('Wallet/Withdraw', RIGHT_PAYPASSWORD),
  });
  return data.id;
}

test('refuses: empty and too long texts, hidden characters, recovery phrases, private keys, and pictures of others', async () => {
  const anna = await addPerson(app);
  const bert = await addPerson(app);
  for (const text of ['  \n ', 'x'.repeat(2_001), 'turn \u202e around'])
    expect((await open(anna, { text })).reason).toBe('support.badtext');
  expect((await open(anna, { text: phrase })).reason).toBe('support.recoveryphrase');
  const numbered = phrase.split(' ').map((word, at) => `${at + 1}. ${word.toUpperCase()}`);
  expect((await open(anna, { text: numbered.join('\n') })).reason).toBe('support.recoveryphrase');
  const key = generatePrivateKey();
  expect((await open(anna, { text: `my key ${key.slice(2)}` })).reason).toBe('support.privatekey');
  const picture = await addPicture(bert);
  expect((await open(anna, { pictures: [picture] })).reason).toBe('support.badpicture');
  expect((await open(anna, { pictures: ['https://example.org/a.webp'] })).reason).toBe('support.badpicture');
  expect((await anna.ask('Ticket/List')).list).toEqual([]);
});

test('refuses: the key of one’s own wallet also where it is written like a hash; a hash is let through', async () => {
  const key = generatePrivateKey();
  const anna = await addPerson(app, { wallet: privateKeyToAddress(key).toLowerCase() });
  expect((await open(anna, { text: `hash ${key}` })).reason).toBe('support.privatekey');
  expect((await open(anna, { text: `hash ${generatePrivateKey()}` })).reason).toBe('ok');
});

test('refuses: records and tickets of others like unknown ones (T06)', async () => {
  const anna = await addPerson(app, { coins: 100 });
  const bert = await addPerson(app);
  const withdrawal = await withdraw(anna);
  for (const about of [
    `withdrawal:${withdrawal}`,
    'withdrawal:wdr_nobody',
    'deposit:dep_nobody',
    'fiat:fio_nobody',
    'house:wdr_nobody',
  ])
    expect((await open(bert, { about })).reason).toBe('support.norecord');
  for (const about of ['transfer:tra_nobody', 'trade:trd_nobody', 'order:ord_nobody'])
    expect((await bert.ask('Ticket/About', { about })).reason).toBe('support.norecord');
  const { id } = (await open(anna)).data;
  expect((await send(bert, id)).reason).toBe('support.noticket');
  expect((await bert.ask('Ticket/Messages', { id })).reason).toBe('support.noticket');
  expect((await bert.ask('Ticket/Close', { id })).reason).toBe('support.noticket');
  expect(await one(bert, id)).toBeUndefined();
  expect((await one(anna, id))?.status).toBe('open');
});

test('behavior: both sides of a transfer ask about it, nobody else does', async () => {
  const [anna, bert, carol] = [
    await addPerson(app, { coins: 100 }),
    await addPerson(app),
    await addPerson(app),
  ];
  const { invitationcode } = (await bert.ask<{ invitationcode: string }>('Users/Info')).data;
  const { data } = await anna.ask<{ id: string }>('Wallet/Transfer', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '20',
    target: invitationcode,
    paypassword: await app.seal('Wallet/Transfer', RIGHT_PAYPASSWORD),
  });
  const about = `transfer:${data.id}`;
  for (const who of [anna, bert])
    expect((await who.ask<{ lines: object[] }>('Ticket/About', { about })).data.lines).toMatchObject([
      { key: 'amount', value: '20', coinid: 'USDT' },
      { key: 'received', value: '19.9' },
      { key: 'fee', value: '0.1' },
      { key: 'note' },
    ]);
  expect((await carol.ask('Ticket/About', { about })).reason).toBe('support.norecord');
});

test('refuses: a sixth ticket, the thirty-first message of an hour, and another request under one key', async () => {
  const anna = await addPerson(app);
  const requestId = randomUUID();
  const first = await open(anna, { requestId });
  expect((await open(anna, { requestId })).data.id).toBe(first.data.id);
  expect((await open(anna, { requestId, text: 'Something else' })).reason).toBe('ledger.keyconflict');
  for (let n = 0; n < 4; n += 1) expect((await open(anna)).reason).toBe('ok');
  expect(await open(anna)).toMatchObject({ reason: 'support.manytickets', params: { max: 5 } });
  const id = first.data.id;
  for (let n = 0; n < 24; n += 1) expect((await send(anna, id)).reason).toBe('ok');
  // The refused opening left no trace: 5 tickets and 25 messages.
  expect((await send(anna, id)).reason).toBe('ok');
  expect(await send(anna, id)).toMatchObject({ reason: 'support.manymessages', params: { max: 30 } });
  await moveClock(app, 3_601_000);
  const again = randomUUID();
  const sent = await send(anna, id, { requestId: again });
  expect((await send(anna, id, { requestId: again })).data.id).toBe(sent.data.id);
  expect((await send(anna, id, { requestId: again, text: 'Other' })).reason).toBe('ledger.keyconflict');
});

test('behavior: a withdrawal’s ticket keeps its facts as they were; support answers, both close, a message opens it again', async () => {
  const anna = await addPerson(app, { coins: 100 });
  const withdrawal = await withdraw(anna);
  const { data: ticket } = await open(anna, { about: `withdrawal:${withdrawal}`, kind: 'withdrawal' });
  expect(ticket).toMatchObject({ kind: 'withdrawal', status: 'open', unread: 0, by: 'member' });
  expect(ticket.facts).toMatchObject({ kind: 'withdrawal', id: withdrawal, status: expect.any(String) });
  expect(ticket.facts?.lines).toContainEqual({ key: 'amount', value: '20', coinid: 'USDT' });
  expect(ticket.facts?.lines.map(({ key }) => key)).not.toContain('received');
  await sql`update withdrawal set reason = 'changed later' where id = ${withdrawal}`.execute(app.owner);
  expect((await one(anna, ticket.id))?.facts).toEqual(ticket.facts);

  const queue = await asOperator('Admin/Tickets', { search: anna.id });
  expect(queue.list[0]).toMatchObject({
    id: ticket.id,
    userid: anna.id,
    assigned: null,
    facts: ticket.facts,
  });
  expect((await answer(ticket.id, { text: 'Ask the boss', note: '1' })).reason).toBe('ok');
  expect((await one(anna, ticket.id))?.status).toBe('open');
  const requestId = randomUUID();
  for (let n = 0; n < 2; n += 1) expect((await answer(ticket.id, { requestId })).reason).toBe('ok');
  expect(await one(anna, ticket.id)).toMatchObject({ status: 'answered', unread: 1, by: 'staff' });
  const messages = await anna.ask<Message>('Ticket/Messages', { id: ticket.id });
  expect(messages.list.map(({ by, text }) => `${by} ${text}`)).toEqual([
    'staff It is on its way',
    'member Please help',
  ]);
  expect(JSON.stringify(messages)).not.toContain('boss');
  expect((await one(anna, ticket.id))?.unread).toBe(0);
  const whole = await asOperator('Admin/Ticket', { id: ticket.id });
  expect(whole.data.messages.map(({ by }) => by)).toEqual(['member', 'note', 'staff']);
  expect(whole.data.assigned).toBe(whole.data.messages[1]?.account);

  expect((await anna.ask<Ticket>('Ticket/Close', { id: ticket.id })).data.status).toBe('closed');
  const picture = await addPicture(anna);
  expect((await send(anna, ticket.id, { pictures: [picture] })).data.pictures).toEqual([picture]);
  expect((await one(anna, ticket.id))?.status).toBe('open');
  expect((await asOperator('Admin/TicketMove', { id: ticket.id, act: 'close' })).data.status).toBe('closed');
  const { list: told } = await anna.ask<{ title: string; link: string; topic: string }>('Ctrls/Notices', {});
  expect(told.filter(({ topic }) => topic === 'support')).toMatchObject([
    { title: 'Support has closed your request', link: `/pages/service/service?id=${ticket.id}` },
    { title: 'Support has answered you' },
  ]);
  await moveClock(app, 14 * DAY + 1_000);
  expect(await send(anna, ticket.id)).toMatchObject({ reason: 'support.ticketclosed', params: { days: 14 } });
  const audit = await sql<{ action: string }>`
    select action from audit_log where subject = ${ticket.id} order by seq`.execute(app.owner);
  expect(audit.rows.map(({ action }) => action)).toEqual(['ticket.note', 'ticket.answer', 'ticket.close']);
});

test('refuses: a secret in what the app says of the device, and shows it to its member and to support only when it was sent', async () => {
  const anna = await addPerson(app);
  const device = 'Version: 1.0.0\nBrowser: Firefox 141';
  expect((await open(anna, { device: phrase })).reason).toBe('support.recoveryphrase');
  expect((await open(anna, { device: `key ${generatePrivateKey().slice(2)}` })).reason).toBe(
    'support.privatekey',
  );
  expect((await open(anna, { device: 'x'.repeat(2_001) })).reason).toBe('support.badtext');
  const requestId = randomUUID();
  const { data } = await open(anna, { device, requestId });
  expect(data.device).toBe(device);
  expect((await open(anna, { device, requestId })).data.id).toBe(data.id);
  expect((await open(anna, { device: 'Other', requestId })).reason).toBe('ledger.keyconflict');
  expect((await asOperator('Admin/Ticket', { id: data.id })).data.device).toBe(device);
  expect((await open(anna)).data.device).toBe('');
});

test('behavior: how long an answer usually takes is said from ten answered tickets on, and only while one waits', async () => {
  await sql`delete from ticket_message`.execute(app.owner);
  const people = await Promise.all([0, 1, 2].map(() => addPerson(app)));
  const tickets: { who: Person; id: string }[] = [];
  for (const who of people)
    for (let n = 0; n < 4; n += 1) tickets.push({ who, id: (await open(who)).data.id });
  const [waiting, ...rest] = tickets;
  const usual = async () => (await one(waiting?.who as Person, waiting?.id ?? ''))?.usualminutes;
  for (const { id } of rest.slice(0, 9)) await answer(id);
  expect(await usual()).toBeNull();
  await moveClock(app, 3 * 3_600_000);
  for (const { id } of rest.slice(9)) await answer(id);
  // Nine at once and two after three hours.
  expect(await usual()).toBe(1);
  const [done] = rest;
  expect((await one(done?.who as Person, done?.id ?? ''))?.usualminutes).toBeNull();
});

test('behavior: the one who waits longest stands first; mine, nobody’s and kinds are told apart', async () => {
  const anna = await addPerson(app);
  const first = (await open(anna, { kind: 'account' })).data.id;
  const second = (await open(anna, { kind: 'safety' })).data.id;
  await send(anna, first);
  const ids = async (body: object) =>
    (await asOperator('Admin/Tickets', { search: anna.id, ...body })).list.map(({ id }) => id);
  expect(await ids({})).toEqual([first, second]);
  expect(await ids({ kind: 'safety' })).toEqual([second]);
  await asOperator('Admin/TicketMove', { id: second, act: 'take' });
  expect(await ids({ whose: 'mine' })).toEqual([second]);
  expect(await ids({ whose: 'nobody' })).toEqual([first]);
  // An id from the audit log is one thing, whatever state it is in.
  expect(await ids({ search: second, status: 'closed' })).toEqual([second]);
  expect(await ids({ search: 'tkt_nobody' })).toEqual([]);
  await asOperator('Admin/TicketMove', { id: second, act: 'leave' });
  expect(await ids({ whose: 'nobody' })).toEqual([first, second]);
  const pages = [await asOperator('Admin/Tickets', { search: anna.id, pageSize: 1 })];
  expect(pages[0]?.list).toHaveLength(1);
});

test('refuses: to answer or close what was written in since it was read; a note needs no look', async () => {
  const anna = await addPerson(app);
  const { id } = (await open(anna)).data;
  const read = async () => (await asOperator('Admin/Ticket', { id })).data.updated;
  const seen = await read();
  await moveClock(app, 1_000);
  await send(anna, id);
  const close = (body: object) => asOperator('Admin/TicketMove', { id, act: 'close', ...body });
  expect((await answer(id, { seen })).reason).toBe('support.writtenmeanwhile');
  expect((await close({ seen })).reason).toBe('support.writtenmeanwhile');
  expect((await one(anna, id))?.status).toBe('open');
  expect((await answer(id, { seen, note: '1' })).reason).toBe('ok');
  const request = { seen: await read(), requestId: randomUUID() };
  expect((await answer(id, request)).reason).toBe('ok');
  // The same once more, after a lost answer, is no second answer.
  expect((await answer(id, request)).reason).toBe('ok');
  await moveClock(app, 1_000);
  await answer(id);
  expect((await close({ seen: request.seen })).reason).toBe('support.writtenmeanwhile');
  expect((await close({ seen: await read() })).data.status).toBe('closed');
});

test('refuses: feedback with a phrase, pictures without a login, the same twice, and more than the bound', async () => {
  const anna = await addPerson(app);
  const give = async (body: object, token?: string) =>
    answerOf(
      await app.post(
        'member',
        'Ctrls/Feedback',
        { requestId: randomUUID(), text: 'Larger letters', ...body },
        { token },
      ),
    );
  expect((await give({ text: phrase })).reason).toBe('support.recoveryphrase');
  expect((await give({ pictures: [await addPicture(anna)] })).reason).toBe('support.badpicture');
  expect((await give({ contact: 'a\nb' })).reason).toBe('support.badcontact');
  expect((await give({ contact: 'me@example.org' })).reason).toBe('ok');
  const requestId = randomUUID();
  const picture = await addPicture(anna);
  for (let n = 0; n < 2; n += 1)
    expect((await give({ requestId, pictures: [picture] }, anna.token)).reason).toBe('ok');
  for (let n = 0; n < 9; n += 1) expect((await give({}, anna.token)).reason).toBe('ok');
  expect((await give({}, anna.token)).reason).toBe('support.manyfeedback');
  const { list } = await asOperator<OutputOf<'Admin/Feedback'>>('Admin/Feedback', { pageSize: 100 });
  expect(list).toHaveLength(11);
  expect(list[0]).toMatchObject({ userid: '', contact: 'me@example.org', readby: null });
  const id = list[1]?.id ?? '';
  expect((await asOperator('Admin/FeedbackRead', { id })).reason).toBe('ok');
  expect((await asOperator('Admin/FeedbackRead', { id: 'fbk_nobody' })).reason).toBe('support.nofeedback');
  const read = await asOperator<OutputOf<'Admin/Feedback'>>('Admin/Feedback', { read: '1' });
  expect(read.list).toMatchObject([{ id, userid: anna.id, pictures: [picture] }]);
});
