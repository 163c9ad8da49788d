import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction, Solution } from 'altcha-lib/types';
import { create } from 'zustand';
import { CallRefused } from './api-client.ts';

/** How much of a puzzle is done at most, 0 to 1; undefined when none is being solved. */
export const usePuzzleProgress = create<{ done: number | undefined }>(() => ({ done: undefined }));

/** Puzzles of one try: an attack that grows meanwhile may ask for a second and a third one. */
const PUZZLES_MAX = 5;
const LANES_MAX = 4;
const TIMEOUT_MS = 4 * 60_000;

/**
 * Runs a call; where the server answers that too many others tried, solves the puzzle that comes with it and goes on at once
 * (rulebook §1). `work` is given the solution to send along and makes everything anew: a secret is sealed for one try.
 */
export async function withPuzzle<T>(work: (solved: { puzzle?: string }) => Promise<T>): Promise<T> {
  let solved: { puzzle?: string } = {};
  for (let round = 1; ; round += 1) {
    try {
      return await work(solved);
    } catch (error) {
      const puzzle = error instanceof CallRefused ? error.params['puzzle'] : undefined;
      if (typeof puzzle !== 'string' || round > PUZZLES_MAX) throw error;
      const solution = await solvePuzzle(puzzle);
      if (solution === undefined) throw error;
      solved = { puzzle: solution };
    }
  }
}

/** The browser derives keys beside the page, several at a time; the page itself stays free. */
async function solvePuzzle(puzzle: string): Promise<string | undefined> {
  const challenge = JSON.parse(puzzle) as Challenge;
  const counters = Number(challenge.parameters.data?.['counters'] ?? 1);
  const controller = new AbortController();
  let tried = 0;
  const counted: DeriveKeyFunction = (...args) => {
    tried += 1;
    if (tried % 16 === 0) usePuzzleProgress.setState({ done: Math.min(1, tried / counters) });
    return deriveKey(...args);
  };
  const lanes = Math.min(LANES_MAX, Math.max(1, navigator.hardwareConcurrency));
  const work = { challenge, controller, counterStep: lanes, deriveKey: counted, timeout: TIMEOUT_MS };
  usePuzzleProgress.setState({ done: 0 });
  try {
    const solution = await Promise.race(
      Array.from({ length: lanes }, (_, counterStart) => solveChallenge({ ...work, counterStart })),
    );
    return solution === null
      ? undefined
      : JSON.stringify({ challenge, solution: solution satisfies Solution });
  } finally {
    controller.abort();
    usePuzzleProgress.setState({ done: undefined });
  }
}
