import type { OutputOf } from '@openmere/core/calls.ts';
import { useEffect } from 'react';
import { RetryButton } from '../../parts/retry.tsx';
import { moneyText, moneyTextUp, placesFor } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../../platform/money-text.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { isFinal } from '../../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { Figure } from '../../ui/figure.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TransactionResult } from '../../wallet/transaction-result.tsx';
import { FlipPrice } from './trade-quote.tsx';
import type { TradeForm } from './use-trade-form.ts';

type Trade = OutputOf<'trade/Trades'>;

/** What the screen notes with a trade on its way, as plain texts (`TransactionRecord.note`). */
export type TradeNote = {
  side: string;
  typed: string;
  amount: string;
  paid: string;
  expected: string;
};

/** "Buy 1,234.5 OPEN": what the trade is, from its facts; "Bought 1,234.5 OPEN" once it is done. */
export function useTradeTitle(): (note: Readonly<Record<string, string>>, done?: boolean) => string {
  const t = useTexts('swap');
  const locale = useLocale();
  return ({ side, paid = '0', expected = '0' }, done = false) =>
    side === 'sell'
      ? t(done ? 'sold' : 'doSell', { amount: moneyTextUp(baseUnits(paid), 'OPEN', locale) })
      : t(done ? 'bought' : 'doBuy', { amount: moneyText(baseUnits(expected), 'OPEN', locale) });
}

/** What it came to, as soon as the server has seen it. */
function useOutcome(record: TransactionRecord): Trade | undefined {
  const { data } = useCall('trade/Trades', { scope: 'mine' });
  return data?.list.find((row) => record.hashes.some((hash) => hash === row.hash));
}

function Outcome({ trade }: { trade: Trade | undefined }) {
  const t = useTexts('swap');
  if (!trade) return <p>{t('outcomeSoon')}</p>;
  return (
    <KeyValue
      rows={[{ key: 'price', label: t('price'), value: <FlipPrice priceE18={baseUnits(trade.price)} /> }]}
    />
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
  const t = useTexts('swap');
  const locale = useLocale();
  const title = useTradeTitle();
  const trade = useOutcome(record);
  const confirmed = record.state === 'confirmed';
  useEffect(() => {
    // Mined: the pool has moved and the server sees the trade with its next look.
    if (confirmed) void refresh('trade/Pool', 'trade/Trades');
  }, [confirmed]);
  // Dropped, it may come back: sent again by the wallet of this device, it has the same nonce, and one of the two goes through.
  const lost = (record.state === 'dropped' && record.byInApp) || (isFinal(record) && !confirmed);
  const { side, typed, amount = '' } = record.note;
  const received = trade && (trade.type === 'buy' ? trade.quantity : trade.amount);
  // What was bought is known to the unit only now; before, it is what was quoted.
  const exact = trade?.type === 'buy' ? { ...record.note, expected: trade.quantity } : record.note;
  return (
    <TransactionResult
      record={record}
      title={title(record.note)}
      doneTitle={title(exact, true)}
      figure={
        received === undefined ? undefined : (
          <Figure
            size="hero"
            value={`+${amountText(received, locale, placesFor(baseUnits(received)))}`}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={trade?.type === 'buy' ? 'OPEN' : 'USDT'}
          />
        )
      }
      link={
        trade && <TextLink href={`#/pages/swap/detail/detail?id=${trade.id}`}>{t('viewRecord')}</TextLink>
      }
      retry={
        lost && (
          <RetryButton
            onRetry={() =>
              onRetry({ side: sideOf(side), typed: typed === 'receive' ? 'receive' : 'pay', amount })
            }
          />
        )
      }
    >
      <Outcome trade={trade} />
      <p>{t('inWallet')}</p>
    </TransactionResult>
  );
}
