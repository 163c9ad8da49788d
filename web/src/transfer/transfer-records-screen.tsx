import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { dateText } from '../platform/time-text.ts';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
import { IconReceive, IconSend } from '../ui/icon/money.tsx';
import { ListRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RecordReceipt, type TransferRecord } from './record-receipt.tsx';

function TransferRow({ record, onOpen }: { record: TransferRecord; onOpen: () => void }) {
  const locale = useLocale();
  const ago = useAgo();
  const sent = record.type !== 'in';
  return (
    <ListRow
      leading={sent ? <IconSend /> : <IconReceive />}
      title={record.description}
      subtitle={ago(record.time)}
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
    <Page narrow nav={<BackBar title="titleTransfers" parent="/pages/wallet/wallet" />}>
      {!query.rows && query.isPending && <WaitingRows />}
      {!query.rows && query.isError && <CallFailed query={query} />}
      {query.rows?.length === 0 && (
        <EmptyState
          title={t('emptyTitle')}
          action={<Button href="#/pages/wallet/transfer/transferChain">{app('titleTransfer')}</Button>}
        >
          {t('emptyText')}
        </EmptyState>
      )}
      {query.rows && query.rows.length > 0 && (
        <Refreshable calls={['Wallet/Transfers']}>
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
        </Refreshable>
      )}
      <ClosableSheet
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={app('titleTransfer')}
      >
        {shown && <RecordReceipt record={shown} />}
      </ClosableSheet>
    </Page>
  );
}
