/**
 * Why payouts are halted (rulebook §5), each with its own way out:
 * `payment` a payment on chain that is no payout of ours, or one given back, or another amount, token or receiver ·
 * `reserves` ledger and chain differ · `silent` they could not be compared · `ledger` the books do not agree with their journal ·
 * `fork` a final block changed · `other` anything else, in the operators' judgement.
 */
export const haltKinds = ['payment', 'reserves', 'silent', 'ledger', 'fork', 'other'] as const;
export type HaltKind = (typeof haltKinds)[number];

/**
 * What happened, to be worded where it is read: `payment` doubt, payout, hash · `reserves` ledger, chain, block, and where addresses
 * do not hold what is expected misplaced, address · `silent` since, cause (behind, failed) · `ledger` invariants. `detail` is what
 * only a program says, shown as it is. `told` of a halt by an operator: the reason that members read (setting/pause.ts).
 */
export type HaltFacts = Readonly<Record<string, string>>;

/** Subject of the halt, of kind `other`, of a database that was put back from a copy: what was paid since is not in it. */
export const RESTORED_COPY = 'restored copy';
