import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import { newId } from '../platform/ids.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { Heard, TestApp } from '../test/app.ts';
import { addMember, newWallet, RIGHT_PAYPASSWORD } from '../test/people.ts';

/** What is Anna's, and nobody else's to read or to move. */
type Belongings = {
  session: string;
  withdrawal: string;
  requestId: string;
  transferId: string;
  picture: string;
  wallet: string;
  cursors: Record<string, string>;
  secrets: string[];
};

let app: TestApp;
let anna: MemberActor;
let bert: MemberActor;
let child: MemberActor;
let hers: Belongings;
const tokens = new Map<string, string>();

async function call(who: MemberActor, path: string, body: object = {}): Promise<Heard> {
  return app.post('member', path, body, { token: tokens.get(who.id) });
}

async function paid(path: string, body: object): Promise<object> {
  return { coinid: 'USDT', ...body, paypassword: await app.seal(path, RIGHT_PAYPASSWORD) };
}

async function codeOf(member: MemberActor): Promise<string> {
  const { envelope } = await call(member, 'Users/Info');
  return (envelope.data as { invitationcode: string }).invitationcode;
}

beforeAll(async () => {
  app = await openTestApp();
  anna = await addMember(app, { coins: 1_000, wallet: newWallet() });
  bert = await addMember(app, { coins: 1_000 });
  child = await addMember(app, { coins: 1_000, main: anna });
  for (const one of [anna, bert, child]) tokens.set(one.id, await app.session(one.id));
  hers = await settleAnna();
}, 60_000);
afterAll(() => app.close());

/** Two of everything that pages, so that each list has a cursor. */
async function settleAnna(): Promise<Belongings> {
  const target = await codeOf(bert);
  const requestId = randomUUID();
  const withdrawals: string[] = [];
  const address = newWallet();
  await sql`insert into deposit_address (member_id, chain_id, address, salt, factory, created_at)
    values (${anna.id}, 31337, ${address}, ${`0x${'5'.repeat(64)}`}, ${newWallet()}, now())`.execute(
    app.owner,
  );
  for (const id of [requestId, randomUUID()]) {
    await call(
      anna,
      'Wallet/Transfer',
      await paid('Wallet/Transfer', { requestId: id, amount: '40', target }),
    );
    const asked = await call(
      anna,
      'Wallet/Withdraw',
      await paid('Wallet/Withdraw', { requestId: id, amount: '20' }),
    );
    withdrawals.push((asked.envelope.data as { id: string }).id);
    await sql`insert into deposit (id, member_id, chain_id, coin_id, token, address, sender, amount, tx_hash, log_index,
        block_number, block_hash, status, seen_at)
      values (${newId('dep')}, ${anna.id}, 31337, 'USDT', ${newWallet()}, ${address}, ${newWallet()}, 1, ${`0x${'3'.repeat(64)}`},
        ${withdrawals.length}, 1, ${`0x${'4'.repeat(64)}`}, 'seen', now())`.execute(app.owner);
  }
  const picture = `${'a'.repeat(32)}.webp`;
  await sql`insert into upload (name, member_id, bytes) values (${picture}, ${anna.id}, 1)`.execute(
    app.owner,
  );
  const cursors: Record<string, string> = {};
  for (const path of lists) {
    const { envelope } = await call(anna, path, { ...(path.startsWith('trade') ? coin : {}), pageSize: 1 });
    cursors[path] = (envelope.data as { cursor: string }).cursor;
  }
  const info = (await call(anna, 'Users/Info')).envelope.data as { email: string; useraddress: string };
  const sessions = (await call(anna, 'Users/Sessions')).envelope.list as { id: string }[];
  const transfers = (await call(anna, 'Wallet/Transfers')).envelope.list as { id: string }[];
  const session = sessions[0]?.id ?? '';
  const transferId = transfers[0]?.id ?? '';
  const secrets = [anna.id, info.email, info.useraddress, session, address, ...withdrawals];
  const [withdrawal = ''] = withdrawals;
  return {
    session,
    withdrawal,
    requestId,
    transferId,
    picture,
    wallet: info.useraddress,
    cursors,
    secrets,
  };
}

const coin = { coinid: 'USDT' };
const lists = ['Wallet/Withdrawals', 'Wallet/Transfers', 'Wallet/Deposits', 'trade/GetUserBalanceRecord'];

