import type { OutputOf } from '@openmere/core/calls.ts';

type Member = Pick<OutputOf<'Users/Info'>, 'agreementsdue' | 'coolinguntil'>;

/** The risk disclosure that is published now is not accepted yet. */
export function isRiskDue({ agreementsdue }: Member): boolean {
  return agreementsdue.split(',').some((version) => version.startsWith('risk-'));
}

/** The cooling-off of the member's country is not over, as the server says: a device's own clock may be wrong. */
export function isCooling({ coolinguntil }: Pick<Member, 'coolinguntil'>): boolean {
  return coolinguntil !== null;
}
