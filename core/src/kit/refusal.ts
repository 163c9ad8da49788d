/** Parameters that explain a refusal: amounts as plain decimals, times as ISO 8601 UTC. Never secrets. */
export type RefusalParams = Record<string, string | number>;

/**
 * A business "no". `check…` functions return it, use cases throw it, the member reads it in their language.
 * The code is `domain.problem` and stands in that domain's `errors.ts` with its wire word.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly params: RefusalParams;

  constructor(code: string, params: RefusalParams = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
  }
}

/** Throws the refusal that a check returned, if any. */
export function refuse(refusal: Refusal | undefined): void {
  if (refusal) throw refusal;
}
