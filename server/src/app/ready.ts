import { setTimeout as wait } from 'node:timers/promises';
import { StartFault } from './data-folder.ts';

const LIMIT_MS = 60_000;
const POLL_MS = 50;
const ONE_MS = 2_000;

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(ONE_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Waits until the service answers. Throws {@link StartFault} after a minute. */
export async function waitUntilReady(url: string): Promise<void> {
  const limit = Date.now() + LIMIT_MS;
  while (Date.now() < limit) {
    if (await isReady(url)) return;
    await wait(POLL_MS);
  }
  throw new StartFault(`${url} did not answer within ${LIMIT_MS / 1000} s: see the log folder.`);
}
