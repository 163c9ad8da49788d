import type { Insertable } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import type { GeoRefusalTable } from './store.ts';

/** Writes down whom the geo bar turned away; answers the number to ask about it by. */
export async function insertGeoRefusal(db: Db, refusal: Insertable<GeoRefusalTable>): Promise<string> {
  const { id } = await db.insertInto('geo_refusal').values(refusal).returning('id').executeTakeFirstOrThrow();
  return `G-${id}`;
}
