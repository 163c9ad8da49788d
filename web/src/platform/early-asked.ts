import { indexOfLocale } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';

/** So long a call waits for its answer. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Nobody asks for an answer of this age any more: it was for the screen that the page began with. */
const KEPT_MS = 10_000;

export const json = { 'content-type': 'application/json' };

/** By call and token: an answer to another session says nothing. */
const asked = new Map<string, Promise<Response>>();

/** Sends a call to the server as this member, in this language. */
export function post(
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
  locale: Locale,
  token: string | undefined,
  signals: readonly AbortSignal[] = [],
): Promise<Response> {
  return fetch(`/${path}`, {
    method: 'POST',
    body,
    headers: { ...headers, Lang: String(indexOfLocale(locale)), ...(token ? { Token: token } : {}) },
    signal: AbortSignal.any([...signals, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
}

/**
 * Asks calls without parameters before anything is there that could read their answers; whoever calls one of them in the next
 * moment, as the same member, gets that answer. So the figures of the first screen take no round trip after its code.
 */
export function askEarly(paths: readonly string[], locale: Locale, token: string): void {
  for (const path of paths) {
    const answer = post(path, '{}', json, locale, token);
    // Told by the one who takes it.
    answer.catch(() => undefined);
    asked.set(path + token, answer);
  }
  setTimeout(() => asked.clear(), KEPT_MS);
}

/** The answer that is under way, once. */
export function takeEarly(
  path: string,
  body: unknown,
  token: string | undefined,
): Promise<Response> | undefined {
  const answer = body === '{}' ? asked.get(path + token) : undefined;
  asked.delete(path + token);
  return answer;
}
