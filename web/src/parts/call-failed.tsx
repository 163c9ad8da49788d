import type { ReactNode } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { ErrorState } from '../ui/error-state.tsx';

type FailedRead = { readonly error: unknown; readonly refetch: () => unknown };

/** What was asked for did not come: says why in the member's language, and asks again. */
export function CallFailed({
  query,
  title,
  children,
}: {
  query: FailedRead;
  title?: string;
  children?: ReactNode;
}) {
  const app = useTexts('app');
  return (
    <ErrorState title={title ?? app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
      {children ?? errorText(query.error)}
    </ErrorState>
  );
}
