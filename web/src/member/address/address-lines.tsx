import { countryName } from '../../auth/countries.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import type { AddressFields } from './address-fields.ts';
import css from './address-lines.module.css';

type Shown = Pick<AddressFields, 'recipient' | 'phone' | 'country' | 'detail'> &
  Partial<Pick<AddressFields, 'label' | 'isdefualt'>>;

/** An address as it would stand on a parcel: who, how to reach them, where. */
export function AddressLines({ address }: { address: Shown }) {
  const t = useTexts('address');
  const locale = useLocale();
  return (
    <span className={css.lines}>
      <span className={css.head}>
        <span className={css.name}>{address.recipient}</span>
        {address.label !== undefined && address.label !== '' && <Badge>{address.label}</Badge>}
        {address.isdefualt === 1 && <Badge tone="accent">{t('default')}</Badge>}
      </span>
      <span className={css.phone}>{address.phone}</span>
      <span className={css.detail}>{address.detail}</span>
      <span className={css.detail}>{countryName(address.country, locale)}</span>
    </span>
  );
}
