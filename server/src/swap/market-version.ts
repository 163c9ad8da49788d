import type { Db } from '../platform/db/connect.ts';
import { gatherLookups } from '../platform/http/session.ts';
import type { MarketVersion } from './pool-store.ts';
import { findMarketVersion } from './pool-store.ts';

/** Reads the version as it is now; all who ask while one query is under way share the next. */
export function createMarketVersion(db: Db, chainId: number): () => Promise<MarketVersion> {
  const read = gatherLookups(
    async () => {
      const version = await findMarketVersion(db, chainId);
      return new Map(version === undefined ? [] : [['market', version]]);
    },
    { oneByOne: true },
  );
  return async () => (await read('market')) ?? { version: 0n, cursor: null };
}
