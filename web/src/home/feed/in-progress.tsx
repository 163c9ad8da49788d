import { Beside } from '../../parts/beside.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { isFinal, isOwn, useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { IconDeposit, IconWithdraw } from '../../ui/icon/money.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { hrefs, useMoneyText } from './activity.tsx';
import { runningOf } from './feed.ts';
import type { Money, Running } from './feed.ts';

// Seldom there: its code comes when it is.
const TransactionRow = lazyPart(() => import('./transaction-row.tsx').then((m) => m.TransactionRow));

function RunningRow({ record }: { record: Running }) {
  const t = useTexts('feed');
  const money = useMoneyText();
  const isDeposit = record.kind !== 'withdrawal';
  const isHeld = record.status === 'reviewing' || record.status === 'checked';
  return (
    <ListRow
      leading={isDeposit ? <IconDeposit /> : <IconWithdraw />}
      title={t(isDeposit ? 'depositOf' : 'withdrawalOf', { amount: money(record.amount, record.coinid) })}
      trailing={<StatusPill state={isHeld ? 'held' : 'working'}>{t(record.status)}</StatusPill>}
      href={hrefs[record.kind] + (record.kind === 'deposit' ? '' : `?id=${record.id}`)}
    />
  );
}

/** What is going on right now: nothing is shown while nothing is. Texts: `feed`. */
export function InProgress({ money }: { money: Money }) {
  const t = useTexts('feed');
  const records = useTransactionStore((store) => store.records);
  const sent = records.filter((record) => !isFinal(record) && isOwn(record));
  const running = runningOf(money);
  if (sent.length === 0 && running.length === 0) return null;
  return (
    <>
      <SectionTitle>{t('running')}</SectionTitle>
      <List label={t('running')}>
        {sent.map((record) => (
          <Beside
            key={record.id}
            waiting={<ListRow title={t('transaction')} />}
            instead={<ListRow title={t('transaction')} />}
          >
            <TransactionRow record={record} />
          </Beside>
        ))}
        {running.map((record) => (
          <RunningRow key={record.id} record={record} />
        ))}
      </List>
    </>
  );
}
