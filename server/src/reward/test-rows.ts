import type { Db } from '../platform/db/connect.ts';
import type { Fee, RewardRow } from './tables.ts';

/** For tests: all rewards, period by period and kind by kind. */
export function listRows(db: Db): Promise<RewardRow[]> {
  return db.selectFrom('reward').selectAll().orderBy('period').orderBy('kind').orderBy('serial').execute();
}

/** For tests: all fee events. */
export function listFees(db: Db): Promise<Fee[]> {
  return db.selectFrom('reward_fee').selectAll().orderBy('day').orderBy('at').execute();
}
