import { Refusal } from '@openmere/core/kit/refusal.ts';
import { CallFailed } from '../parts/call-failed.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordsPage } from '../parts/records-page.tsx';
import type { ListedRow } from '../parts/records-page.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HIDDEN } from '../ui/figure.tsx';
import { ListRow } from '../ui/list.tsx';
import { Stack } from '../ui/page.tsx';
import { RecordDetail, WithdrawalPill } from './record-detail.tsx';
import type { WithdrawalRecord } from './record-detail.tsx';

type RowProps = ListedRow & { record: WithdrawalRecord };

function WithdrawalRow({ record, current, onOpen }: RowProps) {
  const locale = useLocale();
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts);
  return (
    <ListRow
      title={`${hide ? HIDDEN : amountText(record.amount, locale)} ${record.coinid}`}
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

/** Withdrawals, newest first; one with its steps, checks and hash. */
export function WithdrawalRecordsScreen() {
  const t = useTexts('withdrawal');
  const titleOf = useTitle();
  const first = (
    <Button href="#/pages/wallet/withdraw/withdrawChain">{titleOf('withdrawal.titleWithdraw')}</Button>
  );
  return (
    <RecordsPage
      call="Wallet/Withdrawals"
      path="/pages/wallet/withdraw/recode/recodeChain"
      title="withdrawal.titleWithdrawals"
      parent="/pages/wallet/wallet"
      waiting={<WaitingRows coin={false} />}
      empty={
        <EmptyState title={t('emptyTitle')} action={first}>
          {t('emptyText')}
        </EmptyState>
      }
      one={(id) => <OneRecord id={id} />}
    >
      {(record, listed) => <WithdrawalRow record={record} {...listed} />}
    </RecordsPage>
  );
}
