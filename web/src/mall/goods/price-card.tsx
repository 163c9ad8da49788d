import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { usePrice } from '../price-text.ts';
import { reasonAgainst } from './goods-data.ts';
import type { Goods, Sku } from './goods-data.ts';
import { Rating } from './rating.tsx';
import css from './goods.module.css';

/** "12.50 USDT", or from … to … while no variant is chosen. */
export function usePriceText(): (goods: Goods, sku: Sku | undefined) => string {
  const t = useTexts('mall');
  const price = usePrice();
  const locale = useLocale();
  return ({ price: least, pricemax, coinid }, sku) => {
    if (sku) return price(sku.price, coinid);
    if (least === pricemax) return price(least, coinid);
    return t('priceRange', { least: amountText(least, locale), most: price(pricemax, coinid) });
  };
}

/** How much of the price may be paid with OBL, and what that is. */
function OblLine({ amount }: { amount: string }) {
  const t = useTexts('mall');
  const price = usePrice();
  const [open, setOpen] = useState(false);
  if (amount === '0') return null;
  return (
    <p className={css.obl}>
      {t('oblOf', { amount: price(amount, 'OBL') })}{' '}
      <TextLink onPress={() => setOpen(true)}>{t('oblWhat')}</TextLink>
      <ClosableSheet open={open} onClose={() => setOpen(false)} title={t('oblTitle')}>
        <p>{t('oblText')}</p>
      </ClosableSheet>
    </p>
  );
}

/** What it is called, what it costs, how many there are, and which variant is meant. */
export function PriceCard({
  goods,
  sku,
  onChoose,
}: {
  goods: Goods;
  sku: Sku | undefined;
  onChoose: () => void;
}) {
  const t = useTexts('mall');
  const priceText = usePriceText();
  const against = reasonAgainst(goods);
  const stock = sku?.stock ?? goods.stock;
  return (
    <>
      <Card>
        <div className={css.lead}>
          <p className={css.price}>{priceText(goods, sku)}</p>
          <OblLine amount={sku?.obl ?? goods.obl} />
          <h2 className={css.name}>{goods.name}</h2>
          <p className={css.facts}>
            <Rating rating={goods.rating} comments={goods.comments} />
            {goods.sold > 0 && <span>{t('sold', { count: goods.sold })}</span>}
            {against === undefined && (
              <span data-few={stock <= 5 ? '' : undefined}>
                {stock === 0 ? t('variantSoldOut') : t('left', { count: stock })}
              </span>
            )}
          </p>
        </div>
      </Card>
      {against !== undefined && (
        <Notice tone="warn" title={t(against)}>
          {t(`${against}Text`)}
        </Notice>
      )}
      {goods.skus.length > 1 && (
        <List label={t('variant')}>
          <ListRow
            title={sku ? sku.name : t('chooseVariant')}
            subtitle={sku ? t('variant') : t('variants', { count: goods.skus.length })}
            onPress={onChoose}
          />
        </List>
      )}
    </>
  );
}
