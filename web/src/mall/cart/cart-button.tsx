import { useTexts } from '../../platform/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCart } from '../../ui/icon/place.tsx';
import { CART_PATH } from '../goods-link.ts';
import { useCart } from './use-cart.ts';
import css from './cart-button.module.css';

/** The way to the cart, with how much lies in it. */
export function CartButton() {
  const t = useTexts('mall');
  const count = useCart().data?.list.length ?? 0;
  return (
    <span className={css.cart}>
      <IconButton
        label={count === 0 ? t('titleCart') : t('cartWith', { count })}
        icon={<IconCart />}
        href={`#${CART_PATH}`}
      />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
