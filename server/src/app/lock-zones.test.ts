import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findOutboundLock, lockOutboundFor } from '../ledger/outbound.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';

/** Both ends of the world's clocks, half hours, summer time in both halves of the year. */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
];
const HOUR_MS = 3_600_000;
/** How wrong the server's clock is, in milliseconds; the last one is the very end of the lock. */
const skews = [-25 * HOUR_MS, -HOUR_MS, 0, 24 * HOUR_MS - 1_000, 24 * HOUR_MS, 25 * HOUR_MS];

const zoneBefore = process.env['TZ'];
let skewMs = 0;
let app: TestApp;
let main: MemberActor;
let child: MemberActor;
const codes = new Map<string, string>();
const tokens = new Map<string, string>();

beforeAll(async () => {
  app = await openTestApp({ clock: () => new Date(Date.now() + skewMs) });
  main = await addMember(app, { coins: 2_000 });
  child = await addMember(app, { coins: 2_000, main });
  const other = await addMember(app);
  for (const one of [main, child, other]) {
    codes.set(one.id, (await findMember(app.db, one.id))?.invitationCode ?? '');
    tokens.set(one.id, await app.session(one.id));
  }
  codes.set('other', codes.get(other.id) ?? '');
}, 60_000);
afterEach(() => {
  skewMs = 0;
  if (zoneBefore === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneBefore;
});
afterAll(() => app.close());

/** Every way out of an account: to a stranger, within the family, to the chain, and what only asks for it. */
async function tryOut(from: MemberActor): Promise<string[]> {
  const token = tokens.get(from.id);
  const relative = codes.get(from === main ? child.id : main.id) ?? '';
  const money = { coinid: 'USDT', amount: '20' };
  const stranger = codes.get('other') ?? '';
  const tries: [string, Record<string, string>][] = [
    ['Wallet/TransferQuote', { ...money, target: stranger }],
    ['Wallet/WithdrawQuote', money],
    ['Wallet/Transfer', { ...money, target: stranger, requestId: randomUUID() }],
    ['Wallet/Transfer', { ...money, target: relative, requestId: randomUUID() }],
    ['Wallet/Withdraw', { ...money, requestId: randomUUID() }],
  ];
  const reasons: string[] = [];
  for (const [path, body] of tries) {
    const secret = path.endsWith('Quote') ? {} : { paypassword: await app.seal(path, RIGHT_PAYPASSWORD) };
    reasons.push(reasonIn(await app.post('member', path, { ...body, ...secret }, { token })));
  }
  return reasons;
}

/** Moves the server's zone and clock; proves that both moved. */
function stand(zone: string, skew: number): void {
  process.env['TZ'] = zone;
  skewMs = skew;
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
}

test('refuses: every way out of main and sub-account for 24 hours, in six zones and whatever the server’s clock says (T15, I21)', async () => {
  const { db } = app;
  await inTransaction(db, (tx) => lockOutboundFor(tx, main.id, 24));
  let tried = 0;
  for (const zone of zones) {
    for (const skew of skews) {
      stand(zone, skew);
      for (const from of [main, child]) {
        const reasons = await tryOut(from);
        expect([zone, skew, reasons]).toEqual([zone, skew, reasons.map(() => 'ledger.locked')]);
        tried += reasons.length;
      }
    }
  }
  expect(tried).toBe(zones.length * skews.length * 2 * 5);
}, 120_000);

test('refuses: until the last second and lets out after it, by the database’s clock alone', async () => {
  const { db, owner } = app;
  const until = (offset: string) =>
    sql`update ledger.outbound_lock set locked_until = now() + ${offset}::interval where family = ${main.id}`.execute(
      owner,
    );
  for (const [index, zone] of zones.entries()) {
    for (const skew of [-25 * HOUR_MS, 25 * HOUR_MS]) {
      stand(zone, skew);
      await until('1 minute');
      expect(await tryOut(main)).toEqual(Array(5).fill('ledger.locked'));
      await until('-1 microsecond');
      expect(await findOutboundLock(db, main.id)).toBeUndefined();
      expect(await tryOut(index % 2 ? main : child)).toEqual(Array(5).fill('ok'));
    }
  }
}, 120_000);

test('behavior: a lock of 24 hours is 24 hours long across a change to or from summer time, in every zone of the session', async () => {
  const { db } = app;
  for (const zone of zones) {
    const hours = await inTransaction(db, async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
      // As in ledger/outbound.ts: an interval of a day instead would be 23 or 25 hours here.
      const { rows } = await sql<{ hours: number }>`
        select (extract(epoch from (t + make_interval(hours => 24)) - t) / 3600)::int as hours
        from unnest(array['2026-03-07 12:00+00', '2026-10-31 12:00+00', '2026-04-04 06:00+00', '2026-10-03 06:00+00']::timestamptz[]) t`.execute(
        tx,
      );
      return rows.map((row) => row.hours);
    });
    expect([zone, hours]).toEqual([zone, [24, 24, 24, 24]]);
  }
});
