import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { endHalt, listHalts, readHalt, setHalt } from '../ledger/halt.ts';
import type { HaltReason } from '../ledger/halt.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createListener } from '../platform/notify.ts';
import { EVERYONE_CHANNEL } from '../platform/outbox.ts';
import { verifyLedger, verifyWholeLedger } from '../reserve/verify-ledger.ts';
import { forgetSettings, readSettings } from '../setting/read.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { mailAlarms } from './alarm-mail.ts';
import type { DryRun } from './dry-run.ts';
import type { ShownProposal } from './proposal-store.ts';
import { beforeOf } from './propose.ts';

let app: TestApp;
let one: string;
let two: string;
let now = new Date();
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
  [one, two] = [await app.operator('finance'), await app.operator('admin')];
}, 60_000);
afterAll(() => app.close());

type Change = { kind: string; subject: string; value: string };
const ask = (token: string, path: string, body: unknown) => app.post('console', path, body, { token });
const fee = (value: string): Change => ({ kind: 'setting', subject: 'withdraw.fee', value });

async function look(change: Change, token = one): Promise<DryRun> {
  const heard = await ask(token, 'Admin/DryRun', change);
  expect(reasonIn(heard)).toBe('ok');
  return heard.envelope.data as DryRun;
}
async function propose(change: Change, token = one): Promise<ShownProposal> {
  const { hash } = await look(change, token);
  const heard = await ask(token, 'Admin/Propose', { ...change, reason: 'looked at it', hash });
  expect(reasonIn(heard)).toBe('ok');
  return heard.envelope.data as ShownProposal;
}
const confirm = async ({ id, dryrun: { hash } }: ShownProposal, token = two) =>
  reasonIn(await ask(token, 'Admin/ProposalConfirm', { id, hash }));
async function feeNow(): Promise<bigint> {
  forgetSettings();
  return (await readSettings(app.db)).withdrawFee;
}
/** With sessions that are as young then as they are now. */
async function moveClock(to: Date): Promise<void> {
  now = to;
  await sql`update operator_session set last_used_at = ${to}, created_at = ${to}`.execute(app.owner);
}
async function countOpen(): Promise<number | undefined> {
  const { list } = (await ask(two, 'Admin/Queues', {})).envelope;
  return (list as { name: string; waiting: number }[]).find(({ name }) => name === 'proposals')?.waiting;
}
async function open(halt: HaltReason): Promise<string> {
  await inTransaction(app.db, (tx) => setHalt(tx, halt));
  return String((await listHalts(app.db)).find(({ subject }) => subject === halt.subject)?.id);
}

test('refuses: values that are none, values that stand already, and what only the installation may change', async () => {
  for (const [change, reason] of [
    [fee('minus two'), 'operator.badvalue'],
    [fee('1'), 'operator.samevalue'],
    [{ kind: 'setting', subject: 'reward.teamRates', value: '1000,4500' }, 'operator.shortfall'],
    [{ kind: 'setting', subject: 'reward.teamRates', value: '1000,1600,4000' }, 'operator.ratecount'],
    [
      {
        kind: 'setting',
        subject: 'reward.parts',
        value: 'direct:40,indirect:10,team:30,management:10,leadership:5,contribution:5',
      },
      'operator.shortfall',
    ],
    [{ kind: 'setting', subject: 'team.level3', value: '50000' }, 'operator.levelorder'],
    [{ kind: 'setting', subject: 'team.level1', value: '0' }, 'operator.levelorder'],
    [{ kind: 'setting', subject: 'app.required', value: '1.0.1' }, 'operator.versionorder'],
    [{ kind: 'setting', subject: 'app.apkLink', value: 'https://x.example/a.apk' }, 'operator.apkhash'],
    [{ kind: 'setting', subject: 'country.coolingHours', value: 'UK:24' }, 'operator.badvalue'],
    [{ kind: 'setting', subject: 'country.warnings', value: 'EN: Words' }, 'operator.badvalue'],
    [{ kind: 'setting', subject: 'activity.bonusOffCountries', value: 'GB,XX' }, 'operator.badvalue'],
    [{ kind: 'setting', subject: 'no.such', value: '1' }, 'operator.nosetting'],
    [{ kind: 'setting', subject: 'signer.capDay', value: '9999999' }, 'operator.nosetting'],
    [{ kind: 'setting', subject: 'chain.contracts', value: '{}' }, 'operator.nosetting'],
    [{ kind: 'halt', subject: '999', value: 'gone' }, 'operator.nohalt'],
    [{ kind: 'reorg', subject: 'rollback', value: '' }, 'reserve.noreorg'],
  ] as const) {
    expect(reasonIn(await ask(one, 'Admin/DryRun', change)), change.subject).toBe(reason);
  }
});

