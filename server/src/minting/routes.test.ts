import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, setBarred } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { grantPower, usePower } from './power-store.ts';

const now = new Date('2026-03-06T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  // Days go by the business clock, which a new installation may begin in the past.
  const offset = now.getTime() - Date.now();
  await sql`update business_clock set offset_ms = ${offset}, target_ms = ${offset}`.execute(app.owner);
}, 60_000);
afterAll(() => app.close());

async function ask(person: TestMember, path: string, body = {}) {
  return (await app.post('member', path, body, { token: await app.session(person.id) })).envelope;
}

let keys = 0;
const grant = (person: TestMember, kind: 'personal' | 'dynamic' | 'bonus', coins: bigint, at: string) =>
  inTransaction(app.owner, (tx) =>
    grantPower(tx, {
      rows: [
        {
          memberId: person.id,
          kind,
          amount: coins * oneCoin,
          key: `route ${(keys += 1)}`,
          reference: 'cst_1',
        },
      ],
      at: new Date(at),
    }),
  );

test('refuses: visitors', async () => {
  expect((await app.post('member', 'Users/GetMyEnergy', {})).envelope.code).toBe('notlogin');
});

test('behavior: power by kind, what the next settlement counts, and what is used up', async () => {
  const person = await addMember(app, { activated: true });
  expect((await ask(person, 'Users/GetMyEnergy')).data).toEqual({
    personal: '0',
    dynamic: '0',
    bonus: '0',
    out: '0',
    team: '0',
    active: '0',
    threshold: '100',
    inclusive: false,
    mining: false,
    equity: '0',
  });
  await grant(person, 'personal', 150n, '2026-03-06T00:00:00Z');
  await grant(person, 'personal', 70n, '2026-03-06T00:00:01Z');
  await grant(person, 'dynamic', 900n, '2026-03-01T00:00:00Z');
  await grant(person, 'bonus', 5n, '2026-03-01T00:00:00Z');
  await inTransaction(app.owner, async (tx) => {
    const rows = [{ memberId: person.id, kind: 'bonus' as const, amount: 2n * oneCoin }];
    await usePower(tx, { rows, key: 'yield 1', at: now });
    const value = 40n * oneCoin;
    const what = { memberId: person.id, value, key: 'equity 1', reference: 'nod_1', data: {} };
    await grantEquity({ tx, post: postEntry }, { ...what, actor: 'system:test' });
  });
  expect((await ask(person, 'Users/GetMyEnergy')).data).toMatchObject({
    personal: '220',
    dynamic: '900',
    bonus: '3',
    out: '2',
    active: '303',
    mining: true,
    equity: '40',
  });
});

