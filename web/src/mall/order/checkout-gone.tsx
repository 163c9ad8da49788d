import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { createOrders, unanswered } from './create-order.ts';
import { CART_HREF, goodsHref } from './order-data.ts';

/** The lines are no longer in the cart: ordered perhaps, by a request whose answer was lost. `goodsid`: bought at once, without a cart. */
export function CheckoutGone({ goodsid }: { goodsid: string | undefined }) {
  const t = useTexts('order');
  const attempt = useAttempt();
  const sent = unanswered();
  if (sent)
    return (
      <EmptyState
        title={t('lostTitle')}
        action={<Button onPress={() => attempt.run(() => createOrders(sent))}>{t('lostLook')}</Button>}
      >
        {t('lostText')}
        <AttemptNotice attempt={attempt} />
      </EmptyState>
    );
  if (goodsid !== undefined)
    return (
      <EmptyState title={t('line_gone')} action={<Button href={goodsHref(goodsid)}>{t('toGoods')}</Button>} />
    );
  return (
    <EmptyState title={t('goneTitle')} action={<Button href={CART_HREF}>{t('toCart')}</Button>}>
      {t('goneText')}
    </EmptyState>
  );
}
