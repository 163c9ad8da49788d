import { useEffect } from 'react';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { isFinal, type TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TransactionSteps } from '../../wallet/transaction-steps.tsx';
import { FlipPrice } from './trade-quote.tsx';
import { moneyText, moneyTextUp } from './trade-text.ts';
import type { TradeForm } from './use-trade-form.ts';

/** What the screen notes with a trade on its way, as plain texts (`TransactionRecord.note`). */
export type TradeNote = {
  side: string;
  typed: string;
  amount: string;
  paid: string;
  expected: string;
};

/** "Buy 1,234.5 OPEN": what the trade on its way is. */
export function useTradeTitle(): (note: Readonly<Record<string, string>>) => string {
  const t = useTexts('swap');
  const locale = useLocale();
  return (note) => {
    const { side, paid = '0', expected = '0' } = note;
    return side === 'sell'
      ? t('doSell', { amount: moneyTextUp(baseUnits(paid), 'OPEN', locale) })
      : t('doBuy', { amount: moneyText(baseUnits(expected), 'OPEN', locale) });
  };
}

/** What it came to, as soon as the server has seen it. */
function Outcome({ record }: { record: TransactionRecord }) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { data } = useCall('trade/Trades', { scope: 'mine' });
  const trade = data?.list.find((row) => record.hashes.some((hash) => hash === row.hash));
  if (!trade) return <p>{t('outcomeSoon')}</p>;
  const [coin, amount] = trade.type === 'buy' ? ['OPEN', trade.quantity] : ['USDT', trade.amount];
  return (
    <>
      <KeyValue
        rows={[
          {
            key: 'received',
            label: t('received'),
            value: moneyText(baseUnits(amount), coin, locale),
            strong: true,
          },
          { key: 'price', label: t('price'), value: <FlipPrice priceE18={baseUnits(trade.price)} /> },
        ]}
      />
      <TextLink href={`#/pages/swap/detail/detail?id=${trade.id}`}>{t('viewRecord')}</TextLink>
    </>
  );
}

const sideOf = (text: string | undefined) => (text === 'sell' ? 'sell' : 'buy');

/** The last trade of this wallet: its steps, what it came to, and how to try again. Also after leaving and after a reload. */
export function TradeProgress({
  record,
  onRetry,
}: {
  record: TransactionRecord;
  onRetry: (form: TradeForm) => void;
}) {
  const app = useTexts('app');
  const title = useTradeTitle();
  const confirmed = record.state === 'confirmed';
  useEffect(() => {
    // Mined: the pool has moved and the server sees the trade with its next look.
    if (confirmed) void refresh('trade/Pool', 'trade/Trades');
  }, [confirmed]);
  const lost = record.state === 'dropped' || (isFinal(record) && !confirmed);
  const { side, typed, amount = '' } = record.note;
  return (
    <Card>
      <SectionTitle>{title(record.note)}</SectionTitle>
      <TransactionSteps record={record} />
      {confirmed && <Outcome record={record} />}
      {lost && (
        <Button
          tone="secondary"
          onPress={() =>
            onRetry({ side: sideOf(side), typed: typed === 'receive' ? 'receive' : 'pay', amount })
          }
        >
          {app('retry')}
        </Button>
      )}
    </Card>
  );
}
