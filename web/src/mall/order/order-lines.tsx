import type { ReactNode } from 'react';
import { useOwnText } from '../../parts/use-own-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { IconChevronRight } from '../../ui/icon/arrow.tsx';
import { IconMall } from '../../ui/icon/place.tsx';
import { GoodsPicture } from './goods-picture.tsx';
import { goodsHref, shopHref } from './order-data.ts';
import type { OrderLine } from './order-data.ts';
import css from './order.module.css';

type Shown = Pick<OrderLine, 'goodsid' | 'name' | 'skuname' | 'picurl' | 'price' | 'quantity'>;

/** One line: what, which variant, how many at which price; `children` is what can be done about it. */
export function LineRow({
  line,
  coinid,
  linked,
  ordered = false,
  children,
}: {
  line: Shown;
  coinid: string;
  /** The name leads to the goods. */
  linked?: boolean;
  /** It stands in an order that needs no payment any more: hidden with one's own amounts. */
  ordered?: boolean;
  children?: ReactNode;
}) {
  const t = useTexts('order');
  const locale = useLocale();
  const own = useOwnText();
  const price = `${amountText(line.price, locale)} ${coinid}`;
  return (
    <div className={css.line}>
      <GoodsPicture src={line.picurl} />
      <div className={css.lineTexts}>
        {linked ? (
          <a className={css.lineName} href={goodsHref(line.goodsid)}>
            {line.name}
          </a>
        ) : (
          <span className={css.lineName}>{line.name}</span>
        )}
        {line.skuname !== '' && <span className={css.note}>{line.skuname}</span>}
        <span className={css.lineSums}>
          <span>{ordered ? own(price) : price}</span>
          <span>{t('times', { count: line.quantity })}</span>
        </span>
        {children}
      </div>
    </div>
  );
}

/** The shop that an order is from; a link where nothing around it is one. */
export function ShopName({ shop, linked }: { shop: { id: string; name: string }; linked?: boolean }) {
  const inner = (
    <>
      <IconMall size={20} />
      {shop.name}
    </>
  );
  return linked ? (
    <a className={css.shop} href={shopHref(shop.id)}>
      {inner}
      <IconChevronRight size={16} />
    </a>
  ) : (
    <span className={css.shop}>{inner}</span>
  );
}
