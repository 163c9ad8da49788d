import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';

/**
 * The highest price at which OPEN was traded within the last 24 hours, else the last one ever: USDT per OPEN × 10^18,
 * undefined without any trade. For limits only: whoever pushes it makes them tighter. Index: candle_pkey.
 */
export async function findHighPrice(tx: Tx, chainId: number): Promise<bigint | undefined> {
  const { rows } = await sql<{ price: bigint | null }>`
    select coalesce(
      (select max(high) from candle
        where chain_id = ${chainId} and interval = '1h' and open_time > now() - interval '25 hours'),
      (select close from candle where chain_id = ${chainId} and interval = '1h' order by open_time desc limit 1)
    ) as price`.execute(tx);
  return rows[0]?.price ?? undefined;
}
