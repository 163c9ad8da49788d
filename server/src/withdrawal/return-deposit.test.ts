import type { OutputOf } from '@openmere/core/calls.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDepositAddress } from '../deposit/address.ts';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import type { Hex } from '../platform/chain/log.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { open } from '../platform/secrets-box.ts';
import { readSettings } from '../setting/read.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { showDecision } from './decision-dry-run.ts';
import { releaseWithdrawal } from './release.ts';
import { arrive, sendTokens, startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';
import { voidUnsigned } from './void.ts';

let app: TestApp;
let payouts: Payouts;
let one: string;
let two: string;
beforeAll(async () => {
  app = await openTestApp();
  payouts = await startPayouts(app);
  [one, two] = [await app.operator('finance'), await app.operator('admin')];
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await app.close();
});

type Row = OutputOf<'Admin/Deposits'>;
const asOperator = (token: string, path: string, body: object) => app.post('console', path, body, { token });
const suspense = (part = 'barred') => balanceOf(app.db, `suspense:${part}`, 'USDT');
const setExitOnly = (member: TestMember, value: boolean) =>
  sql`update member set exit_only = ${value} where id = ${member.id}`.execute(app.owner);

type Bar = (member: TestMember, sender: Hex) => Promise<unknown>;
const list = (address: string) =>
  sql`insert into sanctioned_address (address, source) values (${address}, 'test')`.execute(app.owner);

/** A member who got an address, was barred, and whose deposit came after it; the row as operators see it. */
async function suspended(
  bar: Bar = (member) => setExitOnly(member, true),
  { amount = 50n * oneCoin, token = 'usdt' }: { amount?: bigint; token?: 'usdt' | 'open' } = {},
) {
  const member = await addMember(app);
  const sender = newWallet();
  const { address } = await inTransaction(app.db, (tx) =>
    getDepositAddress({ tx, now: new Date(), actor: member, chainId: TEST_CHAIN_ID }, { coinid: 'USDT' }),
  );
  await bar(member, sender);
  await arrive({ ...app, ...payouts }, { address: address as Hex, sender, amount, token });
  return { member, sender, id: (await rowOf(member)).id };
}
async function rowOf(member: TestMember): Promise<Row> {
  const { envelope } = await asOperator(one, 'Admin/Deposits', { search: member.id });
  const [row] = envelope.list as Row[];
  if (!row) throw new Error('the deposit stands in the list');
  return row;
}
const look = (subject: string, value: string) =>
  asOperator(one, 'Admin/DryRun', { kind: 'deposit', subject, value });

/** Proposed by one, confirmed by another; answers what the confirmation said. */
async function agree(subject: string, value: string): Promise<string> {
  const change = { kind: 'deposit', subject, value };
  const dry = await look(subject, value);
  expect(reasonIn(dry)).toBe('ok');
  const { hash } = dry.envelope.data as { hash: string };
  const proposed = await asOperator(one, 'Admin/Propose', { ...change, reason: 'asked its sender', hash });
  expect(reasonIn(proposed)).toBe('ok');
  const { id } = proposed.envelope.data as { id: string };
  expect(reasonIn(await asOperator(one, 'Admin/ProposalConfirm', { id, hash }))).toBe(
    'operator.secondperson',
  );
  return reasonIn(await asOperator(two, 'Admin/ProposalConfirm', { id, hash }));
}
async function mailsTo(member: TestMember): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(
    app.owner,
  );
  const mails = rows.map(({ sealed }) => JSON.parse(open(sealed)) as { to: string; template: string });
  return mails.filter(({ to }) => to === `${member.id}@example.org`).map(({ template }) => template);
}
async function ownRecords(member: TestMember, path: 'Wallet/Deposits' | 'Wallet/Withdrawals') {
  const { envelope } = await app.post('member', path, {}, { token: await app.session(member.id) });
  return envelope.list as OutputOf<'Wallet/Deposits'>[];
}

