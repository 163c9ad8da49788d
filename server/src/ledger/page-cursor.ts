import { Refusal } from '@openmere/core/kit/refusal.ts';

/** Where the next page begins, per chain of rows (one chain per account). Opaque to clients; a forged one finds nothing. */
export type Positions = { readonly [chain: string]: bigint };

export function encodeCursor(positions: Positions): string | undefined {
  const parts = Object.entries(positions).map(([chain, row]) => `${chain}.${row.toString(36)}`);
  return parts.length === 0 ? undefined : Buffer.from(parts.join('~')).toString('base64url');
}

/** Refuses what `encodeCursor` did not write. */
export function decodeCursor(cursor: string): Positions {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,10}\.[0-9a-z]{1,13}(~\d{1,10}\.[0-9a-z]{1,13}){0,63}$/.test(text)) {
    throw new Refusal('request.invalid', { field: 'cursor' });
  }
  return Object.fromEntries(text.split('~').map((part) => readPart(part.split('.') as [string, string])));
}

function readPart([chain, row]: [string, string]): [string, bigint] {
  let value = 0n;
  for (const digit of row) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return [chain, value];
}
