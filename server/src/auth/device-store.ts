import { sql } from 'kysely';
import type { Origin } from '../platform/actor.ts';
import type { Db } from '../platform/db/connect.ts';
import { addressPrefix } from '../platform/http/limits.ts';
import { deviceHashOf, deviceNameOf } from './device.ts';

export type SeenDevice = 'first' | 'known' | 'new';

/**
 * Notes the device of a login, and tells whether the member had it before: one with the cookie of an earlier login (`isOwnBrowser`), which
 * calls itself otherwise after each update, or one that calls itself the same, in the same network. What a browser calls itself,
 * everybody can say (decision 0306).
 */
export async function seeDevice(
  tx: Db,
  now: Date,
  { memberId, from, isOwnBrowser }: { memberId: string; from: Origin; isOwnBrowser: boolean },
): Promise<SeenDevice> {
  const deviceHash = deviceHashOf(from);
  const prefix = addressPrefix(from.ip);
  const before = await tx
    .selectFrom('member_device')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn
        .countAll<bigint>()
        .filterWhere('device_hash', '=', deviceHash)
        .filterWhere('ip_prefix', '=', prefix)
        .as('same'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  await sql`
    insert into member_device (member_id, device_hash, device, ip, ip_prefix, first_seen_at, last_seen_at)
    values (${memberId}, ${deviceHash}, ${deviceNameOf(from)}, ${from.ip}::inet, ${prefix}, ${now}, ${now})
    on conflict (member_id, device_hash, ip_prefix) do update set last_seen_at = excluded.last_seen_at, ip = excluded.ip
  `.execute(tx);
  if (before.all === 0n) return 'first';
  return isOwnBrowser || before.same > 0n ? 'known' : 'new';
}

/** Whether a member logged in from this network before: such a caller is not slowed down by strangers' wrong tries. */
export async function isKnownNetwork(db: Db, memberId: string | undefined, from: Origin): Promise<boolean> {
  const rows = await db
    .selectFrom('member_device')
    .select('member_id')
    // Without a member the same question is asked of nobody, so that it takes the same time.
    .where('member_id', '=', memberId ?? '')
    .where('ip_prefix', '=', addressPrefix(from.ip))
    .limit(1)
    .execute();
  return rows.length > 0;
}