/** All that is written of Anna, in one digest: rows of every table that names her, and her accounts. */
async function digestOf(member: MemberActor): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat(
      (select string_agg(t::text, '|' order by t.id) from withdrawal t where member_id = ${member.id}),
      (select string_agg(t::text, '|' order by t.id) from auth_session t where member_id = ${member.id}),
      (select string_agg(t::text, '|' order by t.id) from deposit t where member_id = ${member.id}),
      (select string_agg(t::text, '|') from pay_password t where member_id = ${member.id}),
      (select string_agg(t::text, '|') from member t where id = ${member.id}),
      (select string_agg(t::text, '|' order by t.id) from ledger.account t where name like ${`member:${member.id}:%`})
    )) as digest`.execute(app.owner);
  return rows[0]?.digest ?? '';
}

test('refuses: another member and one’s own sub-account everything that is Anna’s, by any of its ids (T06)', async () => {
  expect(hers.secrets.every((one) => one.length > 8)).toBe(true);
  expect(lists.filter((path) => !hers.cursors[path])).toEqual([]);
  const before = await digestOf(anna);
  const answers: Heard[] = [];
  for (const stranger of [bert, child]) {
    const tries: [path: string, body: object, reasons: string[]][] = [
      ['Users/SessionRevoke', { id: hers.session }, ['auth.nosession']],
      ['Wallet/WithdrawCancel', { id: hers.withdrawal }, ['withdrawal.notfound']],
      ['Users/SetNicknameHeadpic', { headpic: `/files/${hers.picture}` }, ['member.badavatar']],
      ['Users/Bind_address', { address: hers.wallet }, ['member.walletbound']],
      [
        'Users/BindAntiWithdrawAddress',
        {
          address: hers.wallet,
          word: 'harbour',
          paypassword: await app.seal('Users/BindAntiWithdrawAddress', RIGHT_PAYPASSWORD),
        },
        ['member.badwallet'],
      ],
    ];
    for (const [path, body, reasons] of tries) {
      const heard = await call(stranger, path, body);
      expect([path, reasonIn(heard)]).toEqual([path, expect.toBeOneOf(reasons)]);
      answers.push(heard);
    }
    // Her request ids are only hers: under them others get their own record, or what their own input deserves.
    const sent = await call(
      stranger,
      'Wallet/Transfer',
      await paid('Wallet/Transfer', {
        requestId: hers.requestId,
        amount: '20',
        target: await codeOf(stranger === bert ? child : bert),
      }),
    );
    expect(sent.envelope).toMatchObject({ success: true, data: { amount: '20' } });
    expect((sent.envelope.data as { id: string }).id).not.toBe(hers.transferId);
    const asked = await call(
      stranger,
      'Wallet/Withdraw',
      await paid('Wallet/Withdraw', { requestId: hers.requestId, amount: '20' }),
    );
    expect(asked.envelope.success).toBe(true);
    expect((asked.envelope.data as { id: string }).id).not.toBe(hers.withdrawal);
    answers.push(sent, asked);
  }
  // Bert received it; her own sub-account has no part in it.
  const sent = await call(child, 'Wallet/Transfers', { id: hers.transferId });
  expect(sent.envelope).toMatchObject({ success: true, list: [] });
  answers.push(sent);
  expect(answers.filter(({ body }) => hers.secrets.some((secret) => body.includes(secret)))).toEqual([]);
  expect(await digestOf(anna)).toBe(before);
});

test('refuses: to read Anna’s lists with her cursors: refused, or the reader’s own rows', async () => {
  for (const stranger of [bert, child]) {
    for (const path of lists) {
      const body = { ...(path.startsWith('trade') ? coin : {}), cursor: hers.cursors[path], pageSize: 100 };
      const heard = await call(stranger, path, body);
      const { cursor: _cursor, ...rest } = body;
      const own = new Set(
        ((await call(stranger, path, rest)).envelope.list as { id: string }[]).map(({ id }) => id),
      );
      const shown = (heard.envelope.list ?? []) as { id: string }[];
      expect([path, heard.status]).toEqual([path, 200]);
      expect(shown.filter(({ id }) => !own.has(id))).toEqual([]);
      expect(hers.secrets.filter((secret) => heard.body.includes(secret))).toEqual([]);
    }
  }
});

test('refuses: to show more of a member than a masked name, wherever a member is named by somebody else', async () => {
  const target = await codeOf(anna);
  const asked: Heard[] = [
    await call(bert, 'Users/AddressAny', { target }),
    await call(bert, 'Users/AddressAny', { target: hers.wallet }),
    await call(bert, 'Wallet/TransferQuote', { coinid: 'USDT', amount: '20', target }),
    await call(
      bert,
      'Wallet/Transfer',
      await paid('Wallet/Transfer', { requestId: randomUUID(), amount: '20', target }),
    ),
    await call(bert, 'Wallet/Transfers'),
    await call(bert, 'trade/GetUserBalanceRecord', coin),
    await call(bert, 'Wallet/Withdrawals'),
    await call(bert, 'Users/Info'),
  ];
  expect(asked.map(({ envelope }) => envelope.success)).toEqual(asked.map(() => true));
  const name = ((await call(anna, 'Users/Info')).envelope.data as { nickname: string }).nickname;
  for (const { body } of asked) {
    for (const secret of [...hers.secrets, name]) expect(body).not.toContain(secret);
  }
});
