import { useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { CallList } from '../parts/call-list.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
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
  const query = useCallPages('Wallet/Transfers', {});
  const [shown, setShown] = useState<TransferRecord>();
  return (
    <Page narrow nav={<BackBar title="titleTransfers" parent="/pages/wallet/wallet" />}>
      <Refreshable calls={['Wallet/Transfers']}>
        <CallList
          query={query}
          label={app('titleTransfers')}
          empty={
            <EmptyState
              title={t('emptyTitle')}
              action={<Button href="#/pages/wallet/transfer/transferChain">{app('titleTransfer')}</Button>}
            >
              {t('emptyText')}
            </EmptyState>
          }
        >
          {(record) => <TransferRow record={record} onOpen={() => setShown(record)} />}
        </CallList>
      </Refreshable>
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
