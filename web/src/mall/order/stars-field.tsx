import { useId } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { IconFrame } from '../../ui/icon/icon.tsx';
import css from './order.module.css';

const all = [1, 2, 3, 4, 5] as const;

/** One to five stars; radio buttons underneath. */
export function StarsField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (stars: number) => void;
}) {
  const t = useTexts('order');
  const name = useId();
  return (
    <fieldset className={css.stars} aria-label={label}>
      {all.map((stars) => (
        <label key={stars} className={css.star} data-on={stars <= value ? '' : undefined}>
          <IconFrame size={28}>
            <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
          </IconFrame>
          <input
            type="radio"
            name={name}
            aria-label={t('starsOf', { stars })}
            checked={stars === value}
            onChange={() => onChange(stars)}
          />
        </label>
      ))}
    </fieldset>
  );
}
