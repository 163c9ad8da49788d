import { barredBy } from '@openmere/core/auth/geo.ts';
import { phoneCountryOf } from '@openmere/server/member/phone.ts';
import type { Settled, WrittenReward } from './compare.ts';
import type { CountedBefore, LotFact } from './facts.ts';
import type { MemberRow, Settings } from './gather.ts';
import type { Asks, JournalRow } from './read-journal.ts';

/** A plain decimal in base units. */
function baseUnits(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

type Countries = { readonly offCountries: readonly string[]; readonly barredCountries: readonly string[] };

export async function readMembers(
  db: Asks,
  { offCountries, barredCountries }: Countries,
): Promise<MemberRow[]> {
  const { rows } = await db.query<{
    id: string;
    inviter_id: string | null;
    person: string;
    address: string | null;
    exit_only: boolean;
    country: string | null;
    phone: string | null;
  }>(
    'select id, inviter_id, person_id as person, wallet_address as address, exit_only, country, phone from member order by serial',
  );
  // A number bars all accounts of its person.
  const barred = new Set(
    rows.flatMap(({ person, country, phone }) =>
      barredBy({ country, phoneCountry: phoneCountryOf(phone) }, barredCountries) ? [person] : [],
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    inviter: row.inviter_id ?? undefined,
    person: row.person,
    wallet: row.address?.toLowerCase(),
    exitOnly: row.exit_only || barred.has(row.person),
    countryOff: row.country !== null && offCountries.includes(row.country),
  }));
}

/** The values that stand, else the rulebook's. A day that was settled under other values needs those: change none in between. */
export async function readSettings(db: Asks) {
  const { rows } = await db.query<{ idx: string; val: string }>('select idx, val from config');
  const values = new Map(rows.map(({ idx, val }) => [idx, val]));
  const text = (key: string, otherwise: string): string => values.get(key) ?? otherwise;
  const shares = (list: string) =>
    list.split(',').map((part) => {
      const [of = '', percent = ''] = part.split(':');
      return { of, percent: Number(percent) };
    });
  const percentOf = new Map(
    shares(
      text('reward.parts', 'direct:30,indirect:10,team:40,management:10,leadership:5,contribution:5'),
    ).map(({ of, percent }) => [of, percent]),
  );
  const part = (name: string): number => percentOf.get(name) ?? 0;
  const list = (key: string, otherwise: string): string[] => text(key, otherwise).split(',').filter(Boolean);
  const settings: Settings & Countries = {
    parts: {
      direct: part('direct'),
      indirect: part('indirect'),
      team: part('team'),
      management: part('management'),
      leadership: part('leadership'),
      contribution: part('contribution'),
    },
    teamRates: list('reward.teamRates', '1000,1600,2200,2800,3400,4000').map(Number),
    leadershipLevel: Number(text('reward.leadershipLevel', '4')),
    dynamicDirectBps: BigInt(text('reward.dynamicDirectBps', '10000')),
    dynamicIndirectBps: BigInt(text('reward.dynamicIndirectBps', '5000')),
    thresholds: ['10000', '50000', '200000', '1000000', '5000000', '20000000'].map((usdt, at) =>
      baseUnits(text(`team.level${at + 1}`, usdt)),
    ),
    yieldPoolBps: Number(text('reward.yieldPoolBps', '100')),
    yieldPowerBps: Number(text('reward.yieldPowerBps', '100')),
    powerThreshold: baseUnits(text('minting.threshold', '100')),
    powerInclusive: text('minting.thresholdInclusive', '0') === '1',
    feeShares: shares(text('swap.feeShares', 'referral:40,yield:25,node:20,market-value:10,operations:5')),
    weights: {
      swap: Number(text('team.weightSwap', '10000')),
      usdo: Number(text('team.weightUsdo', '10000')),
      liquidity: Number(text('team.weightLiquidity', '10000')),
      node: Number(text('team.weightNode', '0')),
      mall: Number(text('team.weightMall', '10000')),
    },
    offCountries: list('reward.referralOffCountries', ''),
    barredCountries: list('geo.barred', 'CN,US'),
  };
  return { settings, contracts: JSON.parse(text('chain.contracts', '{}')) as Record<string, string> };
}

