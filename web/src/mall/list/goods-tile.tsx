import type { OutputOf } from '@openmere/core/calls.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Picture } from '../../ui/picture.tsx';
import { goodsLink } from '../goods-link.ts';
import { reasonAgainst } from '../goods/goods-data.ts';
import { usePrice } from '../price-text.ts';
import css from './goods-tile.module.css';

export type GoodsRow = OutputOf<'Goods/GetGoodsPage'>;

/** What a tile needs in width: two on a phone, four or five beside the rail of a desktop. */
const SIZES = '(min-width: 640px) 208px, 50vw';

/** One goods of a list: picture, name, price, what of it may be paid with OBL, and why it cannot be bought. `eager`: in sight when the page opens. */
export function GoodsTile({ goods, eager }: { goods: GoodsRow; eager?: boolean }) {
  const t = useTexts('mall');
  const price = usePrice();
  const from = price(goods.price, goods.coinid);
  const against = reasonAgainst(goods);
  return (
    <li className={css.item}>
      <a className={css.tile} href={goodsLink(goods.id)} data-against={against}>
        <Picture url={goods.picurl} sizes={SIZES} eager={eager} />
        <span className={css.texts}>
          <span className={css.name}>{goods.name}</span>
          <span className={css.price}>
            {goods.price === goods.pricemax ? from : t('priceFrom', { price: from })}
          </span>
          <span className={css.notes}>
            {goods.obl !== '0' && <span>{t('oblPart', { amount: price(goods.obl, 'OBL') })}</span>}
            {against === undefined ? (
              goods.sold > 0 && <span>{t('sold', { count: goods.sold })}</span>
            ) : (
              <span className={css.none}>{t(against)}</span>
            )}
          </span>
        </span>
      </a>
    </li>
  );
}
