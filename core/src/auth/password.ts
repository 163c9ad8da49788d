import { Refusal } from '../kit/refusal.ts';

/** Longer is welcome up to here; beyond it hashing would be a gift to an attacker. */
export const PASSWORD_MAX = 128;

export type PasswordRule = {
  /** Configuration value password.min: characters. */
  readonly min: number;
  /** Whether a lower-cased password is among the commonest. */
  readonly isCommon: (lowerCase: string) => boolean;
  /** Names of the account (user name, e-mail): a password may not be one of them. */
  readonly names?: readonly string[];
};

/**
 * Is this password good enough (specification §5; rulebook §1)? Refusals in order: `auth.passwordshort` `{ min }`,
 * `auth.passwordlong` `{ max }`, `auth.passwordplain` (needs a letter and a digit of any script), `auth.passwordcommon`.
 * Characters are Unicode code points; every symbol is welcome, and nothing is trimmed or changed.
 */
export function checkPassword(password: string, rule: PasswordRule): Refusal | undefined {
  const length = Array.from(password).length;
  if (length < rule.min) return new Refusal('auth.passwordshort', { min: rule.min });
  if (length > PASSWORD_MAX) return new Refusal('auth.passwordlong', { max: PASSWORD_MAX });
  if (!/\p{L}/u.test(password) || !/\p{Nd}/u.test(password)) return new Refusal('auth.passwordplain');
  const lowerCase = password.toLowerCase();
  const isName = (rule.names ?? []).some((name) => {
    const own = name.toLowerCase();
    return lowerCase === own || lowerCase === own.split('@')[0];
  });
  return isName || rule.isCommon(lowerCase) ? new Refusal('auth.passwordcommon') : undefined;
}

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** Points at which a password counts as good and as strong. */
const GOOD = 11;
const STRONG = 15;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Lo}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

/**
 * A word about a password while it is typed: one point for each different character, and one for each kind of characters
 * beyond two. `refused` says what `checkPassword` found; what may not be used is weak, however long it is.
 */
export function passwordStrength(password: string, refused: boolean): PasswordStrength {
  if (refused) return 'weak';
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const points = new Set(password).size + Math.max(0, kinds - 2);
  return points >= STRONG ? 'strong' : points >= GOOD ? 'good' : 'fair';
}
