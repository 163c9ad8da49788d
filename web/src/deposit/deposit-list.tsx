import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import type { useCallPages } from '../platform/pages.ts';
import { dateText } from '../platform/time-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { type DepositRecord, DepositRow, DepositSlip } from './deposit-rail.tsx';

type Query = ReturnType<typeof useCallPages<'Wallet/Deposits'>>;

/** Deposits with their state, newest first, each with its slip; also those that were too small to be credited. */
export function DepositList({ query }: { query: Query }) {
  const t = useTexts('deposit');
  const app = useTexts('app');
  const locale = useLocale();
  const [shown, setShown] = useState<DepositRecord>();
  if (!query.rows && query.isError) {
    return (
      <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
        {errorText(query.error)}
      </ErrorState>
    );
  }
  if (!query.rows) return <SkeletonRows label={app('loading')} coin={false} />;
  if (query.rows.length === 0) return <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>;
  return (
    <>
      <EndlessList
        label={t('deposits')}
        items={query.rows}
        keyOf={(record) => record.id}
        headOf={(record) => dateText(record.time, locale)}
        hasMore={query.hasNextPage}
        onMore={() => query.fetchNextPage()}
        moreLabel={app('more')}
        errorText={query.isFetchNextPageError ? errorText(query.error) : undefined}
      >
        {(record) => <DepositRow record={record} onOpen={() => setShown(record)} />}
      </EndlessList>
      <Sheet
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={app('titleRecharge')}
        closeLabel={app('close')}
      >
        {shown && <DepositSlip record={shown} />}
      </Sheet>
    </>
  );
}
