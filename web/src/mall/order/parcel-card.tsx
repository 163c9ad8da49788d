import { CopyValue } from '../../parts/copy-value.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import type { FullOrder } from './order-data.ts';

/** Who carries the parcel, and its number to be copied; nothing before it was shipped. */
export function ParcelCard({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  if (order.tracking === '') return null;
  return (
    <Card>
      <KeyValue rows={[{ key: 'carrier', label: t('carrier'), value: order.carrier }]} />
      <CopyValue label={t('tracking')} value={order.tracking} />
    </Card>
  );
}
