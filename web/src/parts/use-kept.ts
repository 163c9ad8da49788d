import { useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../platform/drafts.ts';

type Field = string | number | boolean | readonly Field[] | { readonly [name: string]: Field | undefined };
type Fields = Record<string, Field>;

/** Whether a kept value has the shape of what the form begins with. Of an empty list the elements are texts, as is all that has no name there. */
function isLike(value: unknown, first: unknown): boolean {
  if (typeof value !== typeof first || value === null || Array.isArray(value) !== Array.isArray(first))
    return false;
  if (Array.isArray(value)) return value.every((one) => isLike(one, (first as unknown[])[0] ?? ''));
  if (typeof value !== 'object') return true;
  const [kept, known] = [value as Fields, first as Fields];
  return (
    Object.entries(known).every(([name, one]) => isLike(kept[name], one)) &&
    Object.entries(kept).every(([name, one]) => name in known || typeof one === 'string')
  );
}

/** The kept fields of a form; whatever an older version or another hand left there instead is as if it were empty. */
function readKept<T extends Fields>(form: string, first: T): T {
  try {
    const kept = JSON.parse(readDraft(form)['fields'] ?? '{}') as Record<string, unknown>;
    const fields = Object.entries(first).map(([name, one]) => [
      name,
      isLike(kept[name], one) ? kept[name] : one,
    ]);
    return Object.fromEntries(fields) as T;
  } catch {
    return first;
  }
}

/**
 * What is being filled in, kept on the device until it is sent: a sheet that was closed by mistake, a reload and a new login bring it
 * back. Never secrets. Without a `form` it is not kept.
 */
export function useKept<T extends Fields>(form: string | undefined, first: T) {
  const [fields, setFields] = useState(() => (form === undefined ? first : readKept(form, first)));
  // A picture that arrives late must not put back what was typed meanwhile.
  const latest = useRef(fields);
  function put(next: T): void {
    latest.current = next;
    setFields(next);
  }
  function set(change: Partial<T>): void {
    put({ ...latest.current, ...change });
    if (form !== undefined) keepDraft(form, { fields: JSON.stringify(latest.current) });
  }
  function drop(): void {
    if (form !== undefined) dropDraft(form);
    put(first);
  }
  /** After it was sent: gone, unless there is more in it by now. */
  function dropSent(): void {
    if (latest.current === fields) drop();
  }
  return { fields, set, drop, dropSent };
}
