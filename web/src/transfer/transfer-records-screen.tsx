import { RecordsPage } from '../parts/records-page.tsx';
import type { ListedRow } from '../parts/records-page.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HIDDEN } from '../ui/figure.tsx';
import { IconReceive, IconSend } from '../ui/icon/money.tsx';
import { ListRow } from '../ui/list.tsx';
import { TransferPage } from './record-page.tsx';
import type { TransferRecord } from './record-receipt.tsx';
import { TRANSFER_PATH } from './request-link.ts';

type RowProps = ListedRow & { record: TransferRecord };

function TransferRow({ record, current, onOpen }: RowProps) {
  const locale = useLocale();
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts);
  const sent = record.type !== 'in';
  const amount = `${sent ? '−' : '+'}${amountText(sent ? record.amount : record.received, locale)}`;
  return (
    <ListRow
      leading={sent ? <IconSend /> : <IconReceive />}
      title={record.description}
      subtitle={record.note === '' ? ago(record.time) : `${ago(record.time)} · ${record.note}`}
      trailing={hide ? HIDDEN : amount}
      trailingNote={record.coinid}
      current={current}
      onPress={() => onOpen(record.id)}
    />
  );
}

/** Transfers sent and received, newest first, each with its slip. */
export function TransferRecordsScreen() {
  const t = useTexts('transfer');
  const titleOf = useTitle();
  const first = <Button href={`#${TRANSFER_PATH}`}>{titleOf('transfer.titleTransfer')}</Button>;
  return (
    <RecordsPage
      call="Wallet/Transfers"
      path="/pages/wallet/transfer/recode/recode"
      title="transfer.titleTransfers"
      parent="/pages/wallet/wallet"
      empty={
        <EmptyState title={t('emptyTitle')} action={first}>
          {t('emptyText')}
        </EmptyState>
      }
      one={(id) => <TransferPage id={id} />}
    >
      {(record, listed) => <TransferRow record={record} {...listed} />}
    </RecordsPage>
  );
}
