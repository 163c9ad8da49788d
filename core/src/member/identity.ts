import { Refusal } from '../kit/refusal.ts';
import { graphemesOf } from './nickname.ts';

/** Documents that name a person, with a picture of them. */
export const documentKinds = ['passport', 'idcard', 'licence', 'residence'] as const;
export type DocumentKind = (typeof documentKinds)[number];
/** Of a passport one page is enough; of a card also the back. */
export const DOCUMENT_PICTURES_MAX = 3;

/** `started`: the document is there, the selfie is missing. */
export const identityStates = ['none', 'started', 'pending', 'approved', 'rejected'] as const;
export type IdentityState = (typeof identityStates)[number];

/** Why an operator rejects: each has its sentence in nine languages, `other` only what they write besides. */
export const rejectionCauses = [
  'unreadable',
  'expired',
  'mismatch',
  'face',
  'incomplete',
  'kind',
  'other',
] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

const NAME_MAX = 100;
/** The oldest person ever was 122. */
const YEARS_MAX = 130;

/** The same number however it is typed: letters and digits only, in capitals. */
export function documentNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** What is on the document. @param today as `2026-11-23`. Refusals in order: badname, badnumber, badbirth. */
export function checkDocument(
  { name, number, birth }: { name: string; number: string; birth: string },
  today: string,
): Refusal | undefined {
  const length = graphemesOf(name.trim()).length;
  if (length < 2 || length > NAME_MAX || !/\p{L}/u.test(name) || /[\p{C}\p{N}<>]/u.test(name))
    return new Refusal('member.badname', { max: NAME_MAX });
  const plain = documentNumber(number);
  if (plain.length < 4 || plain.length > 30 || !/\p{N}/u.test(plain)) return new Refusal('member.badnumber');
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return birth < today && years <= YEARS_MAX ? undefined : new Refusal('member.badbirth');
}

/** Which states a new document may be handed in from; the rest wait for an operator or are done. */
export function checkIdentityStart(state: IdentityState): Refusal | undefined {
  if (state === 'pending') return new Refusal('member.identitypending');
  return state === 'approved' ? new Refusal('member.identityapproved') : undefined;
}

/** Whether a holder is the person of the document: the same words in any order, marks and case aside. */
export function isSameName(one: string, other: string): boolean {
  const words = (name: string) =>
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .sort()
      .join(' ');
  return words(one) === words(other);
}
