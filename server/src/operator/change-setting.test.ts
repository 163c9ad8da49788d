import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { riskFacts } from '../auth/risk-facts-store.ts';
import { listRecentFlows } from '../ledger/recent-flows.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { definitions } from '../setting/definitions.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { settingChange } from './change-setting.ts';
import type { ShownProposal } from './proposal-store.ts';

let app: TestApp;
let one: string;
let two: string;
beforeAll(async () => {
  app = await openTestApp();
  [one, two] = [await app.operator('finance'), await app.operator('admin')];
}, 60_000);
afterAll(() => app.close());

const ask = (token: string, path: string, body: unknown) => app.post('console', path, body, { token });
const rule = (subject: string, value: string) => ({ kind: 'setting', subject, value });
const look = (subject: string, value: string) => ask(one, 'Admin/DryRun', rule(subject, value));

async function propose(subject: string, value: string): Promise<ShownProposal> {
  const { hash } = (await look(subject, value)).envelope.data as { hash: string };
  const heard = await ask(one, 'Admin/Propose', { ...rule(subject, value), reason: 'as agreed', hash });
  return heard.envelope.data as ShownProposal;
}
type Logged = { action: string; account: string; detail: Record<string, unknown> };
const logged = async (about: string): Promise<Logged[]> =>
  (await ask(one, 'Admin/Audit', { about })).envelope.list as Logged[];

test.each([
  ['withdraw.min', '10001', 'withdraw.min', 'withdraw.max'],
  ['withdraw.max', '19', 'withdraw.min', 'withdraw.max'],
  ['withdraw.multiple', '20000', 'withdraw.multiple', 'withdraw.max'],
  ['withdraw.max', '10000.5', 'withdraw.max', 'signer.capTransaction'],
  ['withdraw.openFee', '10001', 'withdraw.openFee', 'withdraw.openMax'],
  ['fiat.min', '10001', 'fiat.min', 'fiat.max'],
  ['fiat.dayMax', '9', 'fiat.min', 'fiat.dayMax'],
  ['swap.slippageMostBps', '49', 'swap.slippageBps', 'swap.slippageMostBps'],
  ['equity.again', '12501', 'equity.again', 'equity.cap'],
])('refuses: %s = %s, which leaves nothing between %s and %s', async (subject, value, low, high) => {
  const heard = await look(subject, value);
  expect(reasonIn(heard)).toBe('operator.valueorder');
  expect(heard.envelope.msg).toContain(low);
  expect(heard.envelope.msg).toContain(high);
});

test('refuses: a second rule while the first is not done, which was looked at together with the old one', async () => {
  const person = { id: 'opr_nobody', account: 'nobody' };
  const taken = new Error('taken back');
  let isAnswered = false;
  const waiting = inTransaction(app.db, async (tx) => {
    const context = { tx, now: new Date(), maker: person, checker: person, reason: 'r', proposalId: 'prp_1' };
    await settingChange.apply(
      { ...context, onPosted: () => Promise.resolve() },
      { subject: 'reward.teamRates', value: '1000,1600,2200,2800,3400,3900' },
    );
    const second = look('withdraw.fee', '1.25').then((heard) => {
      isAnswered = true;
      return heard;
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(isAnswered).toBe(false);
    throw Object.assign(taken, { second });
  });
  await expect(waiting).rejects.toBe(taken);
  expect(reasonIn(await (taken as Error & { second: ReturnType<typeof look> }).second)).toBe('ok');
});

test('property: at the greatest and the least hours that may be set, a withdrawal is still looked at', async () => {
  const member = await addMember(app);
  for (const name of ['newDeviceHours', 'depositAgeHours'] as const)
    for (const bound of definitions[name].range ?? []) {
      const hours = definitions[name].read(bound);
      await riskFacts(app.db, { memberId: member.id, sessionId: 'ses_1', newDeviceHours: hours });
      const query = { account: `member:${member.id}:available`, asset: 'USDT', hours, limit: 1 } as const;
      expect(await listRecentFlows(app.db, query)).toEqual([]);
    }
});

test('behavior: the log says of a rule what stood before, and of a refusal whose proposal it was', async () => {
  const made = await propose('support.openTickets', '7');
  const { id, dryrun, maker } = made;
  expect(reasonIn(await ask(two, 'Admin/ProposalConfirm', { id, hash: dryrun.hash }))).toBe('ok');
  const refused = await propose('support.openTickets', '8');
  await ask(two, 'Admin/ProposalRefuse', { id: refused.id, reason: 'too many' });
  const [refusal, , confirmation] = await logged('support.openTickets');
  expect(refusal).toMatchObject({
    action: 'setting.refuse',
    detail: { by: maker, value: '8', reason: 'too many' },
  });
  expect(confirmation).toMatchObject({
    action: 'setting.confirm',
    detail: { by: maker, before: { 'support.openTickets': '5' }, value: '7', reason: 'as agreed' },
  });
});

test('behavior: rules that stand against each other keep nobody from another one, and are put right one by one', async () => {
  for (const [idx, val] of [
    ['withdraw.min', '200'],
    ['withdraw.max', '100'],
    ['signer.capTransaction', '50'],
    ['team.level2', '900000000'],
    ['reward.teamRates', '1000,1600,2200,2800,9000'],
    ['app.apkLink', 'https://x.example/a.apk'],
  ])
    await sql`insert into config (idx, val, version, changed_by) values (${idx}, ${val}, 1, 'installation')`.execute(
      app.owner,
    );
  const answer = async (subject: string, value: string) => reasonIn(await look(subject, value));
  expect(await answer('geo.barred', 'CN,US,SG')).toBe('ok');
  expect(await answer('withdraw.max', '60')).toBe('operator.valueorder');
  expect(await answer('team.level3', '2')).toBe('operator.levelorder');
  expect(await answer('team.level2', definitions.teamLevel2.default)).toBe('ok');
  expect(await answer('reward.teamRates', definitions.rewardTeamRates.default)).toBe('ok');
  const minimum = await propose('withdraw.min', '20');
  expect(
    reasonIn(await ask(two, 'Admin/ProposalConfirm', { id: minimum.id, hash: minimum.dryrun.hash })),
  ).toBe('ok');
  expect(await answer('withdraw.max', '60')).toBe('operator.valueorder');
  expect(await answer('withdraw.max', '50')).toBe('ok');
});
