import { create } from 'zustand';
import { CallRefused } from './api-client.ts';

/** How much of a puzzle is done at most, 0 to 1; undefined when none is being solved. */
export const usePuzzleProgress = create<{ done: number | undefined }>(() => ({ done: undefined }));

/** Puzzles of one try: an attack that grows meanwhile may ask for a second and a third one. */
const PUZZLES_MAX = 5;

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
      // Fetched when the first puzzle comes: most members never see one.
      const { solvePuzzle } = await import('./solve-puzzle.ts');
      const solution = await solvePuzzle(puzzle, (done) => usePuzzleProgress.setState({ done }));
      if (solution === undefined) throw error;
      solved = { puzzle: solution };
    }
  }
}
