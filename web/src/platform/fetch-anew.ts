import { call } from './api-client.ts';
import { networkState } from './network.ts';

const ASK_AGAIN_MS = 1000;
/** One new page by itself in so long: where that did not help, the member decides. */
const RELOAD_EVERY_MS = 30_000;
const RELOADED_AT = 'openmere.reloadedAt';

function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < RELOAD_EVERY_MS;
}

/**
 * A browser remembers that a module could not be fetched and gives the same answer for ever; a new page asks again. Not
 * before the server answers: a page that cannot be loaded either would be worse than this one.
 */
export async function fetchAnew(): Promise<void> {
  try {
    await call('Ctrls/gettime', {});
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  } catch {
    // Still away: the message stays, and so does the button.
  }
}

/** Fetches the page anew as soon as there is a network and the server answers. Answers a function that calls it off. */
export function fetchAnewSoon(): () => void {
  const timer = setInterval(() => {
    if (networkState() !== 'none' && !hasJustReloaded()) void fetchAnew();
  }, ASK_AGAIN_MS);
  return () => clearInterval(timer);
}