test.each<[bar: Row['bar'], make: Bar]>([
  ['exitonly', (member) => setExitOnly(member, true)],
  ['phone', ({ id }) => sql`update member set phone = '+8613800138000' where id = ${id}`.execute(app.owner)],
  ['wallet', ({ address }) => list(String(address))],
  ['sender', (_member, sender) => list(sender)],
])(
  'refuses: to credit a deposit whose bar is %s; it waits apart, listed with reason and age',
  async (bar, make) => {
    const before = await suspense();
    const { member } = await suspended(make);
    expect(await rowOf(member)).toMatchObject({ status: 'barred', received: '0', bar, barnow: bar });
    expect((await rowOf(member)).decided).toEqual(expect.any(String));
    expect(await memberBalance(app.db, member.id, 'USDT')).toEqual({ available: 0n, held: 0n });
    expect((await suspense()) - before).toBe(50n * oneCoin);
    const [told] = await ownRecords(member, 'Wallet/Deposits');
    expect(told).toMatchObject({ status: 'barred', received: '0' });
    expect(told?.description).toContain('cannot credit');
    expect(await mailsTo(member)).toEqual(['deposit.mail.barred']);
    await sql`update member set phone = null where id = ${member.id}`.execute(app.owner);
  },
);

test('behavior: two operators send it back to its sender, once; the member reads and is mailed what became of it', async () => {
  const { member, sender, id } = await suspended();
  const { envelope } = await asOperator(one, 'Admin/Queues', {});
  const queue = (envelope.list as OutputOf<'Admin/Queues'>[]).find(({ name }) => name === 'suspense');
  expect(queue?.waiting).toBeGreaterThanOrEqual(1);
  expect((await look(id, 'sender')).envelope.data).toMatchObject({
    changes: [
      { what: 'deposit', before: 'barred', after: 'returning' },
      { what: 'address', before: null, after: sender },
    ],
    entries: [
      {
        kind: 'deposit-return',
        postings: [
          { source: 'suspense:barred', destination: 'suspense:returning', coinid: 'USDT', amount: '50' },
        ],
      },
    ],
    members: [{ userid: member.id }],
  });
  // A dry run leaves nothing behind.
  expect((await rowOf(member)).status).toBe('barred');
  const before = { barred: await suspense(), treasury: await balanceOf(app.db, 'treasury:bsc', 'USDT') };
  expect(await agree(id, 'sender')).toBe('ok');
  expect((await rowOf(member)).status).toBe('returning');
  expect(reasonIn(await look(id, 'sender'))).toBe('deposit.nosuspense');
  expect(reasonIn(await look(id, 'release'))).toBe('deposit.nosuspense');
  for (let round = 0; round < 3; round += 1) await payouts.round();
  const paid = (await payouts.paidLogs()).filter(({ receiver }) => receiver === sender);
  expect(paid).toMatchObject([{ amount: 50n * oneCoin }]);
  expect(before.barred - (await suspense())).toBe(50n * oneCoin);
  expect(await suspense('returning')).toBe(0n);
  expect((await balanceOf(app.db, 'treasury:bsc', 'USDT')) - before.treasury).toBe(50n * oneCoin);
  expect((await ownRecords(member, 'Wallet/Deposits'))[0]).toMatchObject({
    status: 'returned',
    description: 'Not credited. It was sent back',
  });
  expect(await ownRecords(member, 'Wallet/Withdrawals')).toEqual([]);
  expect(await mailsTo(member)).toEqual(['deposit.mail.barred', 'deposit.mail.returned']);
}, 30_000);

test('behavior: it is credited by two once nothing bars its member, and not before', async () => {
  const { member, id } = await suspended();
  expect(reasonIn(await look(id, 'release'))).toBe('deposit.stillbarred');
  await setExitOnly(member, false);
  expect(await rowOf(member)).toMatchObject({ bar: 'exitonly', barnow: null });
  expect(await agree(id, 'release')).toBe('ok');
  expect(await memberBalance(app.db, member.id, 'USDT')).toEqual({ available: 50n * oneCoin, held: 0n });
  expect((await ownRecords(member, 'Wallet/Deposits'))[0]).toMatchObject({
    status: 'credited',
    received: '50',
  });
  expect(reasonIn(await look(id, 'sender'))).toBe('deposit.nosuspense');
});

test('refuses: to return to an address on a sanctions list, to no proved wallet, or in any other way; the bound wallet does', async () => {
  const { member, id } = await suspended((_member, sender) => list(sender));
  expect(reasonIn(await look(id, 'sender'))).toBe('deposit.returnlisted');
  expect(reasonIn(await look(id, newWallet()))).toBe('operator.badvalue');
  expect(reasonIn(await look('dep_nobody', 'sender'))).toBe('deposit.nosuspense');
  expect((await rowOf(member)).wallet).toBe(member.address);
  expect(await agree(id, 'wallet')).toBe('ok');
  await payouts.round();
  expect((await payouts.paidLogs()).filter(({ receiver }) => receiver === member.address)).toHaveLength(1);
  const other = await suspended();
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update member set wallet_address = null, wallet_bound_at = null where id = ${other.member.id}`.execute(
      tx,
    );
  });
  expect(reasonIn(await look(other.id, 'wallet'))).toBe('deposit.badreturn');
}, 30_000);

test('refuses: to return to a sender that is a contract of ours, where two would agree to what the signer refuses', async () => {
  const { id, member } = await suspended();
  const { chainContracts } = await readSettings(app.db);
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update deposit set sender = ${String(chainContracts.usdt).toLowerCase()} where id = ${id}`.execute(
      tx,
    );
  });
  expect(reasonIn(await look(id, 'sender'))).toBe('deposit.badreturn');
  expect((await rowOf(member)).status).toBe('barred');
  expect(await agree(id, 'wallet')).toBe('ok');
});

