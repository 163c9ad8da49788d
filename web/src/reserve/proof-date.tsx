import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { isCovered } from './cover.ts';
import css from './reserve-badge.module.css';

/** The day of the last proof; one that does not cover says so. */
export function ProofDate() {
  const t = useTexts('home');
  const locale = useLocale();
  const { data } = useCall('Wallet/Reserves', {});
  if (!data) return t('reserves');
  const date = dateText(data.takenat, locale);
  if (data.coins.every((coin) => isCovered(coin, data.coins))) return t('reservesProved', { date });
  return <strong className={css.short}>{t('reservesShort', { date })}</strong>;
}
