import { timingSafeEqual } from 'node:crypto';
import type { Page } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { signCursor } from './secrets-box.ts';

/** What a cursor may carry, and gives back as it was. A time goes as a text or a number: a Date would come back as another type. */
type CursorValue = string | number | bigint | boolean | null;
type Key = CursorValue | { readonly [name: string]: CursorValue };

/**
 * Packs the place after the last row of a page into an opaque signed text. `list` names the list (and whose it is),
 * so that a cursor of one list is refused by another.
 */
export function encodeCursor(list: string, values: readonly Key[]): string {
  const body = Buffer.from(JSON.stringify(values, packBigint)).toString('base64url');
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
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'), openBigint) as CursorValue[];
}

const packBigint = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { bigint: String(value) } : value;

const openBigint = (_name: string, value: { bigint?: string } | null): unknown =>
  value?.bigint === undefined ? value : BigInt(value.bigint);

/** Rows of a page for who asks for no number. */
const PAGE_SIZE = 20;

type PageAsked = {
  list: string;
  size?: number;
  cursor?: string | undefined;
  pageSize?: number | undefined;
};

/**
 * A page of a list. `read` reads at most `limit` rows behind the row with the key `after`, or the first ones; `keyOf` says what a
 * row is found again by, in the order of the list; `show` makes of the page's rows what is answered. A key that is no text stands in the
 * type of `after`. `list` names the list, whose it is and what it is narrowed to: a cursor of one is refused by another
 * (`request.invalid`). `size` is for who asks for none.
 */
export function readPage<T, K extends Key = string>(
  page: PageAsked,
  read: (after: K | undefined, limit: number) => Promise<readonly T[]>,
  keyOf: (row: T) => K,
): Promise<Page<T>>;
export function readPage<T, R, K extends Key = string>(
  page: PageAsked,
  read: (after: K | undefined, limit: number) => Promise<readonly T[]>,
  keyOf: (row: T) => K,
  show: (rows: T[]) => R[] | Promise<R[]>,
): Promise<Page<R>>;
export async function readPage<T, K extends Key>(
  page: PageAsked,
  read: (after: K | undefined, limit: number) => Promise<readonly T[]>,
  keyOf: (row: T) => K,
  show: (rows: T[]) => unknown[] | Promise<unknown[]> = (rows) => rows,
): Promise<Page<unknown>> {
  const { cursor, size = PAGE_SIZE, pageSize = size } = page;
  // Not the name alone: what else is sealed under it is no place in the list.
  const name = `page of ${page.list}`;
  const [after] = (decodeCursor(name, cursor) ?? []) as K[];
  // One row more than is shown says whether there is a next page.
  const rows = await read(after, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const list = await show(shown);
  return rows.length > pageSize && last !== undefined
    ? { list, cursor: encodeCursor(name, [keyOf(last)]) }
    : { list };
}
