import { CART_LINES_MAX } from '@openmere/core/mall/cart.ts';
import type { ReactNode } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useKept } from '../../parts/use-kept.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useSessionStore } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronRight } from '../../ui/icon/arrow.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useWide } from '../../ui/use-wide.ts';
import { MALL_PATH, shopLink } from '../goods-link.ts';
import { checkoutLink } from '../order/checkout-link.ts';
import { usePrice } from '../price-text.ts';
import { CartLineRow } from './cart-line-row.tsx';
import { byShop, canChoose, canOrder, sumPerCoin } from './cart-sum.ts';
import type { ShopLines } from './cart-sum.ts';
import { putBack, removeLines, useCart } from './use-cart.ts';
import type { CartLine } from './use-cart.ts';
import css from './cart.module.css';

/**
 * Which lines are meant; everything that can be had, unless it was taken out of the choice, which is kept for the way back from the
 * checkout. By line: what is put in anew is meant.
 */
function useChoice(lines: readonly CartLine[]) {
  const { fields, set } = useKept('cart', { left: [] as readonly string[] });
  const left = new Set(fields.left);
  const isChosen = (line: CartLine) => canChoose(line) && !left.has(line.id);
  function choose(which: readonly CartLine[], chosen: boolean): void {
    for (const { id } of which) {
      if (chosen) left.delete(id);
      else left.add(id);
    }
    set({ left: lines.flatMap(({ id }) => (left.has(id) ? [id] : [])) });
  }
  return { isChosen, choose, chosen: lines.filter(isChosen) };
}

type Choice = ReturnType<typeof useChoice>;

function ShopPart({ shop, choice, onRemove }: { shop: ShopLines; choice: Choice; onRemove: RemoveLines }) {
  const there = shop.lines.filter(canChoose);
  return (
    <Card>
      <div className={css.shop}>
        {there.length > 0 && (
          <Checkbox
            checked={there.every(choice.isChosen)}
            onChange={(chosen) => choice.choose(there, chosen)}
          >
            {shop.name}
          </Checkbox>
        )}
        {there.length === 0 && <span>{shop.name}</span>}
        <ShopWay id={shop.id} />
      </div>
      <ul className={css.lines}>
        {shop.lines.map((line) => (
          <CartLineRow
            key={line.id}
            line={line}
            chosen={choice.isChosen(line)}
            onChoose={(chosen) => choice.choose([line], chosen)}
            onRemove={() => onRemove([line])}
          />
        ))}
      </ul>
    </Card>
  );
}

function ShopWay({ id }: { id: string }) {
  return (
    <IconButton
      label={useTexts('mall')('toShop')}
      icon={<IconChevronRight size={20} />}
      href={shopLink(id)}
    />
  );
}

/** What comes of several shops, or of two coins. */
function ManyNote({ chosen }: { chosen: readonly CartLine[] }) {
  const t = useTexts('mall');
  const shops = new Set(chosen.map(({ shop }) => shop.id)).size;
  const coins = new Set(chosen.map(({ coinid }) => coinid)).size;
  if (shops <= 1 && coins <= 1) return null;
  return <p className={css.note}>{coins > 1 ? t('coinsApart') : t('shopsApart', { count: shops })}</p>;
}

/** What the chosen lines cost, coin by coin, and the way on. */
function CheckOut({ chosen }: { chosen: readonly CartLine[] }) {
  const t = useTexts('mall');
  const price = usePrice();
  const isVisitor = useSessionStore((state) => state.token === undefined);
  const sums = sumPerCoin(chosen);
  const reason =
    chosen.length === 0 ? t('chooseFirst') : chosen.every(canOrder) ? undefined : t('tooManyChosen');
  return (
    <>
      <dl className={css.sums}>
        {sums.map(({ coinid, amount, obl }) => (
          <div key={coinid}>
            <dt>{t('sum')}</dt>
            <dd>
              <strong>{price(amount, coinid)}</strong>
              {obl !== '0' && <span className={css.obl}>{t('oblPart', { amount: price(obl, 'OBL') })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Button href={checkoutLink({ skuids: chosen.map(({ skuid }) => skuid) })} disabledReason={reason}>
        {isVisitor ? t('checkoutLogin') : t('checkout', { count: chosen.length })}
      </Button>
    </>
  );
}

/** Beside the list, where there is room: in sight while that scrolls. */
function Aside({ children }: { children: ReactNode }) {
  return (
    <div className={css.aside}>
      <Card>{children}</Card>
    </div>
  );
}

type RemoveLines = (lines: readonly CartLine[]) => Promise<void>;

function useRemove(): RemoveLines {
  const t = useTexts('mall');
  const failed = (error: unknown) => showToast({ text: errorText(error), tone: 'danger' });
  return async (lines) => {
    try {
      await removeLines(lines.map(({ id }) => id));
      // What cannot be had any more could not be put back either.
      const there = lines.filter(canChoose);
      const onPress = (): void => void putBack(there).catch(failed);
      showToast({
        text: t('removed', { count: lines.length }),
        ...(there.length > 0 ? { action: { label: t('undo'), onPress } } : {}),
      });
    } catch (error) {
      failed(error);
    }
  };
}

function Filled({
  lines,
  choice,
  onRemove,
}: {
  lines: readonly CartLine[];
  choice: Choice;
  onRemove: RemoveLines;
}) {
  const t = useTexts('mall');
  const there = lines.filter(canChoose);
  // A shop that is closed opens again: what it sells is not offered to be thrown away.
  const gone = lines.filter((line) => !canChoose(line) && line.state !== 'closed');
  const isMember = useSessionStore((state) => state.token !== undefined);
  return (
    <Stack>
      {isMember && lines.length >= CART_LINES_MAX && (
        <Notice tone="warn" title={t('fullCart')}>
          {t('fullCartText', { max: CART_LINES_MAX })}
        </Notice>
      )}
      {there.length > 1 && (
        <Checkbox checked={there.every(choice.isChosen)} onChange={(chosen) => choice.choose(there, chosen)}>
          {t('chooseAll')}
        </Checkbox>
      )}
      {gone.length > 0 && (
        <Notice
          tone="warn"
          title={t('goneTitle', { count: gone.length })}
          action={<TextLink onPress={() => void onRemove(gone)}>{t('removeGone')}</TextLink>}
        />
      )}
      {byShop(lines).map((shop) => (
        <ShopPart key={shop.id} shop={shop} choice={choice} onRemove={onRemove} />
      ))}
      <ManyNote chosen={choice.chosen} />
    </Stack>
  );
}

/** The cart: works without login; what changed since something was put in is said beside it. */
export function CartScreen() {
  const t = useTexts('mall');
  const query = useCart(true);
  const lines = query.data?.list ?? [];
  const choice = useChoice(lines);
  const remove = useRemove();
  const isWide = useWide();
  const checkOut = lines.length > 0 ? <CheckOut chosen={choice.chosen} /> : undefined;
  return (
    <Page
      nav={<BackBar title="mall.titleCart" parent={MALL_PATH} />}
      columns="wide-first"
      aside={checkOut && isWide ? <Aside>{checkOut}</Aside> : undefined}
      footer={isWide ? undefined : checkOut}
    >
      <Refreshable calls={['Goods/GetShopCar']}>
        <Loaded query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState
                title={t('emptyCart')}
                action={<Button href={`#${MALL_PATH}`}>{t('toMall')}</Button>}
              >
                <p>{t('emptyCartText')}</p>
              </EmptyState>
            ) : (
              <Filled lines={list} choice={choice} onRemove={remove} />
            )
          }
        </Loaded>
      </Refreshable>
    </Page>
  );
}