/** Bonus power as the activity granted it. */
export async function readBonus(db: Asks): Promise<LotFact[]> {
  const { rows } = await db.query<{ member: string; at: string; power: string }>(
    `select member_id as member, (extract(epoch from effective_at) * 1000)::bigint::text as at, granted::text as power
     from power_lot where kind = 'bonus'`,
  );
  return rows.map(({ member, at, power }) => ({ member, at: Number(at), power: BigInt(power) }));
}

/** The migration that came with the rule by which liquidity counts by time (decision 0295). */
const BY_TIME = 787;

/** What was taken of the days up to that on which the rule came: neither chain nor journal knows when that was. */
export async function readCountedBefore(db: Asks): Promise<CountedBefore> {
  const { rows: came } = await db.query<{ day: number }>(
    'select floor(extract(epoch from applied_at) / 86400)::int as day from migration where number = $1',
    [BY_TIME],
  );
  const lastDay = came[0]?.day ?? 0;
  const { rows } = await db.query<{ member: string; day: number; ms: string }>(
    `select member_id as member, day, amount_ms::text as ms from performance_day where kind = 'liquidity' and day <= $1`,
    [lastDay],
  );
  return { lastDay, changes: rows.map(({ member, day, ms }) => ({ member, day, amountMs: BigInt(ms) })) };
}

type SettledRow = {
  pool: Settled['pool'];
  period: number;
  days: number;
  at: string;
  former: boolean;
  funded: Record<string, string>;
};

/** The periods that are settled, and where each began to write to the journal, or the next one after it that did. */
export async function readSettled(db: Asks, journal: readonly JournalRow[]): Promise<Settled[]> {
  const { rows } = await db.query<SettledRow>(
    `select s.pool, s.period, s.days, (extract(epoch from s.opened_at) * 1000)::bigint::text as at,
       s.settled_at < (select applied_at from migration where number = $1) as former,
       coalesce((select json_object_agg(m.coin_id, m.funded::text) from reward_settlement_sum m
         where m.pool = s.pool and m.period = s.period), '{}') as funded
     from reward_settlement s where s.step = 'settled' order by s.settled_at desc, s.period desc`,
    [BY_TIME],
  );
  let row: bigint | undefined;
  return rows.map(({ pool, period: day, days, at, former: liquidityWhole, funded }) => {
    const reference = `${pool}:${day}`;
    row = journal.find((one) => one.kind === 'reward-settlement' && one.reference === reference)?.row ?? row;
    const sums = new Map(Object.entries(funded).map(([coin, sum]) => [coin, BigInt(sum)]));
    const period = { pool, day, days, settledAt: Number(at), liquidityWhole };
    return { ...period, funded: sums, row: row ?? 2n ** 63n };
  });
}

export async function readWritten(db: Asks): Promise<WrittenReward[]> {
  const { rows } = await db.query<{
    pool: string;
    period: number;
    coin_id: string;
    payer: string | null;
    kind: string;
    member_id: string;
    amount: string;
    reason: string | null;
  }>(
    `select r.pool, r.period, r.coin_id, r.payer, r.kind, r.member_id, r.amount::text, r.reason from reward r
     join reward_settlement s on s.pool = r.pool and s.period = r.period and s.step = 'settled'
     where r.key is null order by r.serial`,
  );
  return rows.map((row) => ({
    pool: row.pool,
    day: row.period,
    coin: row.coin_id,
    payer: row.payer ?? '',
    kind: row.kind,
    member: row.member_id,
    amount: BigInt(row.amount),
    reason: row.reason ?? undefined,
  }));
}