test('behavior: a return that was never signed is given up by two: the deposit waits again, and can go back once more', async () => {
  const { member, sender, id } = await suspended();
  expect(await agree(id, 'sender')).toBe('ok');
  const row = await app.db
    .selectFrom('withdrawal')
    .select('id')
    .where('deposit_id', '=', id)
    .executeTakeFirstOrThrow();
  const before = await suspense();
  const release = async () => {
    const { hash } = await showDecision(app, { id: row.id, action: 'release' });
    return releaseWithdrawal(
      { ...payouts.delivery, db: app.db, actor: await addOperator(app), signerMs: 500 },
      { id: row.id, reason: 'wrong address', hash },
    );
  };
  await release();
  await expect(release()).rejects.toThrow('withdrawal.signersilent');
  await voidUnsigned(payouts.signer);
  await release();
  expect((await rowOf(member)).status).toBe('barred');
  expect((await suspense()) - before).toBe(50n * oneCoin);
  expect(await memberBalance(app.db, member.id, 'USDT')).toEqual({ available: 0n, held: 0n });
  expect(await agree(id, 'sender')).toBe('ok');
  await payouts.round();
  expect((await payouts.paidLogs()).filter(({ receiver }) => receiver === sender)).toHaveLength(1);
}, 30_000);

/** Not barred, and not credited: below the minimum, or a coin that is not deposited. */
const ignored = (amount: bigint, token: 'usdt' | 'open' = 'usdt') =>
  suspended(() => Promise.resolve(), { amount, token });

test('refuses: to send back what is not more than the fee; it stays, and says so', async () => {
  const before = await suspense('deposit');
  const { member, id } = await ignored(oneCoin);
  expect(reasonIn(await look(id, 'sender'))).toBe('deposit.belowfee');
  expect(reasonIn(await look(id, 'release'))).toBe('deposit.nosuspense');
  const [told] = await ownRecords(member, 'Wallet/Deposits');
  expect(told).toMatchObject({ status: 'ignored', received: '0' });
  expect(told?.description).toContain('costs 1 USDT, so it stays');
  expect((await suspense('deposit')) - before).toBe(oneCoin);
});

test('behavior: of what was not credited operators read that its sender is on a sanctions list, before it goes to a wallet', async () => {
  const { member, sender, id } = await ignored(50_000n * oneCoin, 'open');
  const shown = async () =>
    (await asOperator(one, 'Admin/Deposits', { status: 'ignored', search: member.id })).envelope.list;
  expect(await shown()).toMatchObject([{ id, bar: null, barnow: null }]);
  await list(sender);
  expect(await shown()).toMatchObject([{ id, bar: null, barnow: 'sender' }]);
});

