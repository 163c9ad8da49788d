/** The stable words that clients read in `code` (calls.md). */
export const wireWords = [
  'ok',
  'notlogin',
  'needinvite',
  'needtotp',
  'needcode',
  'invalid',
  'insufficient',
  'locked24h',
  'ratelimited',
  'notactivated',
  'barred',
  'conflict',
  'notfound',
  'forbidden',
  'nothing',
  'unavailable',
] as const;

export type WireWord = (typeof wireWords)[number];

/** Refusal code → wire word; each code has its message in all nine languages under the same key. */
export type ErrorCatalogue = Readonly<Record<`${string}.${string}`, WireWord>>;

/** Gives the literal type of a domain's catalogue, so that codes can be named in types. */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C): C {
  return catalogue;
}

/** Refusals that the platform itself makes, for any call. */
export const kitErrors = defineErrors({
  'request.invalid': 'invalid',
  'request.toolong': 'invalid',
  'request.secret': 'invalid',
  'request.ratelimited': 'ratelimited',
  'request.unavailable': 'unavailable',
  'request.bug': 'unavailable',
  'request.notlogin': 'notlogin',
  'request.forbidden': 'forbidden',
  'ledger.insufficient': 'insufficient',
  'ledger.keyconflict': 'conflict',
  'ledger.locked': 'locked24h',
  'ledger.frozen': 'locked24h',
  'ledger.closed': 'notfound',
});
