import type { OperatorRole } from '../kit/call.ts';
import { Refusal } from '../kit/refusal.ts';

/** Operators move other people's money: longer than what a member may choose (threats.md T27). */
export const OPERATOR_PASSWORD_MIN = 12;

/** Refusals in order: `operator.passwordshort`, `operator.passwordsame` (as the one that it replaces). */
export function checkNewPassword(password: string, former: string): Refusal | undefined {
  if (password.length < OPERATOR_PASSWORD_MIN) {
    return new Refusal('operator.passwordshort', { min: OPERATOR_PASSWORD_MIN });
  }
  return password === former ? new Refusal('operator.passwordsame') : undefined;
}

/**
 * What takes two people: a configuration value, the end of a payout halt, a step of the way out of a reorganisation, the end of a deposit in suspense, a permit, a buy-back, a payment from the operations pool, a bank account or rate of ours, the credit, return or loss of bank money, the next version of an agreement, a lost second factor. `subject` says which one, `value` what shall come of it; each kind reads its own (docs/decisions/0046).
 */
export const changeKinds = [
  'setting',
  'halt',
  'reorg',
  'deposit',
  'goldpermit',
  'buyback',
  'poolpay',
  'fiatbank',
  'fiatrate',
  'fiatcredit',
  'fiatreturn',
  'fiatloss',
  'agreement',
  'factorreset',
  'freezeproof',
] as const;

/** What these roles read of what is proposed: that of which they read the thing itself. A dry run names members and amounts. */
const readBy: Partial<Record<OperatorRole, readonly (typeof changeKinds)[number][]>> = {
  content: ['agreement', 'halt'],
  support: ['agreement', 'halt', 'deposit', 'freezeproof'],
};

/** The kinds of proposals that an operator of this role reads (docs/decisions/0310). */
export const changeKindsFor = (role: OperatorRole): readonly (typeof changeKinds)[number][] =>
  readBy[role] ?? changeKinds;
