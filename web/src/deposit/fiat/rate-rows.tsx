import type { OutputOf } from '@openmere/core/calls.ts';
import { useTimeLeft } from '../../parts/use-time-left.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { clockOf } from './fiat-clock.ts';

type Props = { quote: OutputOf<'Wallet/FiatQuote'>; fetchedAt: number; onEnd: () => void };

/** What the money gives, to the last digit that is credited, at which rate, and how long that holds. */
export function QuoteCard({ quote, fetchedAt, onEnd }: Props) {
  const t = useTexts('fiat');
  const locale = useLocale();
  const left = useTimeLeft();
  const { currency } = quote;
  return (
    <Card>
      <KeyValue
        rows={[
          {
            key: 'get',
            label: t('youGet'),
            value: `${amountText(quote.usdt, locale)} USDT`,
            strong: true,
          },
          {
            key: 'price',
            label: t('price'),
            value: `${amountText(quote.price, locale)} ${currency}`,
            note: t('priceNote', {
              rate: amountText(quote.rate, locale),
              spread: amountText(String(quote.spreadbps / 100), locale),
              time: exactTime(quote.ratetime, locale),
            }),
          },
          {
            key: 'held',
            label: t('held'),
            value: (
              <Countdown
                key={quote.until}
                untilMs={Date.parse(quote.until)}
                nowMs={clockOf(quote.now, fetchedAt)}
                onEnd={onEnd}
              >
                {left}
              </Countdown>
            ),
            note: t('heldNote'),
          },
        ]}
      />
    </Card>
  );
}
