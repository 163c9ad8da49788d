import { useEffect, useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { whenIdle } from '../platform/idle.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { IconShield } from '../ui/icon/guard.tsx';
import css from './reserve-badge.module.css';

/** On home: when it was last proved that what members have is covered. The date is asked for after the first picture. */
export function ReserveBadge() {
  const t = useTexts('home');
  const locale = useLocale();
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const { data } = useCall('Wallet/Reserves', {}, { enabled: idle });
  return (
    <a className={css.badge} href="#/pages/wallet/reserves/reserves">
      <IconShield size={20} />
      {data ? t('reservesProved', { date: dateText(data.takenat, locale) }) : t('reserves')}
    </a>
  );
}
