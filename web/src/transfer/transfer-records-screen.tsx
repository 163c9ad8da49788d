import { push, replace, useLocation } from '../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { CallList } from '../parts/call-list.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconReceive, IconSend } from '../ui/icon/money.tsx';
import { ListRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { useWide } from '../ui/use-wide.ts';
import { TransferPage } from './record-page.tsx';
import type { TransferRecord } from './record-receipt.tsx';
import { transferPath } from './request-link.ts';

const path = '/pages/wallet/transfer/recode/recode';

type RowProps = { record: TransferRecord; current: boolean; onOpen: (id: string) => void };

function TransferRow({ record, current, onOpen }: RowProps) {
  const locale = useLocale();
  const ago = useAgo();
  const sent = record.type !== 'in';
  return (
    <ListRow
      leading={sent ? <IconSend /> : <IconReceive />}
      title={record.description}
      subtitle={record.note === '' ? ago(record.time) : `${ago(record.time)} · ${record.note}`}
      trailing={`${sent ? '−' : '+'}${amountText(sent ? record.amount : record.received, locale)}`}
      trailingNote={record.coinid}
      current={current}
      onPress={() => onOpen(record.id)}
    />
  );
}

/** Transfers sent and received, newest first; `id` in the address opens one: beside the list where there is room. */
export function TransferRecordsScreen() {
  const t = useTexts('transfer');
  const titleOf = useTitle();
  const { id } = useLocation().query;
  const isWide = useWide();
  const query = useCallPages('Wallet/Transfers', {});
  const beside = isWide ? (id ?? query.rows?.[0]?.id) : undefined;
  // Beside the list each one takes the place of the one before: back leaves the page.
  const open = (one: string) => (isWide ? replace : push)(path, { id: one });
  return (
    <Page
      narrow={!isWide && id !== undefined}
      nav={<BackBar title="titleTransfers" parent="/pages/wallet/wallet" />}
      aside={beside === undefined ? undefined : <TransferPage key={beside} id={beside} query={query} />}
    >
      {id !== undefined && !isWide && <TransferPage id={id} query={query} />}
      {(id === undefined || isWide) && (
        <Refreshable calls={['Wallet/Transfers']}>
          <CallList
            query={query}
            label={titleOf('titleTransfers')}
            empty={
              <EmptyState
                title={t('emptyTitle')}
                action={<Button href={`#${transferPath}`}>{titleOf('titleTransfer')}</Button>}
              >
                {t('emptyText')}
              </EmptyState>
            }
          >
            {(record) => <TransferRow record={record} current={record.id === beside} onOpen={open} />}
          </CallList>
        </Refreshable>
      )}
    </Page>
  );
}
