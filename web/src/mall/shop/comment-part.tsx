import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { CallList } from '../../parts/call-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCallPages } from '../../platform/pages.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Stack } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { goodsLink } from '../goods-link.ts';
import { Stars } from '../goods/rating.tsx';
import css from './comment-part.module.css';

type Comment = OutputOf<'Goods/ShopComments'>;

const TEXT_MAX = 1000;

/** What buyers say of the shop's goods, those that wait for an answer first. */
export function CommentPart() {
  const t = useTexts('shop');
  const [isAll, setAll] = useState(false);
  const query = useCallPages('Goods/ShopComments', isAll ? {} : { unanswered: '1' });
  return (
    <Refreshable calls={['Goods/ShopComments']}>
      <Stack>
        <ChipRow
          label={t('partComments')}
          chips={[false, true].map((one) => ({
            key: String(one),
            label: one ? t('commentsAll') : t('commentsOpen'),
            pressed: one === isAll,
            onPress: () => setAll(one),
          }))}
        />
        <CallList
          label={t('partComments')}
          query={query}
          empty={
            <EmptyState title={isAll ? t('commentsNone') : t('commentsDone')} drawing="records">
              {isAll ? t('commentsNoneText') : undefined}
            </EmptyState>
          }
        >
          {(comment) => <CommentItem comment={comment} />}
        </CallList>
      </Stack>
    </Refreshable>
  );
}

function CommentItem({ comment }: { comment: Comment }) {
  const t = useTexts('shop');
  const ago = useAgo();
  const { goods, answer } = comment;
  return (
    <div className={css.comment}>
      <div className={css.head}>
        <span className={css.thumb}>
          <Picture url={goods.picurl} sizes="48px" />
        </span>
        <div>
          <p className={css.name}>
            <TextLink href={goodsLink(goods.id)}>{goods.name}</TextLink>
          </p>
          <p className={css.quiet}>
            <Stars stars={comment.stars} /> {comment.nickname} · {ago(comment.time)}
          </p>
        </div>
      </div>
      <p className={css.text}>{comment.text}</p>
      {answer ? (
        <div className={css.answer}>
          <p className={css.quiet}>
            {t('answered')} · {ago(answer.time)}
          </p>
          <p className={css.text}>{answer.text}</p>
        </div>
      ) : (
        <Answer id={comment.id} />
      )}
    </div>
  );
}

/** Written once, for everybody: so it is opened first, and says so. */
function Answer({ id }: { id: string }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  const { fields, set, drop } = useKept(`answer-${id}`, { text: '' });
  const { text } = fields;
  const [open, setOpen] = useState(text !== '');
  if (!open)
    return (
      <Button tone="secondary" size="small" onPress={() => setOpen(true)}>
        {t('answerDo')}
      </Button>
    );
  async function send(): Promise<void> {
    const done = await attempt.run(async () => {
      await call('Goods/CommentAnswer', { id, text: text.trim() });
    });
    if (done) {
      drop();
      showToast({ text: t('answerSent'), tone: 'good' });
    }
    // Also where what the server said was lost: it may stand there.
    await refresh('Goods/ShopComments', 'Goods/CommentByGoods', 'Order/ShopCounts');
  }
  return (
    <Stack>
      <TextArea
        label={t('answer')}
        hint={t('answerOnce')}
        value={text}
        onChange={(next) => set({ text: next })}
        maxLength={TEXT_MAX}
        rows={3}
        error={attempt.at('mall.badtext')}
      />
      <AttemptNotice attempt={attempt} shown={['mall.badtext']} />
      <Button
        size="small"
        disabledReason={text.trim() === '' ? t('missingAnswer') : undefined}
        onPress={send}
      >
        {t('answerSend')}
      </Button>
    </Stack>
  );
}
