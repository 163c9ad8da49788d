import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { back } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { refresh } from '../platform/query.ts';
import { dateText, relativeTime } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { IconReceive, IconSend } from '../ui/icon/money.tsx';
import { ListRow } from '../ui/list.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { RecordReceipt, type TransferRecord } from './record-receipt.tsx';

function TransferRow({ record, onOpen }: { record: TransferRecord; onOpen: () => void }) {
  const app = useTexts('app');
  const locale = useLocale();
  const now = useNow();
  const sent = record.type !== 'in';
  return (
    <ListRow
      leading={sent ? <IconSend /> : <IconReceive />}
      title={record.description}
      subtitle={relativeTime(record.time, now, locale, app('justNow'))}
      trailing={`${sent ? '−' : '+'}${amountText(sent ? record.amount : record.received, locale)}`}
      trailingNote={record.coinid}
      onPress={onOpen}
    />
  );
}

/** Transfers sent and received, newest first, each with its slip. */
export function TransferRecordsScreen() {
  const t = useTexts('transfer');
  const app = useTexts('app');
  const locale = useLocale();
  const query = useCallPages('Wallet/Transfers', {});
  const [shown, setShown] = useState<TransferRecord>();
  return (
    <Page
      narrow
      nav={
        <NavBar
          title={app('titleTransfers')}
          backLabel={app('back')}
          onBack={() => back(1, '/pages/wallet/wallet')}
        />
      }
    >
      {!query.rows && query.isPending && <SkeletonRows label={app('loading')} />}
      {!query.rows && query.isError && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
          {errorText(query.error)}
        </ErrorState>
      )}
      {query.rows?.length === 0 && (
        <EmptyState
          title={t('emptyTitle')}
          action={<Button href="#/pages/wallet/transfer/transferChain">{app('titleTransfer')}</Button>}
        >
          {t('emptyText')}
        </EmptyState>
      )}
      {query.rows && query.rows.length > 0 && (
        <PullToRefresh busyLabel={app('loading')} onRefresh={() => refresh('Wallet/Transfers')}>
          <EndlessList
            label={app('titleTransfers')}
            items={query.rows}
            keyOf={(record) => record.id}
            headOf={(record) => dateText(record.time, locale)}
            hasMore={query.hasNextPage}
            onMore={() => query.fetchNextPage()}
            moreLabel={app('more')}
            errorText={query.isFetchNextPageError ? errorText(query.error) : undefined}
          >
            {(record) => <TransferRow record={record} onOpen={() => setShown(record)} />}
          </EndlessList>
        </PullToRefresh>
      )}
      <Sheet
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={app('titleTransfer')}
        closeLabel={app('close')}
      >
        {shown && <RecordReceipt record={shown} />}
      </Sheet>
    </Page>
  );
}