test('refuses: to keep one of two things in the log that stood before under one name', () => {
  const of = (before: string | null, what = '0xab') => ({ what, before, after: 'booked' });
  expect(
    beforeOf({ changes: [of('trade-sold'), of('deposit-transfer'), of('open', '7'), of(null, '8')] }),
  ).toEqual({
    before: { '0xab': 'trade-sold, deposit-transfer', '7': 'open' },
  });
  expect(beforeOf({ changes: [of(null)] })).toEqual({});
});

test('refuses: the maker as checker, a proposal that ended, one that expired, one that nobody looked at', async () => {
  expect(
    reasonIn(await ask(one, 'Admin/Propose', { ...fee('2'), reason: 'guessed', hash: '0'.repeat(64) })),
  ).toBe('operator.proposalchanged');
  const first = await propose(fee('2'));
  expect(await confirm(first, one)).toBe('operator.secondperson');
  const blind = { id: first.id, hash: '0'.repeat(64) };
  expect(reasonIn(await ask(two, 'Admin/ProposalConfirm', blind))).toBe('operator.proposalchanged');
  const second = await propose(fee('3'));
  expect(await confirm(first)).toBe('operator.proposalended');
  const refused = await ask(two, 'Admin/ProposalRefuse', { id: second.id, reason: 'too dear' });
  expect(refused.envelope.data).toMatchObject({ status: 'refused', endreason: 'too dear' });
  expect(await confirm(second)).toBe('operator.proposalended');
  const own = await propose(fee('4'));
  const back = await ask(one, 'Admin/ProposalRefuse', { id: own.id, reason: 'a slip' });
  expect(back.envelope.data).toMatchObject({ status: 'withdrawn' });
  const old = await propose(fee('5'));
  const before = now;
  await moveClock(new Date(now.getTime() + 24 * 3_600_000 + 1));
  expect(await confirm(old)).toBe('operator.proposalexpired');
  expect((await ask(two, 'Admin/Proposals', {})).envelope.list).toEqual([]);
  expect(await countOpen()).toBe(0);
  const ended = (await ask(two, 'Admin/Proposals', { status: 'ended' })).envelope.list as ShownProposal[];
  expect(ended.find(({ id }) => id === old.id)?.status).toBe('expired');
  await moveClock(before);
  expect(await confirm({ ...old, id: 'prp_nobody' })).toBe('operator.noproposal');
  expect(await feeNow()).toBe(oneCoin);
});

test('refuses: what somebody proposed who has no access any more', async () => {
  const gone = await app.operator('finance');
  const made = await propose({ kind: 'setting', subject: 'withdraw.min', value: '11' }, gone);
  await sql`update operator set disabled_at = now() where account = ${made.maker}`.execute(app.owner);
  expect(await confirm(made)).toBe('operator.proposalended');
  expect(reasonIn(await ask(two, 'Admin/ProposalRefuse', { id: made.id, reason: 'gone' }))).toBe('ok');
});

test('behavior: nobody is asked for an update that was only looked at', async () => {
  const before = (await readSettings(app.db)).appVersion;
  await look({ kind: 'setting', subject: 'app.version', value: '7.7.7' });
  // As any call of this process reads it, within the second in which it need not look into the table.
  expect((await readSettings(app.db)).appVersion).toBe(before);
});

test('behavior: a rule changes only when the second operator confirms; history and audit log name both', async () => {
  const change = fee('2.5');
  const shown = await look(change);
  expect(shown).toMatchObject({
    changes: [{ what: 'withdraw.fee', before: '1', after: '2.5' }],
    entries: [],
    everyone: true,
  });
  // The dry run was taken back, history and all.
  expect(await feeNow()).toBe(oneCoin);
  const made = await propose(change);
  expect(await feeNow()).toBe(oneCoin);
  expect(await confirm(made)).toBe('ok');
  expect(await feeNow()).toBe((25n * oneCoin) / 10n);
  const settings = (await ask(one, 'Admin/Settings', {})).envelope.list as Record<string, unknown>[];
  expect(settings.find(({ idx }) => idx === 'withdraw.fee')).toMatchObject({
    val: '2.5',
    standard: '1',
    changeable: true,
    changedby: expect.stringMatching(/^operator\d+$/),
  });
  expect(settings.find(({ idx }) => idx === 'signer.capDay')).toMatchObject({ changeable: false });
  const history = (await ask(one, 'Admin/SettingHistory', { idx: 'withdraw.fee' })).envelope.list;
  expect(history).toMatchObject([{ val: '2.5', version: 1, by: expect.stringMatching(/^operator\d+$/) }]);
  const audit = (await ask(one, 'Admin/Audit', {})).envelope.list as { action: string; detail: object }[];
  expect(audit.slice(0, 2).map(({ action }) => action)).toEqual(['setting.confirm', 'setting.propose']);
  expect(audit[0]?.detail).toMatchObject({ by: made.maker, value: '2.5' });
});

