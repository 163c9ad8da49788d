import { QUANTITY_MAX } from '@openmere/core/mall/cart.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { push } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { QuantityField } from '../../ui/quantity-field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { lineTotal } from '../cart/cart-sum.ts';
import { addToCart } from '../cart/use-cart.ts';
import { CART_PATH } from '../goods-link.ts';
import { checkoutLink } from '../order/checkout-link.ts';
import { usePrice } from '../price-text.ts';
import type { Goods, Sku } from './goods-data.ts';
import { usePriceText } from './price-card.tsx';
import css from './goods.module.css';

/** What the sheet was opened for: to look at the variants, to put one into the cart, to buy it at once. */
export type Intent = 'look' | 'cart' | 'buy';

type SheetProps = {
  goods: Goods;
  sku: Sku | undefined;
  onChoose: (id: string) => void;
  intent: Intent | undefined;
  onClose: () => void;
};

function Head({ goods, sku }: { goods: Goods; sku: Sku | undefined }) {
  const t = useTexts('mall');
  const priceText = usePriceText();
  return (
    <div className={css.head}>
      <span className={css.thumb}>
        <Picture url={sku?.picurl || goods.picurl} sizes="88px" />
      </span>
      <div>
        <p className={css.price}>{priceText(goods, sku)}</p>
        <p className={css.quiet}>{goods.name}</p>
        <p className={css.quiet}>{t('left', { count: sku?.stock ?? goods.stock })}</p>
      </div>
    </div>
  );
}

function Variants({ goods, sku, onChoose }: Pick<SheetProps, 'goods' | 'sku' | 'onChoose'>) {
  const t = useTexts('mall');
  const price = usePrice();
  return (
    <RadioCards
      label={t('variant')}
      value={sku?.id}
      onChange={onChoose}
      items={goods.skus.map(({ id, name, price: each, stock }) => ({
        key: id,
        title: name,
        note: price(each, goods.coinid),
        disabledReason: stock === 0 ? t('variantSoldOut') : undefined,
      }))}
    />
  );
}

/** Which variant and how many, before it goes into the cart or to the checkout. */
export function VariantsSheet({ goods, sku, onChoose, intent, onClose }: SheetProps) {
  const t = useTexts('mall');
  const price = usePrice();
  const attempt = useAttempt();
  const [wanted, setWanted] = useState(1);
  const [isLost, setLost] = useState(false);
  const most = Math.min(sku?.stock ?? goods.stock, QUANTITY_MAX);
  const quantity = Math.min(wanted, Math.max(most, 1));
  const reason = sku === undefined ? t('chooseVariant') : sku.stock === 0 ? t('variantSoldOut') : undefined;
  const total = sku && price(lineTotal({ price: sku.price, quantity }), goods.coinid);

  async function add(): Promise<void> {
    if (!sku) return;
    let isKept = true;
    const isIn = await attempt.run(async () => {
      isKept = await addToCart({ goodsid: goods.id, skuid: sku.id, quantity });
    });
    // Somebody else was quicker: how many are left is asked for again.
    if (!isIn) return refresh('Goods/GoodsFirst');
    setLost(!isKept);
    if (!isKept) return;
    onClose();
    showToast({
      text: t('added'),
      tone: 'good',
      action: { label: t('toCart'), onPress: () => push(CART_PATH) },
    });
  }

  const footer = (
    <>
      {intent !== 'buy' && (
        <Button tone={intent === 'cart' ? 'primary' : 'secondary'} disabledReason={reason} onPress={add}>
          {t('addToCart')}
        </Button>
      )}
      {intent !== 'cart' && (
        <Button
          href={sku && checkoutLink({ goodsid: goods.id, skuid: sku.id, quantity })}
          disabledReason={reason}
        >
          {total === undefined ? t('buyNow') : t('buyFor', { amount: total })}
        </Button>
      )}
    </>
  );
  return (
    <ClosableSheet open={intent !== undefined} onClose={onClose} title={t('chooseTitle')} footer={footer}>
      <Stack>
        <Head goods={goods} sku={sku} />
        {goods.skus.length > 1 && <Variants goods={goods} sku={sku} onChoose={onChoose} />}
        <div className={css.quantity}>
          <span>{t('quantity')}</span>
          <QuantityField
            label={t('quantity')}
            lessLabel={t('less')}
            moreLabel={t('more')}
            value={quantity}
            max={most}
            disabled={sku === undefined || sku.stock === 0}
            onChange={setWanted}
          />
        </div>
        {isLost && (
          <Notice tone="warn" live title={t('cartNotKept')}>
            {t('cartNotKeptText')}
          </Notice>
        )}
        <AttemptNotice attempt={attempt} />
      </Stack>
    </ClosableSheet>
  );
}
