import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { IconStar } from '../../ui/icon/sign.tsx';
import css from './goods.module.css';

/** The average with one decimal, as the language writes it. */
export function useRatingText(): (rating: string) => string {
  const { decimal } = displayStyle(useLocale());
  return (rating) => rating.replace('.', decimal);
}

/** "4.6 · 23 comments"; nothing where nobody has commented. */
export function Rating({ rating, comments }: { rating: string | null; comments: number }) {
  const t = useTexts('mall');
  const text = useRatingText();
  if (rating === null) return null;
  return (
    <span className={css.rating}>
      <span className={css.star}>
        <IconStar size={16} />
      </span>
      {t('ratingOf', { rating: text(rating), count: comments })}
    </span>
  );
}
