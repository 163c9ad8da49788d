import { useTexts } from '../../platform/i18n.ts';
import { TextLink } from '../../ui/text-link.tsx';
import css from './chart-credit.module.css';

/** The notice that the chart library's licence asks for, in the stead of its logo. */
export function ChartCredit() {
  const t = useTexts('market');
  return (
    <p className={css.credit}>
      {t('chartBy')} <TextLink href="https://www.tradingview.com/">TradingView Lightweight Charts™</TextLink>{' '}
      © 2025 TradingView, Inc.
    </p>
  );
}
