import { useEffect } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { refresh } from '../platform/query.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { Figure } from '../ui/figure.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TransactionResult } from '../wallet/transaction-result.tsx';
import type { DepositRecord } from './deposit-rail.tsx';

/** The deposit that this payment became, as soon as the server has seen it; it moves by the socket. */
function useDepositOf(record: TransactionRecord): DepositRecord | undefined {
  const { rows } = useCallPages('Wallet/Deposits', {});
  return rows?.find((row) => record.hashes.some((hash) => hash === row.hash));
}

/** A plain decimal amount; older versions of the app noted something else. */
function isAmount(text: string | undefined): text is string {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text);
}

/** What came of a payment from one's wallet: on its way, in the chain, credited; with the two balances it moved between. */
export function PaymentResult({ record }: { record: TransactionRecord }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  const deposit = useDepositOf(record);
  const confirmed = record.state === 'confirmed';
  useEffect(() => {
    if (confirmed) void refresh('Wallet/Deposits');
  }, [confirmed]);
  const credited = deposit?.status === 'credited';
  // It was seen and is not simply on its way: why stands in the server's sentence.
  const isOther = deposit !== undefined && deposit.status !== 'seen' && !credited;
  const { amount, coinid = '' } = record.note;
  const shown = isAmount(amount) ? amount : undefined;
  const money = shown === undefined ? '' : `${amountText(shown, locale)} ${coinid}`;
  return (
    <TransactionResult
      record={record}
      title={t('payLast', { amount: money })}
      doneTitle={t(credited ? 'payCredited' : 'paySent', { amount: money })}
      figure={
        shown !== undefined && (
          <Figure
            size="hero"
            value={amountText(shown, locale, baseUnits(shown) % 10n ** 16n === 0n ? 2 : 6)}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={coinid}
          />
        )
      }
      link={credited && <TextLink href="#/pages/wallet/wallet">{t('payWallet')}</TextLink>}
    >
      <p>{isOther ? deposit.description : t(credited ? 'payCreditedText' : 'paySentText')}</p>
    </TransactionResult>
  );
}
