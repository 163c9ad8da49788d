import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

export type ChainState = {
  chainid: number;
  head: number | null;
  finalized: number | null;
  cursor: number | null;
  lagms: number | null;
  polled: string | null;
  problem: string | null;
};

/** `lagms`: the lag that the last good poll saw, and how long ago that was; null before the first. */
export async function readChainState(tx: Tx, chainId: number): Promise<ChainState> {
  const { rows } = await sql<{
    block_number: bigint;
    head_number: bigint | null;
    final_number: bigint | null;
    lag_ms: bigint | null;
    polled_at: Date | null;
    problem: string | null;
  }>`select block_number, head_number, final_number, polled_at, problem,
    lag_ms + (greatest(0, extract(epoch from now() - polled_at)) * 1000)::int8 as lag_ms
    from chain_cursor where chain_id = ${chainId}`.execute(tx);
  const row = rows[0];
  const number = (value: bigint | null | undefined): number | null =>
    value === null || value === undefined ? null : Number(value);
  return {
    chainid: chainId,
    head: number(row?.head_number),
    finalized: number(row?.final_number),
    cursor: number(row?.block_number),
    lagms: number(row?.lag_ms),
    polled: row?.polled_at?.toISOString() ?? null,
    problem: row?.problem ?? null,
  };
}
