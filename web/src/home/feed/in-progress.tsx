import { useTexts } from '../../platform/i18n.ts';
import { isFinal, useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { IconDeposit, IconWithdraw } from '../../ui/icon/money.tsx';
import { IconSwap, IconWallet } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useMoneyText } from './activity.tsx';
import { runningOf } from './feed.ts';
import type { Money, Running } from './feed.ts';

/** What the wallet has under way, and the page that follows it. */
const transactions: Readonly<Record<string, { name: 'trade' | 'activation' | 'payment'; href: string }>> = {
  trade: { name: 'trade', href: '#/pages/swap/swap/swap' },
  activation: { name: 'activation', href: '#/pages/wallet/activate/activate' },
  deposit: { name: 'payment', href: '#/pages/wallet/recharge/rechargeChain' },
};

function TransactionRow({ record }: { record: TransactionRecord }) {
  const t = useTexts('feed');
  const known = transactions[record.kind];
  const amount = record.note['amount'];
  return (
    <ListRow
      leading={known?.name === 'trade' ? <IconSwap /> : <IconWallet />}
      title={t(known?.name ?? 'transaction')}
      {...(amount === undefined ? {} : { subtitle: amount })}
      trailing={<StatusPill state="working">{t('sending')}</StatusPill>}
      href={known?.href ?? '#/pages/swap/linquidity/linquidity'}
    />
  );
}

function RunningRow({ record }: { record: Running }) {
  const t = useTexts('feed');
  const money = useMoneyText();
  const isDeposit = record.kind === 'deposit';
  return (
    <ListRow
      leading={isDeposit ? <IconDeposit /> : <IconWithdraw />}
      title={t(isDeposit ? 'depositOf' : 'withdrawalOf', { amount: money(record.amount, record.coinid) })}
      trailing={
        <StatusPill state={record.status === 'reviewing' ? 'held' : 'working'}>{t(record.status)}</StatusPill>
      }
      href={
        isDeposit
          ? '#/pages/wallet/recharge/rechargeChain'
          : `#/pages/wallet/withdraw/recode/recodeChain?id=${record.id}`
      }
    />
  );
}

/** What is going on right now: nothing is shown while nothing is. Texts: `feed`. */
export function InProgress({ money }: { money: Money }) {
  const t = useTexts('feed');
  const records = useTransactionStore((store) => store.records);
  const sent = records.filter((record) => !isFinal(record));
  const running = runningOf(money);
  if (sent.length === 0 && running.length === 0) return null;
  return (
    <>
      <SectionTitle>{t('running')}</SectionTitle>
      <List label={t('running')}>
        {sent.map((record) => (
          <TransactionRow key={record.id} record={record} />
        ))}
        {running.map((record) => (
          <RunningRow key={record.id} record={record} />
        ))}
      </List>
    </>
  );
}
