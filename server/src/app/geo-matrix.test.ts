import { createRequire } from 'node:module';
import { countries } from '@openmere/core/auth/geo.ts';
import type { GeoSignals } from '@openmere/core/auth/geo.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { sql } from 'kysely';
import { getExampleNumber } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passGeoBar } from '../auth/geo-bar.ts';
import { createGuards } from '../auth/guards.ts';
import type { Guards } from '../auth/guards.ts';
import { getDepositAddress } from '../deposit/address.ts';
import { findBars } from '../deposit/bar.ts';
import { phoneCountryOf } from '../member/phone.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';

/** What tells of a country: said, the number's, the internet address's, the document's. */
const signals = ['country', 'phone', 'ip', 'document'] as const;
type Signal = (typeof signals)[number];
/** When it is first told: by a visitor at the door, by a member who binds it, or found with a member who deposits. */
const moments = ['registering', 'binding', 'depositing'] as const;
type Moment = (typeof moments)[number];

const examples = createRequire(import.meta.url)('libphonenumber-js/examples.mobile.json') as Parameters<
  typeof getExampleNumber
>[1];

let context: TestContext;
let guards: Guards;
let member: TestMember;
beforeAll(async () => {
  context = await openTestContext();
  guards = createGuards(context.clone.connect('app', { max: 2 }).db);
  member = await addMember(context);
  // One member lives everywhere, one after the other: elsewhere a country is permanent.
  await sql`alter table member disable trigger user`.execute(context.owner);
  const text = JSON.stringify({ usdt: `0x${'55'.repeat(20)}` });
  await inTransaction(context.owner, (tx) =>
    writeSetting({ tx }, { name: 'chainContracts', text, changedBy: 'installation' }),
  );
}, 60_000);
afterAll(() => context.close());

/** A number of the country; null for the few that have none of their own. */
function phoneIn(country: string): string | null {
  const number = getExampleNumber(country as CountryCode, examples)?.number ?? null;
  return phoneCountryOf(number) === country ? number : null;
}

/** As the calls put their signals together; everybody lives in Germany but for the one signal. */
function told(signal: Signal, country: string): GeoSignals {
  if (signal === 'phone') return { country: 'DE', phoneCountry: phoneCountryOf(phoneIn(country)) };
  if (signal === 'ip') return { country: 'DE', ipCountry: country };
  return { country };
}

async function codeOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  try {
    await inTransaction(context.db, work);
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const becomes = (country: string, phone: string | null): Promise<unknown> =>
  sql`update member set country = ${country}, phone = ${phone}, exit_only = false where id = ${member.id}`.execute(
    context.owner,
  );

async function deposits(signal: Signal, country: string): Promise<string> {
  await becomes(signal === 'country' ? country : 'DE', signal === 'phone' ? phoneIn(country) : null);
  // A document leaves no country behind, but a member who may only leave.
  if (signal === 'document') await binds(signal, country);
  const from = { ip: '', country: signal === 'ip' ? country : null, device: 'test', locale: 'en' } as const;
  const actor = { kind: 'member', id: member.id, family: member.id, from, session: 'ses_1' } as never;
  const now = new Date();
  const asked = await codeOf((tx) =>
    getDepositAddress({ tx, now, actor, chainId: TEST_CHAIN_ID }, { coinid: 'USDT' }),
  );
  // What arrives all the same waits; where it comes from on the internet nobody knows.
  const arrived = { member_id: member.id, sender: `0x${'77'.repeat(20)}` } as const;
  const bars = await inTransaction(context.db, (tx) => findBars({ tx }, [arrived]));
  expect([signal, country, bars.size === 1]).toEqual([
    signal,
    country,
    asked === 'deposit.barred' && signal !== 'ip',
  ]);
  return asked;
}

async function binds(signal: Signal, country: string): Promise<string> {
  const memberId = member.id;
  const code = await codeOf((tx) =>
    passGeoBar({ tx, guards }, { call: `Users/Bind ${signal}`, signals: told(signal, country), memberId }),
  );
  const { rows } = await sql<{
    exit_only: boolean;
  }>`select exit_only from member where id = ${memberId}`.execute(context.owner);
  // Somebody who travels does not live there: only what says where somebody lives closes the ways in for good.
  expect([signal, country, rows[0]?.exit_only]).toEqual([
    signal,
    country,
    code === 'auth.barred' && signal !== 'ip',
  ]);
  return code;
}

const tried: Record<Moment, (signal: Signal, country: string) => Promise<string>> = {
  registering: (signal, country) =>
    codeOf((tx) => passGeoBar({ tx, guards }, { call: 'Users/Register', signals: told(signal, country) })),
  binding: async (signal, country) => {
    await becomes('DE', null);
    return binds(signal, country);
  },
  depositing: deposits,
};

test.each(moments)(
  'refuses: %s, in 249 countries × 4 signals, mainland China and the United States and nobody else (T26)',
  { timeout: 120_000 },
  async (moment) => {
    const barred: string[] = [];
    let cells = 0;
    for (const signal of signals)
      for (const country of countries) {
        const code = await tried[moment](signal, country);
        if (code.endsWith('.barred')) barred.push(`${signal} ${country}`);
        cells += 1;
      }
    expect(cells * moments.length).toBe(2_988);
    expect(barred).toEqual(signals.flatMap((signal) => [`${signal} CN`, `${signal} US`]));
  },
);

test('refuses: each of them written down with call, signal and country', async () => {
  const { rows } = await sql<{ signal: string; country: string; n: number }>`
    select signal, country, count(*)::int as n from geo_refusal group by 1, 2 order by 1, 2`.execute(
    context.owner,
  );
  // The document speaks as a country does; depositing itself notes nothing, but for the document that was bound before it.
  expect(rows).toEqual([
    { signal: 'country', country: 'CN', n: 5 },
    { signal: 'country', country: 'US', n: 5 },
    { signal: 'ip', country: 'CN', n: 2 },
    { signal: 'ip', country: 'US', n: 2 },
    { signal: 'phone', country: 'CN', n: 2 },
    { signal: 'phone', country: 'US', n: 2 },
  ]);
});

test('behavior: nearly every country has a number of its own to be told by', () => {
  const without = countries.filter((country) => phoneIn(country) === null);
  expect(without).not.toContain('HK');
  expect(without).not.toContain('CA');
  expect(countries.length - without.length).toBeGreaterThan(230);
});
