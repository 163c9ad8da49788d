import { timingSafeEqual } from 'node:crypto';
import type { Page } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { signCursor } from './secrets-box.ts';

/** What a cursor may carry: the sort key of the last row. bigint travels as a string. */
export type CursorValue = string | number | boolean | null;

/**
 * Packs the place after the last row of a page into an opaque signed text. `list` names the list (and whose it is),
 * so that a cursor of one list is refused by another.
 */
export function encodeCursor(list: string, values: readonly CursorValue[]): string {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${body}.${signCursor(`${list}\n${body}`).toString('base64url')}`;
}

/** Opens a cursor of this list. Refuses `request.invalid` (field cursor) when it was made up, changed, or is of another list. */
export function decodeCursor(list: string, text: string | undefined): CursorValue[] | undefined {
  if (text === undefined) return undefined;
  const [body = '', signature = ''] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signCursor(`${list}\n${body}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal('request.invalid', { field: 'cursor' });
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as CursorValue[];
}

/**
 * A page of a list of which one row more than asked for was read: whether there is a next page. `cursorOf` makes the cursor
 * after the last row that is shown.
 */
export function pageOf<T>(rows: readonly T[], size: number, cursorOf: (last: T) => string): Page<T> {
  const list = rows.slice(0, size);
  const last = list.at(-1);
  return rows.length > size && last !== undefined ? { list, cursor: cursorOf(last) } : { list };
}
