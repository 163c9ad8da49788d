import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { pushSubscribe, pushUnsubscribe } from '@openmere/core/news/contract.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { isPushService } from './endpoint.ts';
import { dropSubscription, putSubscription } from './push-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Ctrls/PushSubscribe. Refusal: badpush (no address of a browser's push service, or keys that are none). */
export async function subscribeDevice(
  ctx: MemberCtx,
  { endpoint, p256dh, auth }: CallParsed<typeof pushSubscribe>,
): Promise<void> {
  const { tx, actor } = ctx;
  if (!isPushService(endpoint) || !areKeys(p256dh, auth)) throw new Refusal('news.badpush');
  await putSubscription(tx, {
    memberId: actor.id,
    sessionId: actor.sessionId,
    locale: actor.from.locale,
    address: { endpoint, p256dh, auth },
  });
}

/** Ctrls/PushUnsubscribe. What is not one's own stays, and nothing is said about it. */
export async function unsubscribeDevice(
  ctx: MemberCtx,
  { endpoint }: CallParsed<typeof pushUnsubscribe>,
): Promise<void> {
  await dropSubscription(ctx.tx, { memberId: ctx.actor.id, endpoint });
}

/** An uncompressed point and a secret of 16 bytes (RFC 8291). */
function areKeys(p256dh: string, auth: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
}
