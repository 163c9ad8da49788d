import { dayOf } from '@openmere/core/kit/day.ts';
import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { listRewards, sumRewardsByDay } from './reward-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const statuses = ['claimable', 'claimed', 'notqualified', 'pending'] as const;

/** Rewards of two days, of all kinds and states in turn; the second day is not settled, and a third is still being written. */
async function fill(memberId: string): Promise<void> {
  await sql`insert into reward_settlement (pool, period, days, step, opened_at, settled_at) values
    ('referral', 1, 1, 'settled', now(), now()), ('referral', 2, 1, 'written', now(), null), ('referral', 3, 1, 'opened', now(), null)`.execute(
    context.owner,
  );
  await sql`insert into reward (member_id, kind, coin_id, amount, status, reason, pool, period, at)
    select ${memberId}, (${sql.lit(`{${rewardKinds.join()}}`)}::text[])[i % 3 + 1], 'USDT', i, s.status,
      case when s.status = 'notqualified' then 'power' end, 'referral', i % 7 / 3 + 1, now()
    from generate_series(1, 90) i,
      lateral (select case i * i % 11 when 1 then 'notqualified' when 5 then 'claimed' else 'claimable' end as status) s`.execute(
    context.owner,
  );
  await sql`update reward_settlement s set first_serial = r.first, last_serial = r.last
    from (select period, min(serial) as first, max(serial) as last from reward group by period) r
    where s.period = r.period and s.step <> 'settled'`.execute(context.owner);
}

test('property: page after page, every filter lists what is looked for, newest first, and nothing twice', async () => {
  const { id } = await addMember(context);
  await fill(id);
  const all = await context.db.selectFrom('reward').selectAll().where('member_id', '=', id).execute();
  const read = async (filter: Parameters<typeof listRewards>[2]): Promise<bigint[]> => {
    const serials: bigint[] = [];
    for (;;) {
      const before = serials.length === 0 ? undefined : String(serials.at(-1));
      const page = await listRewards(context.db, id, { ...filter, before }, 4);
      serials.push(...page.map(({ serial }) => serial));
      if (page.length < 4) return serials;
    }
  };
  for (const status of [undefined, ...statuses])
    for (const kind of [undefined, ...rewardKinds.slice(0, 3)]) {
      const wanted = all
        // What is still being written is not there yet.
        .filter((row) => row.period < 3 && (kind === undefined || row.kind === kind))
        .filter((row) => {
          const stands = row.period === 1 || row.status === 'notqualified' ? row.status : 'pending';
          return status === undefined || stands === status;
        })
        .map(({ serial }) => serial)
        .sort((a, b) => Number(b - a));
      expect(wanted.length, `${status} ${kind}`).toBeGreaterThan(0);
      expect(await read({ kind, status }), `${status} ${kind}`).toEqual(wanted);
    }
});

/** So many rewards of a settlement, or, where that is null, of the activity, for a day so long ago; settled a minute after its end. */
async function write(
  memberId: string,
  of: { ago: number; count: number; pool: string | null },
): Promise<void> {
  const { ago, count, pool } = of;
  const day = dayOf(Date.now()) - ago;
  const settledAt = new Date((day + 1) * DAY_MS + 60_000);
  await sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at)
    select ${memberId}, 'bonus', 'USDT', 1, (array['claimable', 'claimed'])[i % 2 + 1], ${pool ?? 'activity'}, ${day}, now()
    from generate_series(1, ${count}::int) i`.execute(context.owner);
  if (pool !== null)
    await sql`insert into reward_settlement (pool, period, days, step, opened_at, settled_at, first_serial, last_serial)
      select ${pool}, ${day}, 1, 'settled', ${settledAt}, ${settledAt}, max(serial) - ${count} + 1, max(serial) from reward`.execute(
      context.owner,
    );
}
const DAY_MS = 86_400_000;

test('refuses: to read for the last days all that somebody ever earned; nothing of these days is left out', async () => {
  const [{ id }, other] = [await addMember(context), await addMember(context)];
  const today = dayOf(Date.now());
  await write(other.id, { ago: 500, count: 30_000, pool: 'leadership' });
  await write(id, { ago: 400, count: 3_000, pool: 'yield' });
  // Before the day before it is settled.
  await write(id, { ago: 29, count: 5, pool: null });
  await write(id, { ago: 30, count: 7, pool: 'yield' });
  await write(id, { ago: 29, count: 10, pool: 'yield' });
  await write(id, { ago: 1, count: 20, pool: 'yield' });
  await sql`analyze reward`.execute(context.owner);
  const { days, read } = await inTransaction(context.db, async (tx) => {
    const readSoFar = async (): Promise<bigint> => {
      const { rows } = await sql<{ read: bigint }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'reward'`.execute(
        tx,
      );
      return rows[0]?.read ?? 0n;
    };
    const before = await readSoFar();
    const days = await sumRewardsByDay(tx, id, { from: today - 29, to: today });
    return { days, read: (await readSoFar()) - before };
  });
  expect(days.map(({ day, total }) => [today - day, total])).toEqual([
    [29, 15n],
    [1, 20n],
  ]);
  expect(read).toBeLessThan(100n);
});
