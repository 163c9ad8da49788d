import { useTexts } from '../../platform/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Order } from './order-data.ts';

/** Money of this order goes back, or is asked for; nothing else. The tab says where the order itself stands. */
export function RefundBadge({ refund }: { refund: Order['refund'] }) {
  const t = useTexts('order');
  if (refund === 'none') return null;
  return <Badge tone={refund === 'refunding' ? 'warn' : 'good'}>{t(`refund_${refund}`)}</Badge>;
}
