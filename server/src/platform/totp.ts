import { Secret, TOTP } from 'otpauth';

const STEP_S = 30;
/** Steps before and after the present one that are taken, for clocks that differ. */
const WINDOW = 1;

/** A fresh secret, base32, 160 bits. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The time step that a code belongs to, or undefined when it is wrong. Constant-time comparison by the library. */
export function findTotpStep(secret: string, code: string, now: Date): bigint | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: STEP_S });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : BigInt(Math.floor(now.getTime() / 1000 / STEP_S) + delta);
}

/** What an authenticator app reads from the picture. */
export function totpUri(secret: string, account: string): string {
  const totp = new TOTP({
    issuer: 'Openmere',
    label: account,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: STEP_S,
  });
  return totp.toString();
}
