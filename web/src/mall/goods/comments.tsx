import type { OutputOf } from '@openmere/core/calls.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { PictureRow } from '../../parts/picture-row.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCallPages } from '../../platform/pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { Goods } from './goods-data.ts';
import { COMMENTS_ID, Stars, useRatingText } from './rating.tsx';
import css from './comments.module.css';

type Comment = OutputOf<'Goods/CommentByGoods'>;

function CommentItem({ comment }: { comment: Comment }) {
  const t = useTexts('mall');
  const ago = useAgo();
  const { nickname, avatar, id, answer } = comment;
  return (
    <li className={css.comment}>
      <div className={css.who}>
        <Avatar name={nickname} seed={id} src={avatar} size={32} />
        <div>
          <p className={css.name}>{nickname}</p>
          <p className={css.quiet}>
            <Stars stars={comment.stars} />
            <time dateTime={comment.time}>{ago(comment.time)}</time>
          </p>
        </div>
      </div>
      <p className={css.text}>{comment.text}</p>
      {comment.sku !== '' && <p className={css.quiet}>{t('boughtVariant', { name: comment.sku })}</p>}
      <PictureRow
        pictures={comment.pictures}
        nameOf={(at) => t('enlarge', { at, count: comment.pictures.length })}
        title={t('pictureBy', { name: nickname })}
      />
      {answer && (
        <div className={css.answer}>
          <p className={css.quiet}>
            {t('shopAnswer')} · <time dateTime={answer.time}>{ago(answer.time)}</time>
          </p>
          <p className={css.text}>{answer.text}</p>
        </div>
      )}
    </li>
  );
}

/** What buyers say, newest first. */
export function Comments({ goods }: { goods: Pick<Goods, 'id' | 'rating' | 'comments'> }) {
  const t = useTexts('mall');
  const ratingText = useRatingText();
  const query = useCallPages('Goods/CommentByGoods', { goodsid: goods.id });
  const note =
    goods.rating === null
      ? undefined
      : t('ratingOf', { rating: ratingText(goods.rating), count: goods.comments });
  return (
    <section id={COMMENTS_ID} className={css.section}>
      <SectionTitle note={note}>{t('comments')}</SectionTitle>
      <Loaded query={{ ...query, data: query.rows }}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={css.none}>{t('noComments')}</p>
          ) : (
            <PagedList query={query} label={t('comments')} headLevel={3} items={rows} keyOf={({ id }) => id}>
              {(comment) => <CommentItem comment={comment} />}
            </PagedList>
          )
        }
      </Loaded>
    </section>
  );
}
