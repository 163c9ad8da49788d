import { QUANTITY_MAX } from '@openmere/core/mall/cart.ts';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTrash } from '../../ui/icon/act.tsx';
import { Picture } from '../../ui/picture.tsx';
import { QuantityField } from '../../ui/quantity-field.tsx';
import { Spoken } from '../../ui/spoken.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { goodsLink } from '../goods-link.ts';
import { usePrice } from '../price-text.ts';
import { canChoose, lineTotal } from './cart-sum.ts';
import type { CartLine } from './use-cart.ts';
import { useQuantity } from './use-quantity.ts';
import css from './cart.module.css';

/** What changed since it was put in, said plainly. */
function Changes({ line, onTake }: { line: CartLine; onTake: (quantity: number) => void }) {
  const t = useTexts('mall');
  const price = usePrice();
  const { state, stock, coinid } = line;
  return (
    <>
      {state !== 'gone' && line.price !== line.priceadded && (
        <p className={css.change}>
          {t('priceChanged', { before: price(line.priceadded, coinid), now: price(line.price, coinid) })}
        </p>
      )}
      {state === 'soldout' && <p className={css.change}>{t('lineSoldOut')}</p>}
      {state === 'closed' && <p className={css.change}>{t('shopClosed')}</p>}
      {state === 'gone' && <p className={css.change}>{t('lineGone')}</p>}
      {state === 'lessstock' && (
        <p className={css.change}>
          {t('lineLess', { count: stock })}{' '}
          <TextLink onPress={() => onTake(stock)}>{t('takeAll', { count: stock })}</TextLink>
        </p>
      )}
    </>
  );
}

type LineProps = {
  line: CartLine;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onRemove: () => unknown;
};

/** One line of the cart: what it is, what it costs, how many; and what has changed about it. */
export function CartLineRow({ line, chosen, onChoose, onRemove }: LineProps) {
  const t = useTexts('mall');
  const price = usePrice();
  const [problem, setProblem] = useState<string>();
  const { quantity, set } = useQuantity(line, (error) =>
    setProblem(error === undefined ? undefined : errorText(error)),
  );
  const { name, skuname, coinid } = line;
  const isThere = canChoose(line);
  return (
    <li className={css.line} data-gone={isThere ? undefined : ''}>
      <Checkbox checked={chosen && isThere} disabled={!isThere} onChange={onChoose}>
        <Spoken>{t('chooseLine', { name })}</Spoken>
      </Checkbox>
      <a className={css.picture} href={goodsLink(line.goodsid)} tabIndex={-1} aria-hidden="true">
        <Picture url={line.picurl} sizes="72px" />
      </a>
      <div className={css.texts}>
        <a className={css.name} href={goodsLink(line.goodsid)}>
          {name}
        </a>
        {skuname !== '' && <p className={css.variant}>{skuname}</p>}
        {isThere && <p className={css.price}>{price(line.price, coinid)}</p>}
        <Changes line={line} onTake={set} />
        {problem !== undefined && (
          <p className={css.change} role="alert">
            {problem}
          </p>
        )}
      </div>
      <span className={css.remove}>
        <IconButton label={t('remove', { name })} icon={<IconTrash size={20} />} onPress={onRemove} />
      </span>
      {isThere && (
        <div className={css.acts}>
          <QuantityField
            label={t('quantityOf', { name })}
            lessLabel={t('less')}
            moreLabel={t('more')}
            value={quantity}
            max={Math.min(line.stock, QUANTITY_MAX)}
            onChange={set}
          />
          {quantity > 1 && (
            <span className={css.total}>{price(lineTotal({ price: line.price, quantity }), coinid)}</span>
          )}
        </div>
      )}
    </li>
  );
}