test('behavior: what was too little goes back less the fee, once, however many operators press', async () => {
  const three = await app.operator('risk');
  const { member, sender, id } = await ignored(5n * oneCoin);
  expect((await ownRecords(member, 'Wallet/Deposits'))[0]?.description).toContain('1 USDT is taken off');
  const { envelope } = await asOperator(one, 'Admin/Deposits', { status: 'ignored', search: member.id });
  expect(envelope.list).toMatchObject([{ id, bar: null, wallet: member.address }]);
  const dry = await look(id, 'sender');
  expect(dry.envelope.data).toMatchObject({
    changes: [
      { what: 'deposit', before: 'ignored', after: 'returning' },
      { what: 'address', before: null, after: sender },
      { what: 'returnfee', before: null, after: '1 USDT' },
    ],
  });
  const before = [
    await suspense('deposit'),
    await suspense('barred'),
    await balanceOf(app.db, 'fee:withdrawal', 'USDT'),
  ];
  const change = { kind: 'deposit', subject: id, value: 'sender' };
  const { hash } = dry.envelope.data as { hash: string };
  const proposed = await asOperator(one, 'Admin/Propose', { ...change, reason: 'asked its sender', hash });
  const proposal = { id: (proposed.envelope.data as { id: string }).id, hash };
  const pressed = await Promise.all(
    [two, three, two].map((operator) => asOperator(operator, 'Admin/ProposalConfirm', proposal)),
  );
  expect(pressed.filter((answer) => reasonIn(answer) === 'ok')).toHaveLength(1);
  for (let round = 0; round < 3; round += 1) await payouts.round();
  const paid = (await payouts.paidLogs()).filter(({ receiver }) => receiver === sender);
  expect(paid).toMatchObject([{ amount: 4n * oneCoin }]);
  const after = [
    await suspense('deposit'),
    await suspense('barred'),
    await balanceOf(app.db, 'fee:withdrawal', 'USDT'),
  ];
  expect(after.map((balance, at) => balance - (before[at] ?? 0n))).toEqual([-5n * oneCoin, 0n, oneCoin]);
  expect(await suspense('returning')).toBe(0n);
  expect((await ownRecords(member, 'Wallet/Deposits'))[0]).toMatchObject({ status: 'returned' });
  expect(await mailsTo(member)).toEqual(['deposit.mail.returned']);
  const { envelope: notices } = await app.post(
    'member',
    'Ctrls/Notices',
    {},
    { token: await app.session(member.id) },
  );
  expect(JSON.stringify(notices.list)).toContain('4 USDT was sent back');
  expect(reasonIn(await look(id, 'sender'))).toBe('deposit.nosuspense');
}, 30_000);

test('behavior: OPEN at a deposit address goes back less its own fee; given up, it waits again and goes once', async () => {
  await sendTokens(
    payouts.anvil,
    payouts.contracts.open ?? '',
    payouts.contracts.treasury ?? '',
    100n * oneCoin,
  );
  const { member, sender, id } = await ignored(50n * oneCoin, 'open');
  const apart = () => balanceOf(app.db, 'suspense:deposit', 'OPEN');
  const before = await apart();
  expect(await agree(id, 'sender')).toBe('ok');
  const row = await app.db
    .selectFrom('withdrawal')
    .select(['id', 'fee', 'received'])
    .where('deposit_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ fee: oneCoin, received: 49n * oneCoin });
  const release = async () => {
    const { hash } = await showDecision(app, { id: row.id, action: 'release' });
    return releaseWithdrawal(
      { ...payouts.delivery, db: app.db, actor: await addOperator(app), signerMs: 500 },
      { id: row.id, reason: 'wrong address', hash },
    );
  };
  await release();
  await expect(release()).rejects.toThrow('withdrawal.signersilent');
  await voidUnsigned(payouts.signer);
  await release();
  expect((await rowOf(member)).status).toBe('ignored');
  expect(await memberBalance(app.db, member.id, 'OPEN')).toEqual({ available: 0n, held: 0n });
  expect(await agree(id, 'sender')).toBe('ok');
  for (let round = 0; round < 3; round += 1) await payouts.round();
  expect((await payouts.paidLogs()).filter(({ receiver }) => receiver === sender)).toMatchObject([
    { amount: 49n * oneCoin },
  ]);
  expect(before - (await apart())).toBe(50n * oneCoin);
}, 30_000);

test('refuses: the app by itself to credit a barred deposit, or to order a return', async () => {
  const { id, member, sender } = await suspended();
  const forged = [
    sql`update deposit set status = 'credited' where id = ${id}`,
    sql`update deposit set bar = null where id = ${id}`,
    sql`update deposit set sender = ${newWallet()} where id = ${id}`,
    ...[sender, newWallet()].map(
      (
        address,
        at,
      ) => sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee,
        received, minimum, multiple, address, decider, score, checks, deposit_id)
        values (${`wdr_${String(at).repeat(26)}`}, ${`0x${'e'.repeat(63)}${at}`}, ${member.id}, ${member.id}, gen_random_uuid(), 'USDT',
        31337, ${50n * oneCoin}, 0, ${50n * oneCoin}, 1, 1, ${address}, 'twooperators', 0, '[]', ${id})`,
    ),
  ];
  for (const statement of forged) await expect(statement.execute(app.db)).rejects.toThrow();
  expect((await rowOf(member)).status).toBe('barred');
  const small = await ignored(5n * oneCoin);
  for (const status of ['credited', 'returning'])
    await expect(
      sql`update deposit set status = ${status} where id = ${small.id}`.execute(app.db),
    ).rejects.toThrow();
});
