import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';

type Row = { id: string; type: string; amount: string };

let app: TestApp;
let sender: MemberActor;
let receiver: MemberActor;
const sent: string[] = [];

async function call(member: MemberActor, path: string, input: object = {}) {
  const { envelope } = await app.post('member', path, input, { token: await app.session(member.id) });
  expect(envelope).toMatchObject({ success: true });
  return envelope;
}
const list = async (member: MemberActor, id?: string): Promise<Row[]> =>
  (await call(member, 'Wallet/Transfers', id === undefined ? {} : { id })).list as Row[];

beforeAll(async () => {
  app = await openTestApp();
  sender = await addMember(app, { coins: 100 });
  receiver = await addMember(app);
  const { invitationcode: target } = (await call(receiver, 'Users/Info')).data as { invitationcode: string };
  for (const amount of ['20', '40']) {
    const paypassword = await app.seal('Wallet/Transfer', RIGHT_PAYPASSWORD);
    const request = { requestId: randomUUID(), coinid: 'USDT', amount, target, paypassword };
    sent.push(((await call(sender, 'Wallet/Transfer', request)).data as Row).id);
  }
});
afterAll(() => app.close());

test('refuses: a transfer between two others like one that there is not', async () => {
  const stranger = await addMember(app);
  const [first = ''] = sent;
  expect(await list(stranger, first)).toEqual([]);
  expect(await list(sender, `tra_${'0'.repeat(26)}`)).toEqual([]);
  expect(await list(sender, `wdr_${'0'.repeat(26)}`)).toEqual([]);
});

test('behavior: one transfer by its id, as each of its two members sees it', async () => {
  const [first = ''] = sent;
  expect(await list(sender, first)).toMatchObject([{ id: first, type: 'out', amount: '20' }]);
  expect(await list(receiver, first)).toMatchObject([{ id: first, type: 'in', amount: '20' }]);
  expect((await list(sender)).map(({ id }) => id)).toEqual(sent.toReversed());
});
