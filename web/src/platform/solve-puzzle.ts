import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction, Solution } from 'altcha-lib/types';

const LANES_MAX = 4;
const TIMEOUT_MS = 4 * 60_000;

/** The browser derives keys beside the page, several at a time; the page itself stays free. */
export async function solvePuzzle(
  puzzle: string,
  onProgress: (done: number | undefined) => void,
): Promise<string | undefined> {
  const challenge = JSON.parse(puzzle) as Challenge;
  const counters = Number(challenge.parameters.data?.['counters'] ?? 1);
  const controller = new AbortController();
  let tried = 0;
  const counted: DeriveKeyFunction = (...args) => {
    tried += 1;
    if (tried % 16 === 0) onProgress(Math.min(1, tried / counters));
    return deriveKey(...args);
  };
  const lanes = Math.min(LANES_MAX, Math.max(1, navigator.hardwareConcurrency));
  const work = { challenge, controller, counterStep: lanes, deriveKey: counted, timeout: TIMEOUT_MS };
  onProgress(0);
  try {
    const solution = await Promise.race(
      Array.from({ length: lanes }, (_, counterStart) => solveChallenge({ ...work, counterStart })),
    );
    return solution === null
      ? undefined
      : JSON.stringify({ challenge, solution: solution satisfies Solution });
  } finally {
    controller.abort();
    onProgress(undefined);
  }
}
