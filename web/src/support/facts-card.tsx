import type { TicketFacts } from '@openmere/core/support/contract.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';

const groups = {
  withdrawal: 'withdrawal',
  deposit: 'deposit',
  transfer: 'transfer',
  trade: 'trade',
  order: 'order',
} as const;

/** What the ticket is about, as the server read it when the ticket was opened. */
export function FactsCard({ facts }: { facts: TicketFacts }) {
  const t = useTexts('support');
  const locale = useLocale();
  const words = useCall('Ctrls/GetEnum', {}, { staleTime: 3_600_000 });
  const status = words.data?.[groups[facts.kind]]?.[facts.status] ?? facts.status;
  return (
    <Card>
      <KeyValue
        rows={[
          { key: 'kind', label: t('about'), value: t(`kind_${facts.kind}`), strong: true },
          { key: 'status', label: t('factStatus'), value: status },
          ...facts.lines.map(({ key, value, coinid }) => ({
            key,
            label: t(`fact_${key}`),
            value: coinid === null ? value : `${amountText(value, locale)} ${coinid}`,
          })),
          { key: 'time', label: t('factTime'), value: exactTime(facts.time, locale) },
          { key: 'id', label: t('factId'), value: facts.id },
        ]}
      />
    </Card>
  );
}
