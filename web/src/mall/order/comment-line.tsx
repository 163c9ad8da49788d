import { COMMENT_DAYS } from '@openmere/core/mall/rating.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { FullOrder, OrderLine } from './order-data.ts';
import { OrderPicturesField } from './order-pictures-field.tsx';
import { StarsField } from './stars-field.tsx';

export const COMMENT_MAX = 1000;
const DAY_MS = 86_400_000;

type Props = { order: FullOrder; line: OrderLine };

function CommentForm({ order, line, onDone }: Props & { onDone: () => void }) {
  const t = useTexts('order');
  const shop = useTexts('shop');
  const [isUploading, onUploading] = useState(false);
  const { fields, set, drop } = useKept(`comment-${line.id}`, {
    stars: 0,
    text: '',
    pictures: [] as readonly string[],
  });
  const { stars, text, pictures } = fields;
  const attempt = useAttempt();
  const count = Array.from(text.trim()).length;

  function missing(): string | undefined {
    if (stars === 0) return t('commentStars');
    if (count === 0) return t('commentWrite');
    if (count > COMMENT_MAX) return t('tooLong', { count, max: COMMENT_MAX });
    return isUploading ? shop('pictureBusy') : undefined;
  }
  async function send(): Promise<void> {
    const done = await attempt.run(async () => {
      await call('Goods/Comment/Comment', {
        orderid: order.id,
        lineid: line.id,
        stars,
        text,
        pictures: [...pictures],
      });
    });
    if (done) {
      drop();
      showToast({ text: t('commentThanks'), tone: 'good' });
      onDone();
    }
    // Also where its answer was lost: it may stand there.
    await refresh('Order/First', 'Order/List', 'Order/Counts', 'Goods/CommentByGoods', 'Goods/GoodsFirst');
  }

  return (
    <Form submitLabel={t('commentSend')} missing={missing()} onSubmit={send}>
      <StarsField label={t('stars')} value={stars} onChange={(next) => set({ stars: next })} />
      <TextArea
        label={t('commentText')}
        hint={t('commentHint')}
        rows={4}
        value={text}
        onChange={(next) => {
          set({ text: next });
          attempt.clear();
        }}
      />
      <OrderPicturesField
        value={pictures}
        onChange={(next) => set({ pictures: next })}
        onBusy={onUploading}
      />
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}

/** Of a completed order each line can be commented on once, and only so long. */
export function CommentLine({ order, line }: Props) {
  const t = useTexts('order');
  const [writing, setWriting] = useState(false);
  if (order.status !== 'completed') return null;
  if (line.commented) return <Badge tone="good">{t('commented')}</Badge>;
  const age = Date.parse(order.now) - Date.parse(order.completedat ?? order.now);
  if (age > COMMENT_DAYS * DAY_MS) return null;
  return (
    <>
      <TextLink onPress={() => setWriting(true)}>{t('comment')}</TextLink>
      <ClosableSheet open={writing} onClose={() => setWriting(false)} title={line.name}>
        <CommentForm order={order} line={line} onDone={() => setWriting(false)} />
      </ClosableSheet>
    </>
  );
}
