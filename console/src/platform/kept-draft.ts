import { useEffect } from 'react';
import { useSession } from './session.ts';

/** Names what one operator types into one form. */
export const draftKey = (account: string, form: string): string =>
  `openmere.console.draft.${account} ${form}`;

/** What was typed when the session ended in the middle of it. */
export function findDraft<T>(key: string): T | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as T);
}

/** Where the storage is full nothing is kept: it would be no reason to take the form away. */
function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    sessionStorage.removeItem(key);
  }
}

/**
 * Keeps what is typed in this tab, for the same operator after the next login (decision 0300); undefined: nothing that the server does
 * not have. A form that is closed drops it.
 */
export function useKeptDraft(key: string, typed: object | undefined): void {
  const text = typed && JSON.stringify(typed);
  useEffect(() => {
    if (text === undefined) sessionStorage.removeItem(key);
    else keep(key, text);
  }, [key, text]);
  useEffect(
    () => () => {
      if (useSession.getState().token !== undefined) sessionStorage.removeItem(key);
    },
    [key],
  );
}