test('refuses: to change a rule past the proposals, also with the api’s own login', async () => {
  const write = (idx: string, val: string) =>
    sql`insert into config (idx, val, version, changed_by) values (${idx}, ${val}, 1, 'nobody')
      on conflict (idx) do update set val = excluded.val, version = config.version + 1`.execute(app.db);
  await expect(write('withdraw.min', '1')).rejects.toThrow(/takes two operators/);
  // A confirmed proposal counts in its own transaction only, also for the value that it was for.
  await expect(write('withdraw.fee', '2.5')).rejects.toThrow(/takes two operators/);
  await expect(write('signer.capDay', '1')).rejects.toThrow(/takes two operators/);
  await expect(
    sql`update proposal set value = '9' where kind = 'setting'`.execute(app.owner),
  ).rejects.toThrow(/stay/);
});

test('refuses: to end a halt while its reason is there; another one is ended by two', async () => {
  const reserves = await open({ kind: 'reserves', subject: 'OPEN', facts: { detail: 'reserves differ' } });
  expect(reasonIn(await ask(one, 'Admin/DryRun', { kind: 'halt', subject: reserves, value: 'gone' }))).toBe(
    'operator.haltremains',
  );
  const other = await open({ kind: 'other', subject: 'books', facts: { detail: 'the books differ' } });
  const made = await propose({ kind: 'halt', subject: other, value: 'gone' });
  expect(made.dryrun.changes).toEqual([
    { what: 'halt', before: 'other', after: 'ended' },
    { what: 'haltabout', before: null, after: 'books' },
    { what: 'lastsaid', before: expect.any(String), after: 'ended' },
  ]);
  expect(await confirm(made, one)).toBe('operator.secondperson');
  expect(await confirm(made)).toBe('ok');
  expect((await readHalt(app.db))?.facts).toEqual({ detail: 'reserves differ' });
});

test('behavior: one operator halts payouts with a reason, which the audit log keeps; two end it', async () => {
  const risk = await app.operator('risk');
  const halt = (token: string, reason: string) => ask(token, 'Admin/PayoutHalt', { reason, told: 'upgrade' });
  expect(reasonIn(await halt(risk, ' '))).toBe('request.invalid');
  expect((await halt(await app.operator('support'), 'a key is in doubt')).envelope.code).toBe('forbidden');
  const isMine = ({ kind, subject }: HaltReason): boolean =>
    kind === 'other' && subject.startsWith('operator ');
  expect((await listHalts(app.db)).filter(isMine)).toEqual([]);
  // The same pressed twice is one halt; what is found later stands beside it, and is told as a halt of its own.
  const reasons = ['a key is in doubt', 'a key is in doubt', 'payer key stolen, do not open'];
  const alarm = () => mailAlarms({ db: app.db, now: new Date() }, ['ops@openmere.test']);
  await alarm();
  const alarmed: number[] = [];
  for (const reason of reasons) {
    expect(reasonIn(await halt(risk, reason))).toBe('ok');
    alarmed.push(await alarm());
  }
  expect(alarmed).toEqual([1, 0, 1]);
  const [first, second, ...more] = (await listHalts(app.db)).filter(isMine);
  expect(more).toEqual([]);
  expect(first?.facts).toEqual({ detail: 'a key is in doubt', told: 'upgrade' });
  expect(second?.facts).toEqual({ detail: 'payer key stolen, do not open', told: 'upgrade' });
  const { rows } =
    await sql`select subject, detail from audit_log where action = 'halt.set' order by seq`.execute(
      app.owner,
    );
  expect(rows).toEqual(
    reasons.map((reason, index) => ({
      subject: (index < 2 ? first : second)?.subject,
      detail: { reason, told: 'upgrade' },
    })),
  );
  const made = await propose({ kind: 'halt', subject: String(first?.id), value: 'gone' });
  expect(await confirm(made, one)).toBe('operator.secondperson');
  // Said again after the proposal, it is not ended by it: whoever confirms read of what was known before.
  expect(reasonIn(await halt(risk, 'a key is in doubt'))).toBe('ok');
  expect(await confirm(made)).toBe('operator.proposalchanged');
  for (const ended of [first, second])
    expect(await confirm(await propose({ kind: 'halt', subject: String(ended?.id), value: 'gone' }))).toBe(
      'ok',
    );
  expect((await listHalts(app.db)).filter(isMine)).toEqual([]);
});

