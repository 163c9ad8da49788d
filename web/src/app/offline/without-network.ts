import { queryClient } from '../../platform/query.ts';
import { currentToken } from '../../platform/session.ts';
import { keepAnswersFor, keptIsRead, restoreKept } from './keep-answers.ts';

/** A screen whose code lies on this device stands within this time. */
const STANDS_WITHIN_MS = 1500;

const openQueries = () => queryClient.getQueryCache().findAll({ type: 'active' });

/** Until the screen has asked for something, or it is clear that it asks for nothing. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    if (openQueries().length > 0) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      off();
      resolve();
    };
    const timer = setTimeout(end, STANDS_WITHIN_MS);
    const off = queryClient.getQueryCache().subscribe(() => {
      if (openQueries().length > 0) end();
    });
  });
}

/**
 * Without a network: fills the screen with what this device has. Answers whether nothing of the screen can be shown; then, and
 * only then, the error page takes its place (specification §4).
 */
export async function nothingToShow(): Promise<boolean> {
  keepAnswersFor(currentToken());
  await keptIsRead();
  restoreKept();
  await untilAsked();
  restoreKept();
  const open = openQueries();
  return open.length > 0 && open.every(({ state }) => state.data === undefined);
}
