import { call } from './api-client.ts';
import { networkState } from './network.ts';

const ASK_AGAIN_MS = 1000;
const QUIET_MS = 5000;
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
export function fetchAnew(): Promise<void> {
  return reloadIf(() => true);
}

async function reloadIf(may: () => boolean): Promise<void> {
  try {
    await call('Ctrls/gettime', {});
    if (!may()) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  } catch {
    // Still away: the message stays, and so does the button.
  }
}

/** Fetches the page anew as soon as there is a network, the server answers, and `may` says so. Answers a function that calls it off. */
export function fetchAnewSoon(may = () => true): () => void {
  const timer = setInterval(() => {
    if (networkState() !== 'none' && !hasJustReloaded() && may()) void reloadIf(may);
  }, ASK_AGAIN_MS);
  return () => clearInterval(timer);
}

/** The same, but takes away nothing that somebody is at: no sheet is open, and for a while nothing was pressed or typed. */
export function fetchAnewWhenQuiet(): void {
  let touchedAt = Date.now();
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, () => (touchedAt = Date.now()), { capture: true });
  fetchAnewSoon(() => Date.now() - touchedAt > QUIET_MS && document.querySelector('[role=dialog]') === null);
}
