import { Refusal } from '@openmere/core/kit/refusal.ts';
import { useState } from 'react';
import { CallRefused } from '../platform/api-client.ts';
import { errorText, isCancelled } from '../platform/error-text.ts';

/** What went wrong: the refusal's code (empty for a fault), what the member reads, and the number to ask about it by. */
export type Problem = { readonly reason: string; readonly text: string; readonly ref?: unknown };

export type Attempt = {
  readonly problem: Problem | undefined;
  /** Runs it; a refusal or fault becomes the problem, a success clears it. Answers whether it came through. */
  run: (work: () => Promise<void>) => Promise<boolean>;
  /** The text for a field, when the problem is one of its refusals. */
  at: (...reasons: readonly string[]) => string | undefined;
  clear: () => void;
};

function reasonOf(error: unknown): string {
  if (error instanceof CallRefused) return error.reason;
  return error instanceof Refusal ? error.code : '';
}

/** One try of a form: where its refusal belongs, and the rest that stands above the button. */
export function useAttempt(): Attempt {
  const [problem, setProblem] = useState<Problem>();
  async function run(work: () => Promise<void>): Promise<boolean> {
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      // Turned down in the wallet: a word in passing, no problem of the form (specification §8).
      if (isCancelled(error)) {
        // Fetched when it is needed: the login page waits for what is imported here.
        const { showToast } = await import('../ui/toast-store.ts');
        showToast({ text: errorText(error), tone: 'plain' });
      } else
        setProblem({
          reason: reasonOf(error),
          text: errorText(error),
          ref: (error as Partial<CallRefused>).params?.['ref'],
        });
      return false;
    }
  }
  return {
    problem,
    run,
    at: (...reasons) => (problem && reasons.includes(problem.reason) ? problem.text : undefined),
    clear: () => setProblem(undefined),
  };
}
