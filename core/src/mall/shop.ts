import { Refusal } from '../kit/refusal.ts';

/** What shops sell, for the application and the public page; each has its name in nine languages. */
export const shopKinds = [
  'fashion',
  'food',
  'home',
  'beauty',
  'electronics',
  'sports',
  'books',
  'services',
  'other',
] as const;
export type ShopKind = (typeof shopKinds)[number];

/** Of a member: no shop and no application, waiting for a decision, with a shop, refused, or with a shop that an operator stopped. */
export const shopStates = ['none', 'pending', 'approved', 'rejected', 'suspended'] as const;
export type ShopState = (typeof shopStates)[number];

/** Characters of a name, from and to. */
export const shopNameLength = [2, 40] as const;
/** Licence pictures of one application. */
export const LICENCES_MAX = 6;

/** A decision needs a reason that a later reader can use. */
export function checkReason(reason: string): Refusal | undefined {
  return reason.trim().length < 3 ? new Refusal('mall.needreason') : undefined;
}
