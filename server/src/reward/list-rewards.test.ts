import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { listRewards } from './reward-store.ts';

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