test('refuses: more than five open halts of one operator; the fifth says the newest', async () => {
  const risk = await app.operator('risk');
  for (let at = 1; at <= 7; at += 1)
    expect(reasonIn(await ask(risk, 'Admin/PayoutHalt', { reason: `reason ${at}`, told: 'other' }))).toBe(
      'ok',
    );
  const mine = (await listHalts(app.db)).filter(({ facts }) => facts['detail']?.startsWith('reason '));
  expect(mine.map(({ facts }) => facts['detail'])).toEqual([
    'reason 1',
    'reason 2',
    'reason 3',
    'reason 4',
    'reason 7',
  ]);
  await inTransaction(app.db, async (tx) => {
    for (const { id } of mine) await endHalt(tx, id, 'the test is over');
  });
});

test('behavior: a difference is booked to suspense to the unit that both saw; another one refuses, and is proposed anew', async () => {
  const compare = (chain: bigint) =>
    sql`insert into reserve_check (chain_id, coin_id, block_number, block_hash, ledger_amount, chain_amount, addresses, checked_at)
      values (31337, 'OPEN', 5, 'x', ${100n * oneCoin}, ${chain}, 1, now() + interval '1 second')
      on conflict (chain_id, coin_id) do update set chain_amount = excluded.chain_amount, checked_at = excluded.checked_at`.execute(
      app.owner,
    );
  const id = String((await listHalts(app.db)).find(({ kind }) => kind === 'reserves')?.id);
  const change = { kind: 'halt', subject: id, value: 'book' };
  await compare(81n * oneCoin);
  const first = await propose(change);
  expect(first.dryrun.entries).toEqual([
    {
      kind: 'reserve-difference',
      reference: `halt ${id}`,
      postings: [{ source: 'suspense:reserve', destination: 'treasury:bsc', coinid: 'OPEN', amount: '19' }],
    },
  ]);
  await compare(80n * oneCoin);
  expect(await confirm(first)).toBe('operator.proposalchanged');
  expect(await balanceOf(app.db, 'suspense:reserve', 'OPEN')).toBe(0n);
  expect(await readHalt(app.db)).toBeDefined();
  expect(await countOpen()).toBeGreaterThan(0);
  const before = await balanceOf(app.db, 'treasury:bsc', 'OPEN');
  expect(await confirm(await propose(change))).toBe('ok');
  expect(await balanceOf(app.db, 'suspense:reserve', 'OPEN')).toBe(-20n * oneCoin);
  expect((await balanceOf(app.db, 'treasury:bsc', 'OPEN')) - before).toBe(20n * oneCoin);
  expect(await readHalt(app.db)).toBeUndefined();
});

test('refuses: to end a silence before a later comparison found all equal; then two end it', async () => {
  await sql`delete from reserve_check`.execute(app.owner);
  const id = await open({
    kind: 'silent',
    subject: 'chain 31337',
    facts: { detail: 'reserves were not compared' },
  });
  const change = { kind: 'halt', subject: id, value: 'gone' };
  expect(reasonIn(await ask(one, 'Admin/DryRun', change))).toBe('operator.haltremains');
  await sql`insert into reserve_check (chain_id, coin_id, block_number, block_hash, ledger_amount, chain_amount, addresses, checked_at)
    values (31337, 'OPEN', 5, 'x', 1, 1, 1, now() + interval '1 second')`.execute(app.owner);
  expect(await confirm(await propose(change))).toBe('ok');
  expect(await readHalt(app.db)).toBeUndefined();
});

test('refuses: to replace what somebody else proposed, also at the same moment; one’s own is replaced', async () => {
  const [hers, his] = [await look(fee('2.1')), await look(fee('2.2'), two)];
  const put = async (token: string, value: string, hash: string) =>
    reasonIn(await ask(token, 'Admin/Propose', { ...fee(value), reason: 'looked at it', hash }));
  const said = await Promise.all([put(one, '2.1', hers.hash), put(two, '2.2', his.hash)]);
  expect(said.toSorted()).toEqual(['ok', 'operator.proposalopen']);
  const [first, other] = said[0] === 'ok' ? [one, two] : [two, one];
  expect(await put(other, '2.2', his.hash)).toBe('operator.proposalopen');
  const again = await propose(fee('2.3'), first);
  const open = (await ask(one, 'Admin/Proposals', { kind: 'setting' })).envelope.list as ShownProposal[];
  expect(open.filter(({ subject }) => subject === 'withdraw.fee').map(({ id }) => id)).toEqual([again.id]);
  expect(reasonIn(await ask(other, 'Admin/ProposalRefuse', { id: again.id, reason: 'mine instead' }))).toBe(
    'ok',
  );
  expect(await put(other, '2.2', his.hash)).toBe('ok');
  const before = now;
  await moveClock(new Date(now.getTime() + 24 * 3_600_000 + 1));
  expect(await put(first, '2.1', hers.hash)).toBe('ok');
  await moveClock(before);
});

