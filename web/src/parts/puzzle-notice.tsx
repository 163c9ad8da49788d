import { useTexts } from '../platform/i18n.ts';
import { usePuzzleProgress } from '../platform/puzzle.ts';
import { Notice } from '../ui/notice.tsx';

/** Shows that the browser works for its owner while strangers keep trying, and how far it is. */
export function PuzzleNotice() {
  const app = useTexts('app');
  const done = usePuzzleProgress((state) => state.done);
  if (done === undefined) return null;
  // Announced once, not with every percent.
  return (
    <Notice live>
      {app('puzzleWorking')} <span aria-hidden="true">{Math.floor(done * 100)} %</span>
    </Notice>
  );
}
