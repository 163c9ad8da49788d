import { AddressLines } from '../../member/address/address-lines.tsx';
import { CopyValue } from '../../parts/copy-value.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { FullOrder } from './order-data.ts';

/** Where it goes, what was written with it, and the number that one names when asking about it. */
export function OrderFacts({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const locale = useLocale();
  return (
    <>
      <SectionTitle>{t('shipTo')}</SectionTitle>
      <Card>
        <AddressLines address={order.address} />
      </Card>
      <Card>
        <KeyValue
          rows={[
            ...(order.note === '' ? [] : [{ key: 'note', label: t('note'), value: order.note }]),
            { key: 'time', label: t('ordered'), value: exactTime(order.time, locale) },
          ]}
        />
        <CopyValue label={t('serial')} value={order.serial} />
      </Card>
    </>
  );
}
