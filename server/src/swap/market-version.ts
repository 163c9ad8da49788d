import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { gatherLookups } from '../platform/http/session.ts';

/** What the answers of the market depend on besides their own parameters: changes so far, and what is final. */
export type MarketVersion = { version: bigint; cursor: bigint | null };

/** Reads the version as it is now; all who ask in one turn of the event loop share one query. */
export function createMarketVersion(db: Db, chainId: number): () => Promise<MarketVersion> {
  const read = gatherLookups(async () => {
    const { rows } = await sql<MarketVersion>`select v.version,
      (select k.block_number from chain_cursor k where k.chain_id = ${chainId}) as cursor from market_version v`.execute(
      db,
    );
    return new Map(rows.map((row) => ['market', row]));
  });
  return async () => (await read('market')) ?? { version: 0n, cursor: null };
}
