import { createHash } from 'node:crypto';

/** Tells whether two requests under one key ask for the same. */
export function requestHashOf(...asked: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
