import { Refusal } from '../kit/refusal.ts';

/** Operators move other people's money: longer than what a member may choose (threats.md T27). */
export const operatorPasswordMin = 12;

/** Refusals in order: `operator.passwordshort`, `operator.passwordsame` (as the one that it replaces). */
export function checkNewPassword(password: string, former: string): Refusal | undefined {
  if (password.length < operatorPasswordMin) {
    return new Refusal('operator.passwordshort', { min: operatorPasswordMin });
  }
  return password === former ? new Refusal('operator.passwordsame') : undefined;
}
