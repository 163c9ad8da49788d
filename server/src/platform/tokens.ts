import { createHash, randomBytes } from 'node:crypto';

/** A bearer token: 256 random bits as 43 URL-safe characters. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 as hex. A token is random enough that neither salt nor pepper adds anything. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
