import { createHash } from 'node:crypto';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { SettingName } from '../setting/definitions.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { getInfo } from './get-info.ts';

let app: TestApp;
let ann: TestMember;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  ann = await addMember(app);
  token = await app.session(ann.id);
}, 60_000);
afterAll(() => app.close());

const set = (name: SettingName, text: string): Promise<void> =>
  inTransaction(app.owner, (tx) => writeSetting({ tx }, { name, text, changedBy: 'installation' }));
const inHours = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, '');
async function info(who?: string): Promise<Record<string, unknown>> {
  const { envelope } = await app.post('member', 'Activity/Info', {}, { token: who });
  expect(envelope).toMatchObject({ success: true });
  return envelope.data as Record<string, unknown>;
}

test('refuses: nothing: without a plan, without a login there is an answer, too', async () => {
  expect(await info()).toMatchObject({ state: 'none', starts: null, ends: null, own: null });
});

test('behavior: not started, in progress, ended, by the dates; tiers as they are configured', async () => {
  await set('activityStarts', inHours(1));
  await set('activityEnds', inHours(48));
  expect(await info()).toMatchObject({
    state: 'notstarted',
    first: { count: 99, left: 99, bonus: '100' },
    deposit: {
      tiers: [
        { from: '100', factor: '0.25' },
        { from: '500', factor: '0.5' },
        { from: '1000', factor: '1' },
      ],
      most: '10000',
      holddays: 7,
    },
  });
  await set('activityStarts', inHours(-1));
  expect(await info()).toMatchObject({ state: 'inprogress' });
  await set('activityStarts', inHours(-3));
  await set('activityEnds', inHours(-2));
  expect(await info()).toMatchObject({ state: 'ended' });
  await set('activityEnds', inHours(-4));
  expect(await info()).toMatchObject({ state: 'none' });
});

test('behavior: one’s own bonuses are one’s own; a held one shows what there is in it so far', async () => {
  const round = new Date(Date.now() - 3_600_000);
  await sql`insert into activity_round (starts_at) values (${round})`.execute(app.owner);
  await sql`insert into activity_bonus (id, round, kind, member_id, family_id, status, reason, happened_at, place, power, decided_at)
    values (${`bon_${'0'.repeat(26)}`}, ${round}, 'first', ${ann.id}, ${ann.id}, 'given', null, ${round}, 7, 100e18, now())`.execute(
    app.owner,
  );
  expect(await info(token)).toMatchObject({
    own: {
      activated: false,
      bonuses: [{ kind: 'first', status: 'given', place: 7, power: '100', deposit: null, reason: null }],
    },
  });
  const other = await app.session((await addMember(app)).id);
  expect(await info(other)).toMatchObject({ own: { bonuses: [] } });
});

test('refuses: to read all that somebody can claim, each time they see the activity; only given bonuses are its own', async () => {
  const given = `activity:bon_${'0'.repeat(26)}`;
  await sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at, key)
    values (${ann.id}, 'bonus', 'POWER', ${100n * oneCoin}, 'claimable', 'activity', 1, now(), ${given})`.execute(
    app.owner,
  );
  await sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at)
    select ${ann.id}, 'dynamic', 'POY', 1, 'claimable', 'yield', 1, now() from generate_series(1, 2000)`.execute(
    app.owner,
  );
  await sql`analyze reward`.execute(app.owner);
  const actor = { kind: 'member', id: ann.id } as MemberActor;
  const see = () =>
    inTransaction(app.db, async (tx) => {
      const readSoFar = async (): Promise<number> => {
        const { rows } = await sql<{ read: bigint }>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'reward'`.execute(
          tx,
        );
        return Number(rows[0]?.read ?? 0);
      };
      const before = await readSoFar();
      const { own } = await getInfo({ tx, actor });
      return { claimable: own?.claimable, read: (await readSoFar()) - before };
    });
  const seen = await see();
  expect(seen.claimable).toBe('100');
  expect(seen.read).toBeLessThan(10);
  await sql`update reward set status = 'claimed' where key = ${given}`.execute(app.owner);
  expect(await see()).toMatchObject({ claimable: '0' });
});

test('behavior: an operator reads everybody’s bonuses, or those of whom they look for', async () => {
  const operator = await app.operator('support');
  const listed = async (body: object = {}) =>
    (await app.post('console', 'Admin/Bonuses', body, { token: operator })).envelope.list as object[];
  const [own] = await listed({ search: ann.id });
  expect(own).toMatchObject({
    userid: ann.id,
    kind: 'first',
    status: 'given',
    place: 7,
    power: '100',
    reason: null,
  });
  expect(await listed({ search: 'nobody at all' })).toEqual([]);
  expect((await listed()).length).toBeGreaterThanOrEqual(1);
});

test('behavior: the order of places is public under hashes that only their members can find, and is the chain’s', async () => {
  await set('activityStarts', inHours(-5));
  await set('activityEnds', inHours(5));
  const round = new Date(inHours(-6));
  await sql`insert into activity_round (starts_at, ends_at) values (${round}, ${new Date(inHours(5))})`.execute(
    app.owner,
  );
  const people = [await addMember(app), await addMember(app), await addMember(app)];
  for (const [at, { id, address }] of people.entries()) {
    const place = at < 2 ? at + 1 : null;
    await sql`insert into activity_bonus (id, round, kind, member_id, family_id, status, reason, happened_at, place, power, decided_at)
      values (${`bon_${String(at + 1).repeat(26)}`}, ${round}, 'first', ${id}, ${id}, ${place === null ? 'refused' : 'given'},
        ${place === null ? 'device' : null}, now(), ${place}, ${place === null ? 0 : 100e18}, now())`.execute(
      app.owner,
    );
    await sql`insert into member_activation (wallet_address, inviter_address, tx_hash, block_number, log_index, status, final_at)
      values (${address}, ${address}, ${`0x${'ab'.repeat(32)}`}, ${900 + at}, 4, 'final', now())`.execute(
      app.owner,
    );
  }
  type Places = {
    round: string;
    list: { place: number; hash: string; block: number }[];
    own: { text: string; hash: string } | null;
  };
  const ask = async (who?: string): Promise<Places> =>
    (await app.post('member', 'Activity/Places', {}, { token: who })).envelope.data as Places;
  const open = await ask();
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(open.list.map(({ place, hash, block }) => [place, hash, block])).toEqual(
    people.slice(0, 2).map(({ id }, at) => [at + 1, hashOf(`${round.toISOString()} ${id}`), 900 + at]),
  );
  expect(open.own).toBeNull();
  expect(JSON.stringify(open)).not.toMatch(/mem_|0x/);
  const { own, list } = await ask(await app.session(people[1]?.id ?? ''));
  expect(own?.hash).toBe(hashOf(own?.text ?? ''));
  expect(list.find(({ hash }) => hash === own?.hash)?.place).toBe(2);
});
