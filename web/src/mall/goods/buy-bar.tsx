import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { reasonAgainst } from './goods-data.ts';
import type { Goods } from './goods-data.ts';
import type { Intent } from './variants-sheet.tsx';
import css from './goods.module.css';

/** A shop sells to other persons only, not to its owner's other accounts: said here, and not at the last step of an order. */
function useIsOwn(shopId: string): boolean {
  const isMember = useSessionStore((state) => state.token !== undefined);
  return useCall('Users/Shopinfo', {}, { enabled: isMember }).data?.personshops.includes(shopId) ?? false;
}

/** Into the cart, or buy at once: both ask which variant and how many. */
export function BuyBar({ goods, onBuy }: { goods: Goods; onBuy: (intent: Intent) => void }) {
  const t = useTexts('mall');
  const isOwn = useIsOwn(goods.shop.id);
  const against = isOwn ? 'ownShop' : reasonAgainst(goods);
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
