/** Which refusals stand under which field; everything else stands above the button. */
export const codeProblems = ['auth.badcode', 'auth.codespent'] as const;
export const inviteProblems = ['auth.badinvite', 'auth.inviternotactivated'] as const;
export const countryProblems = ['auth.badcountry', 'auth.barred'] as const;
export const agreementProblems = ['auth.agreements'] as const;
export const newPasswordProblems = [
  'auth.passwordshort',
  'auth.passwordlong',
  'auth.passwordplain',
  'auth.passwordcommon',
] as const;
export const usernameProblems = ['auth.badusername'] as const;
export const registrantProblems = [...inviteProblems, ...countryProblems, ...agreementProblems] as const;

/** An address that can be one: the contract's own check decides, this only spares a round trip. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
