import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { SettingName } from '../setting/definitions.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';

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
