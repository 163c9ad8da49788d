/** Shows what a start is doing, step by step, several at once. */
export type Progress = {
  /** Runs one step; its line appears at once, and again with its time when it is done. */
  step: <T>(title: string, work: (note: (line: string) => void) => Promise<T>) => Promise<T>;
  line: (text: string) => void;
};

/** A step that takes longer says again and again that it is alive. */
const ALIVE_FIRST_MS = 1_000;
const ALIVE_MS = 5_000;
/** A step under this is not worth a second line. */
const QUICK_MS = 300;

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Plain lines, the same at a terminal, in a pipe and in a log: nothing is overwritten, nothing blinks. */
export function createProgress(write: (line: string) => void = console.log): Progress {
  return {
    line: write,
    step: async (title, work) => {
      const started = performance.now();
      let last = '';
      const alive = () => write(`  … ${title}${last === '' ? '' : `: ${last}`} (${seconds(started)})`);
      let timer = setTimeout(function again() {
        alive();
        timer = setTimeout(again, ALIVE_MS);
      }, ALIVE_FIRST_MS);
      try {
        const result = await work((line) => (last = line));
        const ms = performance.now() - started;
        write(`  ✓ ${title}${ms < QUICK_MS ? '' : ` (${seconds(started)})`}`);
        return result;
      } catch (error) {
        write(`  ✗ ${title} (${seconds(started)})`);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
