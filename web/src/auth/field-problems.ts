/** Which refusals stand under which field; everything else stands above the button. */
export const codeProblems = ['auth.badcode', 'auth.codespent'] as const;
export const inviteProblems = ['auth.badinvite', 'auth.inviternotactivated'] as const;
export const countryProblems = ['auth.badcountry'] as const;
export const agreementProblems = ['auth.agreements'] as const;
/** They open the field for the second factor, or stand under it. */
export const factorProblems = [
  'auth.needtotp',
  'auth.badtotp',
  'auth.totpslow',
  'auth.badfactorkey',
] as const;
export const registrantProblems = [...inviteProblems, ...countryProblems, ...agreementProblems] as const;
