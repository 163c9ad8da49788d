import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuards } from '../auth/guards.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createTestApi } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import { createPuzzles } from '../platform/puzzle.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { solve } from '../test/visitors.ts';
import { request } from '../test/withdrawals.ts';
import { withdrawalConsoleRoutes } from '../withdrawal/console-routes.ts';
import { operatorConsoleRoutes } from './console-routes.ts';
import { registerHealthMetrics } from './health-metrics.ts';
import { createOperatorSessionLookup } from './session-lookup.ts';
import { verifyAudit } from './verify-audit.ts';

let context: TestContext;
let api: TestApi;
/** The server's clock: each test begins later than the one before, so that no TOTP step is shared. */
let now = Date.now();
beforeAll(async () => {
  context = await openTestContext();
  const clock = (): Date => new Date(now);
  const guardDb = context.db;
  const { pots } = createGuards(guardDb, createPuzzles(guardDb, 4));
  api = await createTestApi({
    db: context.db,
    clock,
    operatorSessions: createOperatorSessionLookup(context.db, clock),
    routes: (routes) => {
      operatorConsoleRoutes(routes, { db: context.db, chainId: 31337, pots });
      withdrawalConsoleRoutes(routes, { db: context.db, chain: undefined });
    },
  });
});
afterAll(async () => {
  await api.close();
  await context.close();
});
beforeEach(() => {
  now += 3_600_000;
});

const codeOf = (operator: TestOperator, at = now): string =>
  TOTP.generate({ secret: secretOf(operator), timestamp: at });
function secretOf(operator: TestOperator) {
  return new TOTP({ secret: operator.made.totpSecret }).secret;
}
type Try = { account?: string; password?: string; totp?: string; newpassword?: string; puzzle?: string };
async function login(operator: TestOperator, change: Try = {}) {
  const password = change.password ?? operator.made.password;
  return api.call('Admin/Login', {
    account: change.account ?? operator.account,
    password: await api.seal('Admin/Login', password, new Date(now)),
    totp: change.totp ?? codeOf(operator),
    ...(change.puzzle === undefined ? {} : { puzzle: change.puzzle }),
    ...(change.newpassword === undefined
      ? {}
      : { newpassword: await api.seal('Admin/Login', change.newpassword, new Date(now)) }),
  });
}
async function tokenOf(operator: TestOperator): Promise<string> {
  const answer = await login(operator);
  expect(answer.code).toBe('ok');
  return (answer.data as { token: string }).token;
}
const reasonOf = (answer: { data?: unknown }): string => (answer.data as { reason: string }).reason;

