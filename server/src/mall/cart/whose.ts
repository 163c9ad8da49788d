import type { Actor, MemberActor, VisitorActor } from '../../platform/actor.ts';
import type { CartOwner } from './cart-store.ts';

/** Who asks for a cart: a member by the session, anybody else by the browser's cookie. Never by a parameter (T06). */
export function findCartOwner(actor: Actor): CartOwner | undefined {
  if (actor.kind === 'member') return { memberId: actor.id };
  if (actor.kind !== 'visitor') return undefined;
  const hash = actor.from.guest?.hash;
  return hash === undefined ? undefined : { guest: hash };
}

/** The same; a browser that has no cart yet gets one. */
export function beginCart(actor: VisitorActor | MemberActor): CartOwner | undefined {
  const { guest } = actor.from;
  return findCartOwner(actor) ?? (guest ? { guest: guest.begin() } : undefined);
}
