import { errorText } from '../platform/error-text.ts';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { exactTime } from '../platform/time-text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

/** "Why is this locked?": the operations that hold the locked part, summing to it. */
export function LocksSheet({
  coinid,
  open,
  onClose,
}: {
  coinid: string;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTexts('asset');
  const app = useTexts('app');
  const locale = useLocale();
  const query = useCall('Wallet/Locks', { coinid }, { enabled: open });
  return (
    <Sheet open={open} onClose={onClose} title={t('whyLocked')} closeLabel={app('close')}>
      <p>{t('locksText')}</p>
      {query.data && (
        <List label={t('whyLocked')} plain>
          {query.data.list.map((lock) => (
            <ListRow
              key={lock.id}
              title={t('lockWithdrawal')}
              subtitle={exactTime(lock.since, locale)}
              trailing={`${amountText(lock.amount, locale)} ${coinid}`}
              href={`#/pages/wallet/withdraw/recode/recodeChain?id=${lock.id}`}
            />
          ))}
        </List>
      )}
      {query.isError && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
          {errorText(query.error)}
        </ErrorState>
      )}
      {query.isPending && <SkeletonRows label={app('loading')} rows={2} coin={false} />}
    </Sheet>
  );
}
