/**
 * While a page asks for a transaction, it holds a lock of the browser: other pages see that the question is still open, and,
 * since the lock ends with its page, that one of a page that is gone is not.
 */
const PREFIX = 'openmere.transaction.';

/** Missing in old browsers and on a page without https. */
const locksHere = () => navigator.locks as LockManager | null | undefined;

/** Holds the lock until the returned function is called. Without locks (or where they are refused) nobody else sees it. */
export function holdQuestion(id: string): () => void {
  let release: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (release = resolve));
  locksHere()
    ?.request(PREFIX + id, () => over)
    .catch(reportRefusedLocks);
  return release;
}

/** Ids of the transactions that a page of this browser is asking for. */
export async function openQuestions(): Promise<ReadonlySet<string>> {
  try {
    const locks = await locksHere()?.query();
    return new Set(locks?.held?.map(({ name = '' }) => name.replace(PREFIX, '')));
  } catch (error) {
    reportRefusedLocks(error);
    return new Set();
  }
}

function reportRefusedLocks(error: unknown): void {
  console.warn('pages cannot see what others are asking', error);
}
