import type { Insertable } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import type { GeoRefusalTable } from './store.ts';

/** Writes down whom the geo bar turned away. */
export async function insertGeoRefusal(db: Db, refusal: Insertable<GeoRefusalTable>): Promise<void> {
  await db.insertInto('geo_refusal').values(refusal).execute();
}
