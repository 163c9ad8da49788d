import { useEffect } from 'react';
import { errorText } from '../platform/error-text.ts';
import { push, useLocation } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { dateText } from '../platform/time-text.ts';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
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
  const locale = useLocale();
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
      {(seeking || (!query.rows && query.isPending)) && <WaitingRows coin={false} />}
      {!query.rows && query.isError && <CallFailed query={query} />}
      {shown && <RecordDetail record={shown} />}
      {!shown && query.rows?.length === 0 && (
        <EmptyState
          title={t('emptyTitle')}
          action={<Button href="#/pages/wallet/withdraw/withdrawChain">{app('titleWithdraw')}</Button>}
        >
          {t('emptyText')}
        </EmptyState>
      )}
      {!shown && !seeking && query.rows && query.rows.length > 0 && (
        <Refreshable calls={['Wallet/Withdrawals']}>
          <EndlessList
            label={app('titleWithdrawals')}
            items={query.rows}
            keyOf={(record) => record.id}
            headOf={(record) => dateText(record.time, locale)}
            hasMore={query.hasNextPage}
            onMore={() => query.fetchNextPage()}
            moreLabel={app('more')}
            errorText={query.isFetchNextPageError ? errorText(query.error) : undefined}
          >
            {(record) => <WithdrawalRow record={record} />}
          </EndlessList>
        </Refreshable>
      )}
    </Page>
  );
}
