import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { RetryLink } from './retry.tsx';

/** What was asked for did not come, where the rest of the page stands: `CallFailed` in the size of a notice. */
export function FailedNotice(props: { title?: string; error: unknown; onRetry: () => unknown }) {
  const app = useTexts('app');
  return (
    <Notice
      tone="warn"
      title={props.title ?? app('failedTitle')}
      action={<RetryLink onRetry={props.onRetry} />}
    >
      {errorText(props.error)}
    </Notice>
  );
}
