import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { reasonAgainst } from './goods-data.ts';
import type { Goods } from './goods-data.ts';
import type { Intent } from './variants-sheet.tsx';
import css from './goods.module.css';

/** Into the cart, or buy at once: both ask which variant and how many. */
export function BuyBar({ goods, onBuy }: { goods: Goods; onBuy: (intent: Intent) => void }) {
  const t = useTexts('mall');
  const against = reasonAgainst(goods);
  if (against !== undefined) return <Button disabledReason={t(against)}>{t('buyNow')}</Button>;
  return (
    <div className={css.buy}>
      <Button tone="secondary" onPress={() => onBuy('cart')}>
        {t('addToCart')}
      </Button>
      <Button onPress={() => onBuy('buy')}>{t('buyNow')}</Button>
    </div>
  );
}
