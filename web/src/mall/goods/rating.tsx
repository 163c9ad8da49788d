import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { IconStar } from '../../ui/icon/sign.tsx';
import { Spoken } from '../../ui/spoken.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import css from './goods.module.css';

export const COMMENTS_ID = 'comments';

/** Stars of one comment. */
export function Stars({ stars }: { stars: number }) {
  const t = useTexts('mall');
  return (
    <span className={css.stars}>
      <Spoken>{t('stars', { count: stars })}</Spoken>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} data-full={star <= stars ? '' : undefined} aria-hidden="true">
          <IconStar size={16} />
        </span>
      ))}
    </span>
  );
}

/** The average with one decimal, as the language writes it. */
export function useRatingText(): (rating: string) => string {
  const { decimal } = displayStyle(useLocale());
  return (rating) => rating.replace('.', decimal);
}

function toComments(): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  document.getElementById(COMMENTS_ID)?.scrollIntoView({ behavior });
}

/** "4.6 · 23 comments", which leads to them; nothing where nobody has commented. */
export function Rating({ rating, comments }: { rating: string | null; comments: number }) {
  const t = useTexts('mall');
  const text = useRatingText();
  if (rating === null) return null;
  return (
    <span className={css.rating}>
      <span className={css.star}>
        <IconStar size={16} />
      </span>
      <TextLink onPress={toComments}>{t('ratingOf', { rating: text(rating), count: comments })}</TextLink>
    </span>
  );
}
