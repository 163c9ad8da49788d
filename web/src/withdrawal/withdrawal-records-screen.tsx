import { useEffect } from 'react';
import { push, useLocation } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { CallList } from '../parts/call-list.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RecordDetail, WithdrawalPill, type WithdrawalRecord } from './record-detail.tsx';

const path = '/pages/wallet/withdraw/recode/recodeChain';

function WithdrawalRow({ record }: { record: WithdrawalRecord }) {
  const locale = useLocale();
  const ago = useAgo();
  return (
    <ListRow
      title={`${amountText(record.amount, locale)} ${record.coinid}`}
      subtitle={ago(record.time)}
      trailing={<WithdrawalPill status={record.status} />}
      onPress={() => push(path, { id: record.id })}
    />
  );
}

/** Withdrawals, newest first; `id` in the address opens one with its steps, checks and hash. */
export function WithdrawalRecordsScreen() {
  const t = useTexts('withdrawal');
  const app = useTexts('app');
  const { query: wanted } = useLocation();
  const query = useCallPages('Wallet/Withdrawals', {});
  const shown =
    wanted['id'] === undefined ? undefined : query.rows?.find((record) => record.id === wanted['id']);
  // A link leads to an old record: pages are read until it is there.
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const seeking = wanted['id'] !== undefined && !shown && hasNextPage && !isError;
  useEffect(() => {
    if (seeking && !isFetching) void fetchNextPage();
  }, [seeking, isFetching, fetchNextPage]);
  return (
    <Page narrow nav={<BackBar title="titleWithdrawals" parent="/pages/wallet/wallet" />}>
      {seeking && <WaitingRows coin={false} />}
      {shown && <RecordDetail record={shown} />}
      {!shown && !seeking && (
        <Refreshable calls={['Wallet/Withdrawals']}>
          <CallList
            query={query}
            label={app('titleWithdrawals')}
            waiting={<WaitingRows coin={false} />}
            empty={
              <EmptyState
                title={t('emptyTitle')}
                action={<Button href="#/pages/wallet/withdraw/withdrawChain">{app('titleWithdraw')}</Button>}
              >
                {t('emptyText')}
              </EmptyState>
            }
          >
            {(record) => <WithdrawalRow record={record} />}
          </CallList>
        </Refreshable>
      )}
    </Page>
  );
}
