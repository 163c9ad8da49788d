import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { SettlementSum } from './tables.ts';

export type PreviewSum = Omit<SettlementSum, 'pool' | 'period'>;
/** Of the yield pool: the power that takes part and the EQUITY that it can use, in base units. */
export type PreviewFacts = { power?: string; equity?: string };
export type Preview = {
  pool: SettledPool;
  period: number;
  sums: PreviewSum[];
  facts: PreviewFacts;
  claimable: number;
  notqualified: number;
  made_at: Date;
  took_ms: number;
};

export async function savePreview(db: Db | Tx, preview: Omit<Preview, 'made_at'>): Promise<void> {
  const { pool, period, sums, facts, claimable, notqualified, took_ms } = preview;
  const texts = sums.map((sum) =>
    Object.fromEntries(Object.entries(sum).map(([name, value]) => [name, String(value)])),
  );
  await sql`insert into reward_preview (pool, period, sums, facts, claimable, notqualified, made_at, took_ms)
    values (${pool}, ${period}, ${JSON.stringify(texts)}::jsonb, ${JSON.stringify(facts)}::jsonb, ${claimable}, ${notqualified},
      business_now(), ${took_ms})
    on conflict (pool) do update set period = excluded.period, sums = excluded.sums, facts = excluded.facts,
      claimable = excluded.claimable, notqualified = excluded.notqualified, made_at = excluded.made_at,
      took_ms = excluded.took_ms`.execute(db);
}

type Row = Omit<Preview, 'sums'> & { sums: Record<keyof PreviewSum, string>[] };

export async function listPreviews(db: Db | Tx): Promise<Preview[]> {
  const { rows } = await sql<Row>`select * from reward_preview`.execute(db);
  return rows.map((row) => ({ ...row, sums: row.sums.map(readSum) }));
}

function readSum(sum: Record<keyof PreviewSum, string>): PreviewSum {
  return {
    coin_id: sum.coin_id,
    funded: BigInt(sum.funded),
    due: BigInt(sum.due),
    poy: BigInt(sum.poy),
    leadership: BigInt(sum.leadership),
    contribution: BigInt(sum.contribution),
    market_value: BigInt(sum.market_value),
  };
}