describe('login', () => {
  test('refuses: a wrong password, a wrong code, an unknown account, a disabled one: all with the same words', async () => {
    const operator = await addOperator(context);
    const wrongTotp = codeOf(operator) === '000000' ? '111111' : '000000';
    const answers = [
      await login(operator, { password: 'not the password' }),
      await login(operator, { totp: wrongTotp }),
      await login(operator, { account: 'nobody.at.all' }),
    ];
    const disabled = await addOperator(context);
    await sql`update operator set disabled_at = now() where id = ${disabled.id}`.execute(context.owner);
    answers.push(await login(disabled));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(reasonOf(answers[0] ?? {})).toBe('operator.badlogin');
  });

  test('refuses: the same TOTP step again, also twice in the same moment', async () => {
    const operator = await addOperator(context);
    const both = await Promise.all([login(operator), login(operator)]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect(reasonOf(await login(operator))).toBe('operator.badlogin');
    now += 30_000;
    expect((await login(operator)).success).toBe(true);
    expect(reasonOf(await login(operator, { totp: codeOf(operator, now - 30_000) }))).toBe(
      'operator.badlogin',
    );
  });

  test('refuses: strangers who know the account’s name, and lets its operator in at once by a puzzle', async () => {
    const operator = await addOperator(context);
    const codes = [];
    for (let tries = 0; tries < 30; tries += 1)
      codes.push(reasonOf(await login(operator, { password: 'not the password' })));
    expect(codes.filter((code) => code === 'operator.badlogin')).toHaveLength(5);
    expect(codes.at(-1)).toBe('operator.slowdown');
    const refused = await login(operator);
    expect(reasonOf(refused)).toBe('operator.slowdown');
    const puzzle = await solve(refused);
    expect((await login(operator, { puzzle })).success).toBe(true);
    now += 30_000;
    // A solution counts once.
    expect(reasonOf(await login(operator, { password: 'not the password', puzzle }))).not.toBe('ok');
  });

  test('behavior: the browser of an earlier login is not touched by strangers', async () => {
    const operator = await addOperator(context);
    const { password } = operator.made;
    const post = async (secret: string, cookie?: string) =>
      api.server.inject({
        method: 'POST',
        url: '/Admin/Login',
        headers: cookie === undefined ? {} : { cookie },
        payload: {
          account: operator.account,
          password: await api.seal('Admin/Login', secret, new Date(now)),
          totp: codeOf(operator),
        },
      });
    const first = await post(password);
    const [cookie = ''] = [first.headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/^openmere-browser=.*; HttpOnly; SameSite=Strict$/);
    now += 30_000;
    for (let tries = 0; tries < 8; tries += 1) await post('not the password');
    expect((await post(password)).json()).toMatchObject({ success: false, code: 'ratelimited' });
    expect((await post(password, cookie.split(';')[0])).json()).toMatchObject({ success: true });
  });
});

describe('a one-time password', () => {
  test('refuses: without a new one, with a short one, with itself; afterwards it is worth nothing', async () => {
    const operator = await addOperator(context);
    await sql`update operator set must_change = true where id = ${operator.id}`.execute(context.owner);
    expect(reasonOf(await login(operator))).toBe('operator.passwordmustchange');
    expect(reasonOf(await login(operator, { newpassword: 'eleven char' }))).toBe('operator.passwordshort');
    now += 120_000;
    expect(reasonOf(await login(operator, { newpassword: operator.made.password }))).toBe(
      'operator.passwordsame',
    );
    now += 120_000;
    const newpassword = 'a long enough one';
    const changed = await login(operator, { newpassword });
    expect(changed.success).toBe(true);
    now += 60_000;
    expect(reasonOf(await login(operator))).toBe('operator.badlogin');
    const token = (await login(operator, { password: newpassword })).data as { token: string };
    expect((await api.call('Admin/Me', {}, token)).success).toBe(true);
  });

  test('behavior: a new password ends the other sessions', async () => {
    const operator = await addOperator(context);
    const token = await tokenOf(operator);
    now += 60_000;
    await login(operator, { newpassword: 'a long enough one' });
    expect((await api.call('Admin/Me', {}, { token })).code).toBe('notlogin');
  });
});

describe('a session', () => {
  test('refuses: after 15 idle minutes, after logout, after the operator was disabled', async () => {
    const operator = await addOperator(context);
    const token = await tokenOf(operator);
    now += 14 * 60_000;
    expect(await api.call('Admin/Me', {}, { token })).toMatchObject({
      success: true,
      data: { account: operator.account, idleminutes: 15 },
    });
    now += 14 * 60_000;
    expect((await api.call('Admin/Me', {}, { token })).success).toBe(true);
    now += 15 * 60_000 + 1;
    expect((await api.call('Admin/Me', {}, { token })).code).toBe('notlogin');
    const second = await tokenOf(operator);
    expect((await api.call('Admin/Logout', {}, { token: second })).success).toBe(true);
    expect((await api.call('Admin/Me', {}, { token: second })).code).toBe('notlogin');
    now += 60_000;
    const third = await tokenOf(operator);
    await sql`update operator set disabled_at = now() where id = ${operator.id}`.execute(context.owner);
    expect((await api.call('Admin/Me', {}, { token: third })).code).toBe('notlogin');
  });

  test('refuses: roles that a call does not name', async () => {
    const token = await tokenOf(await addOperator(context, 'support'));
    for (const [path, input] of [
      ['Admin/LedgerEntries', {}],
      ['Admin/LedgerAccounts', {}],
      ['Admin/DryRun', { kind: 'halt', subject: '1', value: 'gone' }],
      ['Admin/ProposalConfirm', { id: 'prp_x', hash: '0'.repeat(64) }],
      ['Admin/Settings', {}],
      ['Admin/WithdrawalDecide', { id: 'wdr_x', decision: 'approve', reason: 'because' }],
      ['Admin/WithdrawalRelease', { id: 'wdr_x', reason: 'because' }],
    ] as const) {
      expect((await api.call(path, input, { token })).code, path).toBe('forbidden');
    }
    expect((await api.call('Admin/Health', {}, { token })).success).toBe(true);
  });
});

describe('four eyes (T27)', () => {
  async function lookAt(id: string, token: string): Promise<{ hash: string }> {
    const { data } = await api.call('Admin/WithdrawalDryRun', { id, action: 'approve' }, { token });
    return { hash: (data as { hash: string }).hash };
  }
  const decide = (token: string, id: string, more: { decision?: 'reject'; hash?: string } = {}) =>
    api.call('Admin/WithdrawalDecide', { id, decision: 'approve', reason: 'known', ...more }, { token });

  test('refuses: one operator alone cannot pay a large amount, however often', async () => {
    const one = await tokenOf(await addOperator(context));
    const member = await addMember(context, { coins: 6000 });
    const { id } = await request(context, member, '6000');
    expect(await decide(one, id)).toMatchObject({
      success: true,
      data: { status: 'reviewing', approvalsneeded: 2 },
    });
    expect(reasonOf(await decide(one, id))).toBe('withdrawal.twopersons');
    const two = await tokenOf(await addOperator(context, 'finance'));
    expect(await decide(two, id, await lookAt(id, two))).toMatchObject({ data: { status: 'approved' } });
  });

  test('refuses: the second approval of who has not seen what it does, or has seen something else; nothing is kept of it', async () => {
    const member = await addMember(context, { coins: 6000 });
    const { id } = await request(context, member, '6000');
    const [one, two] = [await tokenOf(await addOperator(context)), await tokenOf(await addOperator(context))];
    expect(await decide(one, id)).toMatchObject({ data: { status: 'reviewing' } });
    for (const blind of [{}, { hash: '0'.repeat(64) }])
      expect(reasonOf(await decide(two, id, blind))).toBe('operator.proposalchanged');
    const { list } = await api.call('Admin/Withdrawals', { search: id }, { token: two });
    expect(list).toMatchObject([{ status: 'reviewing', approvals: [{ decision: 'approve' }] }]);
    expect(await decide(two, id, await lookAt(id, two))).toMatchObject({ data: { status: 'approved' } });
  });

  test('behavior: one who rejects a large amount need not have looked at what paying it does', async () => {
    const member = await addMember(context, { coins: 6000 });
    const { id } = await request(context, member, '6000');
    const [one, two] = [await tokenOf(await addOperator(context)), await tokenOf(await addOperator(context))];
    expect(await decide(one, id)).toMatchObject({ data: { status: 'reviewing' } });
    expect(await decide(two, id, { decision: 'reject' })).toMatchObject({ data: { status: 'rejected' } });
  });
});

describe('the audit log', () => {
  test('refuses: changing or removing, as app and as owner', async () => {
    await tokenOf(await addOperator(context));
    for (const db of [context.db, context.owner]) {
      for (const statement of [
        sql`update audit_log set reason = 'x'`,
        sql`update audit_log set account = 'somebody'`,
        sql`delete from audit_log`,
        sql`truncate audit_log`,
      ]) {
        await expect(statement.execute(db)).rejects.toThrow();
      }
    }
    await expect(sql`update audit_head set seq = 0`.execute(context.db)).rejects.toThrow(/permission denied/);
  });

  test('behavior: the verifier finds an edited row, a removed one, and a removed end', async () => {
    const operator = await addOperator(context);
    await tokenOf(operator);
    expect(await verifyAudit({ tx: context.db })).toMatchObject({ ok: true });
    const tamper = async (change: ReturnType<typeof sql>) => {
      let verdict: unknown;
      await inTransaction(context.owner, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await change.execute(tx);
        verdict = await verifyAudit({ tx });
        throw new Error('take it back');
      }).catch((error: Error) => {
        if (error.message !== 'take it back') throw error;
      });
      return verdict;
    };
    for (const column of ['account', 'action', 'subject', 'operator_id']) {
      const changed = await tamper(sql`update audit_log set ${sql.ref(column)} = 'other' where seq = 2`);
      expect(changed, column).toMatchObject({ ok: false, seq: 2n });
    }
    expect(await tamper(sql`update audit_log set detail = '{}' where seq = 1`)).toMatchObject({
      ok: false,
      seq: 1n,
    });
    expect(await tamper(sql`update audit_log set at = at + interval '1 second' where seq = 3`)).toMatchObject(
      { ok: false, seq: 3n },
    );
    expect(await tamper(sql`delete from audit_log where seq = 2`)).toMatchObject({ ok: false, seq: 3n });
    expect(
      await tamper(sql`delete from audit_log where seq = (select max(seq) from audit_log)`),
    ).toMatchObject({
      ok: false,
      problem: 'the end of the log is missing',
    });
    expect(await verifyAudit({ tx: context.db })).toMatchObject({ ok: true });
  });

  test('behavior: newest first, by account and by action, without secrets', async () => {
    const operator = await addOperator(context);
    const token = await tokenOf(operator);
    const answer = await api.call('Admin/Audit', { account: operator.account, pageSize: '1' }, { token });
    expect(answer.list).toMatchObject([{ action: 'operator.login', account: operator.account }]);
    expect(JSON.stringify(answer)).not.toContain(operator.made.password);
    const created = await api.call('Admin/Audit', { action: 'operator.create' }, { token });
    expect((created.list as { action: string }[]).every(({ action }) => action === 'operator.create')).toBe(
      true,
    );
  });
});

