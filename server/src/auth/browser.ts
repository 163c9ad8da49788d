import type { Origin } from '../platform/actor.ts';
import { addressPrefix } from '../platform/http/limits.ts';
import { fingerprint } from '../platform/secrets-box.ts';

/**
 * Names by which whoever asks can be known again in a moment: the browser's cookie, else where it calls from. A visitor
 * without a cookie gets one when `isAsking`.
 */
export function askersOf(from: Origin, isAsking = false): string[] {
  const place = fingerprint(`place:${addressPrefix(from.ip)}:${from.device}`);
  const hash = from.browser?.hash;
  if (hash !== undefined) return [hash];
  // Clients without cookies are known by their address and how they name themselves.
  return isAsking && from.browser ? [from.browser.rename(), place] : [place];
}
