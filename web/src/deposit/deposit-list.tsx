import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import type { useCallPages } from '../platform/pages.ts';
import { dateText } from '../platform/time-text.ts';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
import { type DepositRecord, DepositRow, DepositSlip } from './deposit-rail.tsx';

type Query = ReturnType<typeof useCallPages<'Wallet/Deposits'>>;

/** Deposits with their state, newest first, each with its slip; also those that were too small to be credited. */
export function DepositList({ query }: { query: Query }) {
  const t = useTexts('deposit');
  const app = useTexts('app');
  const locale = useLocale();
  const [shown, setShown] = useState<DepositRecord>();
  if (!query.rows && query.isError) {
    return <CallFailed query={query} />;
  }
  if (!query.rows) return <WaitingRows coin={false} />;
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
      <ClosableSheet
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={app('titleRecharge')}
      >
        {shown && <DepositSlip record={shown} />}
      </ClosableSheet>
    </>
  );
}
