import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';
import { CallRefused } from './api-client.ts';

type Solved = { puzzle?: string };
/** How much is done at most, 0 to 1; undefined when nothing is being solved. */
export type OnProgress = (done: number | undefined) => void;

/** Puzzles of one try: an attack that grows meanwhile may ask for a second and a third one. */
const PUZZLES_MAX = 5;
const LANES_MAX = 4;
const TIMEOUT_MS = 4 * 60_000;

/** Runs a call; where strangers used up its tries, solves the puzzle of the refusal and goes on at once (rulebook §1). */
export async function withPuzzle<T>(
  work: (solved: Solved) => Promise<T>,
  onProgress: OnProgress,
): Promise<T> {
  let solved: Solved = {};
  for (let round = 1; ; round += 1) {
    try {
      return await work(solved);
    } catch (problem) {
      const puzzle = problem instanceof CallRefused ? problem.puzzle : undefined;
      if (puzzle === undefined || round > PUZZLES_MAX) throw problem;
      const solution = await solvePuzzle(puzzle, onProgress).finally(() => onProgress(undefined));
      if (solution === undefined) throw problem;
      solved = { puzzle: solution };
    }
  }
}

async function solvePuzzle(puzzle: string, onProgress: OnProgress): Promise<string | undefined> {
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
    const tries = Array.from({ length: lanes }, (_, counterStart) =>
      solveChallenge({ ...work, counterStart }),
    );
    const solution = await Promise.race(tries);
    return solution === null ? undefined : JSON.stringify({ challenge, solution });
  } finally {
    controller.abort();
  }
}
