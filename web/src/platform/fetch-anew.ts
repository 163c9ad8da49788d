import { call } from './api-client.ts';
import { networkState } from './network.ts';

const ASK_AGAIN_MS = 1000;
const QUIET_MS = 5000;
/** One new page by itself in so long: where that did not help, the member decides. */
const RELOAD_EVERY_MS = 30_000;

/**
 * No other new page by itself before (epoch ms). In the entry of the history, which outlives a reload, also where all storage is blocked;
 * read at once, since the page may move on from it.
 */
let restUntil = (history.state as { restUntil?: number } | null)?.restUntil ?? 0;

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
    restUntil = Date.now() + RELOAD_EVERY_MS;
    history.replaceState({ ...history.state, restUntil }, '');
    location.reload();
  } catch {
    // Still away: the message stays, and so does the button.
  }
}

/** Fetches the page anew as soon as there is a network, the server answers, and `may` says so. Answers a function that calls it off. */
export function fetchAnewSoon(may: () => boolean): () => void {
  const timer = setInterval(() => {
    if (networkState() !== 'none' && Date.now() > restUntil && may()) void reloadIf(may);
  }, ASK_AGAIN_MS);
  return () => clearInterval(timer);
}

/** What this page waits for and a new one could not go on with: a question in a wallet, an approval. */
export const underWay = new Set<object>();
export const isIdle = (): boolean => underWay.size === 0;

/** A search, a tick or a slider is set again at once; a text is not. */
const TYPED = 'input:not([type=search],[type=hidden],[type=checkbox],[type=radio],[type=range]),textarea';

function isAnythingOpen(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED);
  return (
    !isIdle() ||
    document.querySelector('[role$=dialog]') !== null ||
    [...fields].some(({ value }) => value !== '')
  );
}

let waiting = false;

/** The same, but takes away nothing that somebody is at: nothing is open or half typed, and for a while nothing was pressed. */
export function fetchAnewWhenQuiet(): void {
  // Several parts may be missing; the new page is one.
  if (waiting) return;
  waiting = true;
  let touchedAt = Date.now();
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, () => (touchedAt = Date.now()), { capture: true });
  fetchAnewSoon(() => Date.now() - touchedAt > QUIET_MS && !isAnythingOpen());
}
