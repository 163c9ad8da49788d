import type { OutputOf } from '@openmere/core/calls.ts';
import { Flex } from 'antd';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';

type Sum = OutputOf<'Admin/Settlements'>['sums'][number];

const parts = ['due', 'poy', 'leadership', 'contribution', 'marketvalue'] as const;

/** What is divided, coin by coin, and where its parts go; what is nothing is not said. */
export function Sums({ sums, empty = '—' }: { sums: readonly Sum[]; empty?: string }) {
  const shown = sums.filter(({ funded }) => funded !== '0');
  if (shown.length === 0) return <span>{empty}</span>;
  return (
    <Flex vertical gap={4}>
      {shown.map((sum) => (
        <div key={sum.coinid}>
          <strong>{t('sum_funded', { amount: coinAmount(sum.funded, sum.coinid) })}</strong>
          {parts
            .filter((part) => sum[part] !== '0')
            .map((part) => (
              <div key={part}>{t(`sum_${part}`, { amount: coinAmount(sum[part], sum.coinid) })}</div>
            ))}
        </div>
      ))}
    </Flex>
  );
}
