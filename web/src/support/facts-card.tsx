import type { TicketFacts } from '@openmere/core/support/contract.ts';
import { factStatus, factText } from '@openmere/core/support/ticket.ts';
import { useOwnText } from '../parts/use-own-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';

/** What the ticket is about, as the server read it when the ticket was opened. */
export function FactsCard({ facts }: { facts: TicketFacts }) {
  const t = useTexts('support');
  const locale = useLocale();
  const words = useCall('Ctrls/GetEnum', {}, { staleTime: 3_600_000 });
  const own = useOwnText();
  const unit = (coinid: string): string => (coinid === 'POWER' ? t('power') : coinid);
  return (
    <Card>
      <KeyValue
        rows={[
          { key: 'kind', label: t('about'), value: t(`kind_${facts.kind}`), strong: true },
          { key: 'status', label: t('factStatus'), value: factStatus(facts, words.data) },
          ...facts.lines.map((line) => ({
            key: line.key,
            label: t(`fact_${line.key}`),
            value:
              line.coinid === null
                ? factText(facts.kind, line, words.data)
                : own(`${amountText(line.value, locale)} ${unit(line.coinid)}`),
          })),
          { key: 'time', label: t('factTime'), value: exactTime(facts.time, locale) },
          { key: 'id', label: t('factId'), value: facts.id },
        ]}
      />
    </Card>
  );
}
