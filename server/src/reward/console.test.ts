import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { JOB_CHANNEL } from '../platform/jobs.ts';
import { createListener } from '../platform/notify.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import type { TestMember } from '../test/people.ts';
import { addMiner, openFigures, settleDeps, trade } from '../test/rewards.ts';
import { dayText } from './day-text.ts';
import { previewSettlements } from './preview.ts';
import { settleRewards } from './settle.ts';

let app: TestApp;
let inviter: TestMember;
let token: string;
const today = dayOf(Date.now());
const deps = () => settleDeps(app, openFigures());

beforeAll(async () => {
  app = await openTestApp();
  token = await app.operator('finance');
  inviter = await addMiner(app);
  const payer = await addMiner(app, { power: 0, inviter });
  await inTransaction(app.owner, (tx) =>
    postEntry(tx, {
      key: 'yield',
      kind: 'swap-fee-division',
      reference: 'test',
      actor: 'system:chain',
      postings: [
        { source: 'treasury:bsc', destination: 'pool:yield', asset: 'USDT', amount: 1_000n * oneCoin },
      ],
    }),
  );
  await sql`insert into chain_cursor (chain_id, block_number, block_hash, block_time)
    values (31337, 1, ${`0x${'1'.repeat(64)}`}, ${new Date(endOfDay(today - 1))})`.execute(app.owner);
  await settleRewards(deps());
  await trade(app, payer.address ?? '0x', 10n * oneCoin, new Date());
}, 120_000);
afterAll(() => app.close());

const ask = async (path: string, body: unknown = {}) => app.post('console', path, body, { token });
const dataOf = async <T>(path: string, body: unknown = {}): Promise<T> =>
  (await ask(path, body)).envelope.data as T;
const listOf = async <T>(path: string, body: unknown = {}): Promise<T[]> =>
  ((await ask(path, body)).envelope.list ?? []) as T[];
type Sum = Record<'coinid' | 'funded' | 'due' | 'marketvalue', string>;
type Next = { next: { pool: string; period: string; claimable: number; sums: Sum[] }[]; open: number };
type Run = { pool: string; period: string; state: string; sums: Sum[] };
const kept = async () => {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from reward)::int + (select count(*) from reward_fee)::int + (select count(*) from reward_fee_cursor)::int
    + (select count(*) from reward_settlement)::int + (select count(*) from ledger.journal)::int as count`.execute(
    app.owner,
  );
  return rows[0]?.count;
};

test('refuses: rewards of nobody, and somebody else’s', async () => {
  expect(reasonIn(await ask('Admin/MemberRewards', { userid: 'mem_nobody' }))).toBe('operator.nomember');
  expect(reasonIn(await ask('Admin/RewardExplain', { userid: inviter.id, id: 'rwd_999999' }))).toBe(
    'reward.notfound',
  );
});

test('behavior: a preview writes nothing but itself, and the settlement divides what it said', async () => {
  const before = await kept();
  expect(await dataOf<Next>('Admin/SettlementNext')).toMatchObject({ next: [], open: 0 });
  await previewSettlements(deps());
  expect(await kept()).toBe(before);
  const { next } = await dataOf<Next>('Admin/SettlementNext');
  const referral = next.find(({ pool }) => pool === 'referral');
  expect(referral).toMatchObject({ period: dayText(today), claimable: 1 });
  expect(referral?.sums[0]?.due).not.toBe('0');
  await sql`update chain_cursor set block_time = ${new Date(endOfDay(today))}`.execute(app.owner);
  await sql`update business_clock set target_ms = 86400000, offset_ms = 86400000`.execute(app.owner);
  await settleRewards(deps());
  const runs = await listOf<Run>('Admin/Settlements', { pool: 'referral' });
  expect(runs[0]).toMatchObject({ pool: 'referral', period: dayText(today), state: 'settled' });
  expect(runs[0]?.sums).toEqual(referral?.sums);
  const yields = await listOf<Run>('Admin/Settlements', { pool: 'yield' });
  expect(yields[0]?.sums ?? []).toEqual(
    (next.find(({ pool }) => pool === 'yield')?.sums ?? []).filter(({ due }) => due !== '0'),
  );
});

test('behavior: a preview of many members may take as long as their settlement, which is longer than a request', async () => {
  const limits: unknown[] = [];
  const { sources, ...rest } = deps();
  const { power } = sources;
  const note = async (tx: Tx): Promise<void> => {
    const { rows } = await sql<{
      limit: string;
      idle: string;
    }>`select current_setting('statement_timeout') as "limit",
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx);
    limits.push(...rows);
  };
  const noting: typeof power = {
    ...power,
    listPower: (tx, query) => note(tx).then(() => power.listPower(tx, query)),
    listPersonalPower: (tx, query) => note(tx).then(() => power.listPersonalPower(tx, query)),
  };
  await previewSettlements({ ...rest, sources: { ...sources, power: noting } });
  expect(limits).toEqual(Array(5).fill({ limit: '2min', idle: '2min' }));
});

test('behavior: all runs page by page, newest first, none twice', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { envelope } = await ask('Admin/Settlements', { pageSize: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...((envelope.list ?? []) as Run[]).map(({ pool, period }) => `${period} ${pool}`));
    cursor = (envelope as { cursor?: string }).cursor;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test('behavior: a member’s sum is explained step by step', async () => {
  const [reward] = await listOf<{ id: string; period: string; total: string }>('Admin/MemberRewards', {
    userid: inviter.id,
  });
  expect(reward).toMatchObject({ period: dayText(today) });
  const { steps } = await dataOf<{ steps: { step: string; amount: string }[] }>('Admin/RewardExplain', {
    userid: inviter.id,
    id: reward?.id,
  });
  expect(steps.map(({ step }) => step)).toEqual(['fee', 'sum', 'share', 'pool', 'settled']);
  expect(steps.find(({ step }) => step === 'share')?.amount).toBe(reward?.total);
});

test('behavior: whoever asks for a run wakes the settler and stands in the audit log', async () => {
  const heard: string[] = [];
  const listener = await createListener(app.clone.urlOf('app'), 'app');
  await listener.on(JOB_CHANNEL, (name) => heard.push(name));
  expect(reasonIn(await ask('Admin/SettlementRun', { what: 'settle' }))).toBe('ok');
  await expect.poll(() => heard).toEqual(['reward-settle']);
  await listener.close();
  const audit = await listOf<{ action: string; subject: string }>('Admin/Audit');
  expect(audit[0]).toMatchObject({ action: 'settlement.run', subject: 'settle' });
});

test('behavior: the pools, and what becomes of them when nobody new joins', async () => {
  await previewSettlements(deps());
  const { pools, projection } = await dataOf<{
    pools: { pool: string }[];
    projection: {
      days: { day: number; balances: { pool: string; balance: string }[]; paid: string }[];
    } | null;
  }>('Admin/Pools');
  expect(pools.map(({ pool }) => pool)).toContain('market-value');
  expect(projection?.days.map(({ day }) => day)).toEqual([0, 1, 7, 30, 90, 180, 365]);
  const yieldOf = (at: number) =>
    Number(projection?.days[at]?.balances.find(({ pool }) => pool === 'yield')?.balance);
  expect(yieldOf(0)).toBeGreaterThanOrEqual(yieldOf(6));
});
