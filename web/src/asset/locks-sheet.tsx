import { CallFailed } from '../parts/call-failed.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useCall } from '../platform/query.ts';
import { HIDDEN } from '../ui/figure.tsx';
import { List, ListRow } from '../ui/list.tsx';

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
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const query = useCall('Wallet/Locks', { coinid }, { enabled: open });
  return (
    <ClosableSheet open={open} onClose={onClose} title={t('whyLocked')}>
      <p>{t('locksText')}</p>
      {query.data && (
        <List label={t('whyLocked')} plain>
          {query.data.list.map((lock) => (
            <ListRow
              key={lock.id}
              title={t(lock.kind === 'order' ? 'lockOrder' : 'lockWithdrawal')}
              subtitle={exactTime(lock.since, locale)}
              trailing={`${hide ? HIDDEN : amountText(lock.amount, locale)} ${coinid}`}
              href={
                lock.kind === 'order'
                  ? `#/pages/order/detail?id=${lock.id}`
                  : `#/pages/wallet/withdraw/recode/recodeChain?id=${lock.id}`
              }
            />
          ))}
        </List>
      )}
      {query.isError && <CallFailed query={query} />}
      {query.isPending && <WaitingRows rows={2} coin={false} />}
    </ClosableSheet>
  );
}
