import { Refusal } from '@openmere/core/kit/refusal.ts';
import { errorText } from '../platform/error-text.ts';
import { push, replace, useLocation } from '../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { useCall } from '../platform/query.ts';
import { CallFailed } from '../parts/call-failed.tsx';
import { CallList } from '../parts/call-list.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListRow } from '../ui/list.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { useWide } from '../ui/use-wide.ts';
import { RecordDetail, WithdrawalPill, type WithdrawalRecord } from './record-detail.tsx';

const path = '/pages/wallet/withdraw/recode/recodeChain';

type RowProps = { record: WithdrawalRecord; current: boolean; onOpen: (id: string) => void };

function WithdrawalRow({ record, current, onOpen }: RowProps) {
  const locale = useLocale();
  const ago = useAgo();
  return (
    <ListRow
      title={`${amountText(record.amount, locale)} ${record.coinid}`}
      subtitle={record.silence?.reason ?? ago(record.time)}
      trailing={<WithdrawalPill status={record.status} />}
      current={current}
      onPress={() => onOpen(record.id)}
    />
  );
}

/** One withdrawal, live: what is pushed or done about it shows at once. */
function OneRecord({ id }: { id: string }) {
  const query = useCall('Wallet/Withdrawals', { id });
  return (
    <Refreshable calls={['Wallet/Withdrawals']}>
      <Loaded query={query}>
        {({ list: [record] }) =>
          record ? (
            <Stack>
              <RecordDetail record={record} />
            </Stack>
          ) : (
            <CallFailed query={query}>{errorText(new Refusal('withdrawal.notfound'))}</CallFailed>
          )
        }
      </Loaded>
    </Refreshable>
  );
}

type ListProps = {
  query: ReturnType<typeof useCallPages<'Wallet/Withdrawals'>>;
  /** What stands beside the list. */
  current: string | undefined;
  onOpen: (id: string) => void;
};

function AllRecords({ query, current, onOpen }: ListProps) {
  const t = useTexts('withdrawal');
  const titleOf = useTitle();
  return (
    <Refreshable calls={['Wallet/Withdrawals']}>
      <CallList
        query={query}
        label={titleOf('titleWithdrawals')}
        waiting={<WaitingRows coin={false} />}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            action={<Button href="#/pages/wallet/withdraw/withdrawChain">{titleOf('titleWithdraw')}</Button>}
          >
            {t('emptyText')}
          </EmptyState>
        }
      >
        {(record) => <WithdrawalRow record={record} current={record.id === current} onOpen={onOpen} />}
      </CallList>
    </Refreshable>
  );
}

/** Withdrawals, newest first; `id` in the address opens one with its steps, checks and hash: beside the list where there is room. */
export function WithdrawalRecordsScreen() {
  const { id } = useLocation().query;
  const isWide = useWide();
  const isAlone = id !== undefined && !isWide;
  const query = useCallPages('Wallet/Withdrawals', {}, { enabled: !isAlone });
  const beside = isWide ? (id ?? query.rows?.[0]?.id) : undefined;
  // Beside the list each one takes the place of the one before: back leaves the page.
  const open = (one: string) => (isWide ? replace : push)(path, { id: one });
  return (
    <Page
      narrow={isAlone}
      nav={<BackBar title="titleWithdrawals" parent="/pages/wallet/wallet" />}
      aside={beside === undefined ? undefined : <OneRecord key={beside} id={beside} />}
    >
      {isAlone ? <OneRecord id={id} /> : <AllRecords query={query} current={beside} onOpen={open} />}
    </Page>
  );
}
