import { Refusal } from '@openmere/core/kit/refusal.ts';
import { errorText } from '../platform/error-text.ts';
import { push, useLocation } from '../platform/history.ts';
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
import { RecordDetail, WithdrawalPill, type WithdrawalRecord } from './record-detail.tsx';

const path = '/pages/wallet/withdraw/recode/recodeChain';

function WithdrawalRow({ record }: { record: WithdrawalRecord }) {
  const locale = useLocale();
  const ago = useAgo();
  return (
    <ListRow
      title={`${amountText(record.amount, locale)} ${record.coinid}`}
      subtitle={record.silence?.reason ?? ago(record.time)}
      trailing={<WithdrawalPill status={record.status} />}
      onPress={() => push(path, { id: record.id })}
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

function AllRecords() {
  const t = useTexts('withdrawal');
  const titleOf = useTitle();
  return (
    <Refreshable calls={['Wallet/Withdrawals']}>
      <CallList
        query={useCallPages('Wallet/Withdrawals', {})}
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
        {(record) => <WithdrawalRow record={record} />}
      </CallList>
    </Refreshable>
  );
}

/** Withdrawals, newest first; `id` in the address opens one with its steps, checks and hash. */
export function WithdrawalRecordsScreen() {
  const { id } = useLocation().query;
  return (
    <Page narrow nav={<BackBar title="titleWithdrawals" parent="/pages/wallet/wallet" />}>
      {id === undefined ? <AllRecords /> : <OneRecord id={id} />}
    </Page>
  );
}
