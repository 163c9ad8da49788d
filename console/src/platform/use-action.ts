import { useRef, useState } from 'react';
import { NoAnswer } from './api-client.ts';

export type Action = {
  busy: boolean;
  failure: unknown;
  run: (action: () => Promise<void>) => Promise<void>;
};

/** One action at a time: a second press while it runs does nothing; what failed is kept until the next try. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // A state would still be old in the second of two presses within one frame.
  const running = useRef(false);

  async function run(action: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (problem) {
      setFailure(problem instanceof NoAnswer ? new NoAnswer(problem.cause, true) : problem);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, failure, run };
}
