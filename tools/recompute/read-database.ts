import type { MemberRow, Settings } from './gather.ts';
import type { SettledDay, WrittenReward } from './compare.ts';
import type { Asks } from './read-journal.ts';

/** A plain decimal in base units. */
function baseUnits(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

export async function readMembers(db: Asks, offCountries: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await db.query<{
    id: string;
    inviter_id: string | null;
    person: string;
    address: string | null;
    exit_only: boolean;
    country: string | null;
  }>(
    'select id, inviter_id, coalesce(main_id, id) as person, wallet_address as address, exit_only, country from member order by serial',
  );
  return rows.map((row) => ({
    id: row.id,
    inviter: row.inviter_id ?? undefined,
    person: row.person,
    wallet: row.address?.toLowerCase(),
    exitOnly: row.exit_only,
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
  const settings: Settings & { offCountries: string[] } = {
    parts: {
      direct: part('direct'),
      indirect: part('indirect'),
      team: part('team'),
      management: part('management'),
      leadership: part('leadership'),
      contribution: part('contribution'),
    },
    teamRates: list('reward.teamRates', '1000,1600,2200,2800,3400,4000').map(Number),
    thresholds: ['10000', '50000', '200000', '1000000', '5000000', '20000000'].map((usdt, at) =>
      baseUnits(text(`team.level${at + 1}`, usdt)),
    ),
    powerThreshold: baseUnits(text('minting.threshold', '100')),
    powerInclusive: text('minting.thresholdInclusive', '0') === '1',
    feeShares: shares(text('swap.feeShares', 'referral:40,yield:25,node:20,market-value:10,operations:5')),
    weights: {
      swap: Number(text('team.weightSwap', '10000')),
      usdo: Number(text('team.weightUsdo', '10000')),
      liquidity: Number(text('team.weightLiquidity', '10000')),
    },
    offCountries: list('reward.referralOffCountries', ''),
  };
  return { settings, contracts: JSON.parse(text('chain.contracts', '{}')) as Record<string, string> };
}

export async function readSettled(db: Asks): Promise<SettledDay[]> {
  const { rows } = await db.query<{ period: number; at: string }>(
    `select period, (extract(epoch from opened_at) * 1000)::bigint::text as at from reward_settlement
     where pool = 'referral' and step = 'settled' order by period`,
  );
  return rows.map(({ period, at }) => ({ day: period, settledAt: Number(at) }));
}

export async function readWritten(db: Asks): Promise<WrittenReward[]> {
  const { rows } = await db.query<{
    period: number;
    coin_id: string;
    payer: string | null;
    kind: string;
    member_id: string;
    amount: string;
    reason: string | null;
  }>(
    `select r.period, r.coin_id, r.payer, r.kind, r.member_id, r.amount::text, r.reason from reward r
     join reward_settlement s on s.pool = r.pool and s.period = r.period and s.step = 'settled'
     where r.pool = 'referral' order by r.serial`,
  );
  return rows.map((row) => ({
    day: row.period,
    coin: row.coin_id,
    payer: row.payer ?? '',
    kind: row.kind,
    member: row.member_id,
    amount: BigInt(row.amount),
    reason: row.reason ?? undefined,
  }));
}