test('behavior: the parts of what counts: granted, old enough, and what claims will use up', async () => {
  const person = await addMember(app, { activated: true });
  await grant(person, 'personal', 150n, '2026-03-01T00:00:00Z');
  await grant(person, 'personal', 70n, '2026-03-06T00:00:01Z');
  await grant(person, 'dynamic', 500n, '2026-03-01T00:00:00Z');
  await sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at)
    values (${person.id}, 'dynamic', 'POY', ${20n * oneCoin}, 'claimable', 'yield', 20001, now())`.execute(
    app.owner,
  );
  expect((await ask(person, 'Cast/Info')).data).toMatchObject({
    granted: { personal: '220', dynamic: '500', bonus: '0' },
    old: { personal: '150', dynamic: '500', bonus: '0' },
    spokenfor: { dynamic: '20', bonus: '0' },
    active: '300',
  });
});

test('behavior: dynamic power lot by lot, newest first, page by page: for whose fees, and what is left', async () => {
  const person = await addMember(app, { activated: true });
  const payer = await addMember(app, { inviter: person });
  await inTransaction(app.owner, async (tx) => {
    for (const day of [1, 2, 3])
      await grantPower(tx, {
        rows: [
          {
            memberId: person.id,
            kind: 'dynamic',
            amount: BigInt(day) * oneCoin,
            key: `dynamic:${day}:${payer.id}:${person.id}`,
            reference: `dynamic:${day}`,
          },
        ],
        at: new Date(`2026-03-0${day}T00:00:00Z`),
      });
    const rows = [{ memberId: person.id, kind: 'dynamic' as const, amount: (oneCoin * 3n) / 2n }];
    await usePower(tx, { rows, key: 'claim 9', at: now });
  });
  await grant(person, 'personal', 150n, '2026-03-01T00:00:00Z');
  const first = await ask(person, 'Cast/Grants', { pageSize: '2' });
  const payerText = expect.stringContaining('*') as string;
  expect(first.list).toEqual([
    {
      id: expect.any(String) as string,
      time: '2026-03-03T00:00:00.000Z',
      amount: '3',
      left: '3',
      payer: payerText,
    },
    {
      id: expect.any(String) as string,
      time: '2026-03-02T00:00:00.000Z',
      amount: '2',
      left: '1.5',
      payer: payerText,
    },
  ]);
  const { cursor } = first.data as { cursor: string };
  const second = await ask(person, 'Cast/Grants', { pageSize: '2', cursor });
  expect(second.list).toMatchObject([{ amount: '1', left: '0' }]);
  expect((await ask(payer, 'Cast/Grants')).list).toEqual([]);
});

test('behavior: EQUITY is the person’s, as yield draws on it, in every account of the family', async () => {
  const main = await addMember(app, { activated: true });
  const sub = await addMember(app, { main, wallet: null });
  await inTransaction(app.owner, async (tx) => {
    const what = { value: 30n * oneCoin, key: 'equity of main', reference: 'nod_2', data: {} };
    await grantEquity({ tx, post: postEntry }, { ...what, memberId: main.id, actor: 'system:test' });
  });
  for (const one of [main, sub])
    expect((await ask(one, 'Users/GetMyEnergy')).data).toMatchObject({ equity: '30' });
});

test('behavior: what is claimable is spoken for, and who may only leave has no part, as in the settlement', async () => {
  const person = await addMember(app, { activated: true });
  await grant(person, 'personal', 150n, '2026-03-01T00:00:00Z');
  await grant(person, 'dynamic', 100n, '2026-03-01T00:00:00Z');
  await grant(person, 'bonus', 50n, '2026-03-01T00:00:00Z');
  const active = async () =>
    Promise.all(
      ['Users/GetMyEnergy', 'Cast/Info'].map(
        async (path) => ((await ask(person, path)).data as { active: string }).active,
      ),
    );
  expect(await active()).toEqual(['300', '300']);
  for (const [kind, coins] of [
    ['dynamic', 7n],
    ['bonus', 2n],
  ] as const)
    await sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at)
      values (${person.id}, ${kind}, 'POY', ${coins * oneCoin}, 'claimable', 'yield', 20000, now())`.execute(
      app.owner,
    );
  expect(await active()).toEqual(['291', '291']);
  await setBarred(app, 'CN,US,DE');
  expect(await active()).toEqual(['0', '0']);
  await setBarred(app, 'CN,US');
  expect(await active()).toEqual(['291', '291']);
  await sql`update member set exit_only = true where id = ${person.id}`.execute(app.owner);
  expect(await active()).toEqual(['0', '0']);
});

test('behavior: mining is active above the threshold, or from it on where that is configured', async () => {
  const person = await addMember(app, { activated: true });
  await grant(person, 'personal', 100n, '2026-03-01T00:00:00Z');
  const isMining = async () => (await ask(person, 'Users/GetMyEnergy')).data as object;
  expect(await isMining()).toMatchObject({ mining: false, active: '0' });
  await inTransaction(app.owner, (tx) =>
    writeSetting({ tx }, { name: 'mintingThresholdInclusive', text: '1', changedBy: 'installation' }),
  );
  expect(await isMining()).toMatchObject({ mining: true, active: '100', inclusive: true });
});