describe('ledger explorer and health', () => {
  test('refuses: an account that is none', async () => {
    const token = await tokenOf(await addOperator(context));
    expect(
      (await api.call('Admin/LedgerVerify', { account: 'nothing', coinid: 'USDT' }, { token })).code,
    ).toBe('invalid');
  });

  test('behavior: entries by account, kind and reference; an account recomputed; what is owed', async () => {
    const token = await tokenOf(await addOperator(context));
    const member = await addMember(context, { coins: 100 });
    const { id } = await request(context, member, '20');
    const account = `member:${member.id}:available`;
    const entries = await api.call('Admin/LedgerEntries', { account }, { token });
    expect(entries.list).toMatchObject([{ kind: 'withdrawal', reference: id }, { kind: 'deposit' }]);
    const byReference = await api.call(
      'Admin/LedgerEntries',
      { reference: id, kind: 'withdrawal' },
      { token },
    );
    expect(byReference.list).toHaveLength(1);
    expect(byReference.list).toMatchObject([
      { postings: [{ source: account, amount: '20', sourceafter: '80', destinationafter: '20' }] },
    ]);
    const firstPage = await api.call('Admin/LedgerEntries', { pageSize: '1' }, { token });
    const cursor = (firstPage.data as { cursor: string }).cursor;
    const nextPage = await api.call('Admin/LedgerEntries', { pageSize: '1', cursor }, { token });
    expect(nextPage.list?.[0]).not.toEqual(firstPage.list?.[0]);
    // By time, over all accounts and of one.
    const [newest, oldest] = entries.list as { id: string; time: string }[];
    const between = { from: oldest?.time ?? '', until: newest?.time ?? '' };
    for (const where of [{}, { account }]) {
      const within = await api.call('Admin/LedgerEntries', { ...where, ...between }, { token });
      const ids = (within.list as { id: string }[]).map((entry) => entry.id);
      expect(ids).toContain(oldest?.id);
      expect(ids).not.toContain(newest?.id);
    }
    const past = { from: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' };
    expect((await api.call('Admin/LedgerEntries', past, { token })).list).toEqual([]);
    const own: unknown[] = [];
    let next: string | undefined;
    do {
      const page = await api.call(
        'Admin/LedgerEntries',
        { account, pageSize: '1', ...(next ? { cursor: next } : {}) },
        { token },
      );
      own.push(...(page.list ?? []));
      next = (page.data as { cursor?: string } | undefined)?.cursor;
    } while (next);
    expect(own).toEqual(entries.list);
    const accounts = await api.call('Admin/LedgerAccounts', { prefix: `member:${member.id}` }, { token });
    expect(accounts.list).toMatchObject([{ account, balance: '80' }, { balance: '20' }]);
    expect(await api.call('Admin/LedgerVerify', { account, coinid: 'USDT' }, { token })).toMatchObject({
      data: { stored: '80', recomputed: '80', postings: 2, equal: true },
    });
    const health = await api.call('Admin/Health', {}, { token });
    const { coins, queues, halted } = health.data as {
      coins: { coinid: string; liabilities: string; ledgerreserve: string }[];
      queues: { name: string; waiting: number }[];
      halted: boolean;
    };
    const usdt = coins.find(({ coinid }) => coinid === 'USDT');
    expect(usdt?.liabilities).toBe(usdt?.ledgerreserve);
    expect(queues.find(({ name }) => name === 'withdrawal reviewing')?.waiting).toBeGreaterThan(0);
    expect(halted).toBe(false);
  });

  test('refuses: to show no lag and a healthy chain while no poll succeeds', async () => {
    const token = await tokenOf(await addOperator(context));
    await sql`insert into chain_cursor (chain_id, block_number, head_number, final_number, polled_at, lag_ms, problem)
      values (31337, 5, 7, 6, now() - interval '90 seconds', 0, 'chain.unreachable')`.execute(context.owner);
    const { chain, loops } = (await api.call('Admin/Health', {}, { token })).data as {
      chain: { head: number; lagms: number; problem: string };
      loops: { name: string; late: boolean; agems: number }[];
    };
    expect(chain).toMatchObject({ head: 7, problem: 'chain.unreachable' });
    expect(chain.lagms).toBeGreaterThanOrEqual(90_000);
    expect(loops.find(({ name }) => name === 'chain-poll')).toMatchObject({ late: true });
    const metrics = await scrape();
    expect(metrics).toMatch(/openmere_loop_late\{loop="chain-poll"\} 1/);
    expect(Number(/^openmere_chain_lag_seconds (\S+)/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(90);
    expect(metrics).toMatch(/openmere_payouts_halted 0/);
    await sql`delete from chain_cursor`.execute(context.owner);
  });

  test('property: what is owed and what is held are of one moment, however much moves meanwhile', async () => {
    const token = await tokenOf(await addOperator(context));
    let isOver = false;
    let moved = 0;
    const moving = (async () => {
      while (!isOver) {
        // Each comes with its reserve: at every single moment both sums are the same.
        await addMember(context, { coins: 1 });
        moved += 1;
      }
    })();
    try {
      for (let look = 0; look < 40; look += 1) {
        const { coins } = (await api.call('Admin/Health', {}, { token })).data as {
          coins: { coinid: string; liabilities: string; ledgerreserve: string }[];
        };
        const usdt = coins.find(({ coinid }) => coinid === 'USDT');
        expect(usdt?.liabilities).toBe(usdt?.ledgerreserve);
      }
    } finally {
      isOver = true;
      await moving;
    }
    expect(moved).toBeGreaterThan(10);
  });
});

async function scrape(): Promise<string> {
  const registry = new Registry();
  registerHealthMetrics(registry, context.db, 31337);
  return registry.metrics();
}
