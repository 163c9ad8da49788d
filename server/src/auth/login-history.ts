import type { logins } from '@openmere/core/auth/login-history-contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { MemberActor, Origin } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { deviceHashOf, deviceNameOf } from './device.ts';
import { listLogins } from './login-record-store.ts';
import type { LoginRecord } from './login-record-store.ts';
import type { SessionKind } from './store.ts';

export type LoginTry = { memberId: string; kind: Exclude<SessionKind, 'switch'>; from: Origin };

/** A row of the history. */
export function recordOf(
  { memberId, kind, from }: LoginTry,
  { at, stopped, isNew }: { at: Date; stopped: boolean; isNew: boolean },
): LoginRecord {
  return {
    member_id: memberId,
    at,
    kind,
    stopped,
    is_new: isNew,
    device: deviceNameOf(from),
    device_hash: deviceHashOf(from),
    ip: from.ip,
    ip_country: from.country,
  };
}

/** Users/Logins: one's own, newest first. Addresses are shown to their owner only. */
export async function showLogins(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof logins>,
): Promise<CallResult<typeof logins>> {
  const { tx, actor } = ctx;
  return readPage(
    { ...input, list: `logins ${actor.id}` },
    (before: bigint | undefined, limit) => listLogins(tx, { memberId: actor.id, before, limit }),
    ({ id }) => id,
    (rows) =>
      rows.map((row) => ({
        id: String(row.id),
        time: row.at.toISOString(),
        kind: row.kind,
        stopped: row.stopped,
        isnew: row.is_new,
        device: row.device,
        ip: row.ip,
        country: row.ip_country,
      })),
  );
}