test('behavior: two confirmations at once do it once', async () => {
  const three = await app.operator('admin');
  const made = await propose(fee('3.5'));
  const said = await Promise.all([confirm(made, two), confirm(made, three)]);
  expect(said.toSorted()).toEqual(['ok', 'operator.proposalended']);
  expect(await feeNow()).toBe((35n * oneCoin) / 10n);
});

test('refuses: to end a halt of the ledger before the whole was recomputed after it, however often what is new was proved', async () => {
  const settler = app.clone.connect('app').db;
  const subject = await open({
    kind: 'ledger',
    subject: 'journal',
    facts: { detail: 'I05 batch 1: its hash does not fit' },
  });
  const end: Change = { kind: 'halt', subject, value: 'gone' };
  const tryToEnd = async () => reasonIn(await ask(one, 'Admin/DryRun', end));
  await verifyLedger({ db: settler });
  expect(await tryToEnd()).toBe('operator.haltremains');
  const asked = await ask(one, 'Admin/LedgerVerifyWhole', {});
  expect(asked.envelope.data).toMatchObject({ started: null, ended: null, percent: 0, found: 0 });
  // Whoever asks as well is told of the same one.
  const again = await ask(two, 'Admin/LedgerVerifyWhole', {});
  expect(again.envelope.data).toEqual(asked.envelope.data);
  expect(await tryToEnd()).toBe('operator.haltremains');
  const underway = (await ask(one, 'Admin/Health', {})).envelope.data;
  expect(underway).toMatchObject({ wholeunderway: { percent: 0 }, wholeended: null });
  expect(await verifyWholeLedger({ db: settler, now: new Date() })).toBe('verified');
  const ended = (await ask(one, 'Admin/Health', {})).envelope.data;
  expect(ended).toMatchObject({ wholeunderway: null, wholeended: { percent: 100, found: 0, findings: [] } });
  expect(await tryToEnd()).toBe('ok');
  expect(await confirm(await propose(end))).toBe('ok');
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from audit_log
    where action = 'ledger.verify'`.execute(app.db);
  expect(rows[0]?.count).toBe(1n);
});

test('behavior: a newer version is told to open apps; packages are named with their hash', async () => {
  const set = async (subject: string, value: string) => {
    expect(await confirm(await propose({ kind: 'setting', subject, value }))).toBe('ok');
  };
  const told: string[] = [];
  const listener = await createListener(app.clone.urlOf('app'), 'app');
  await listener.on(EVERYONE_CHANNEL, (text) => told.push(text));
  await set('app.version', '1.2.0');
  await set('app.required', '1.1.0');
  await set('app.apkVersion', '1.2.0');
  await set('app.apkSha256', 'ab'.repeat(32));
  await set('app.apkLink', 'https://openmere.example/openmere.apk');
  await expect.poll(() => told).toHaveLength(3);
  await listener.close();
  expect(JSON.parse(told[1] ?? '')).toEqual({
    type: 'version',
    data: { version: '1.2.0', required: '1.1.0' },
    seq: 0,
  });
  const asked = async (platform: string) =>
    (await app.post('member', 'Ctrls/GetAppVersion', { version: '1.0.0', platform })).envelope.data;
  expect(await asked('web')).toMatchObject({ version: '1.2.0', update: 'required', url: '' });
  expect(await asked('android')).toMatchObject({
    version: '1.2.0',
    update: 'required',
    url: 'https://openmere.example/openmere.apk',
  });
  // The package of a slow store is not there yet: nobody is told to bring it up to what it is.
  expect(await asked('ios')).toMatchObject({ version: '1.0.0', required: '1.0.0', update: 'none' });
  const apks = await app.post('member', 'Ctrls/GetAllApkVersion', {});
  expect(apks.envelope.data).toEqual([
    { version: '1.2.0', url: 'https://openmere.example/openmere.apk', sha256: 'ab'.repeat(32) },
  ]);
});
