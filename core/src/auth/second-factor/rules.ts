/** Codes that are given out together, for the day on which the phone is lost; each opens once. */
export const RECOVERY_CODES = 10;
/** Characters of one: 80 bits, which nobody guesses. */
export const RECOVERY_LENGTH = 16;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** A begun setting-up waits so long for its first code. */
export const TOTP_START_MS = 15 * 60_000;
/** What a session proved at its login counts so long for changes of the factor itself. */
export const FACTOR_FRESH_MS = 15 * 60_000;

/** `7K2M-…` from random bytes, one for each character. */
export function makeRecoveryCode(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, RECOVERY_LENGTH), (byte) => ALPHABET[byte % 32] ?? '0');
  return groupsOf(characters.join(''));
}

function groupsOf(text: string): string {
  return (text.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-');
}

/** What was typed, as it was given out: in capitals, without blanks; letters that look like digits are those digits. */
export function normalRecoveryCode(typed: string): string | undefined {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (plain.length !== RECOVERY_LENGTH || Array.from(plain).some((one) => !ALPHABET.includes(one))) {
    return undefined;
  }
  return groupsOf(plain);
}

/** Whether it has the form of an authenticator's code. */
export function isTotpCode(typed: string): boolean {
  return /^\d{6}$/.test(typed.trim());
}
