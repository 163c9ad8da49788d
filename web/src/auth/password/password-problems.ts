/** Which refusals stand under the fields of a new password; most who log in choose none. */
export const newPasswordProblems = [
  'auth.passwordshort',
  'auth.passwordlong',
  'auth.passwordplain',
  'auth.passwordcommon',
  'auth.passwordsame',
] as const;
export const usernameProblems = ['auth.badusername'] as const;
