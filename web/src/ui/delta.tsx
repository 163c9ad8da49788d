import { Spoken } from './spoken.tsx';
import css from './delta.module.css';

export type DeltaProps = {
  /** The size of the change without a sign, as it is read: "2.41 %". */
  value: string;
  direction: 'up' | 'down' | 'flat';
  /** Which colour rises, when it is not the page's convention (`data-rise` on the root). */
  rise?: 'green' | 'red';
  /** In full for screen readers: "up 2.41 % in 24 hours". */
  label: string;
  /** On a tinted chip. */
  chip?: boolean;
};

const MARKS = { up: ['▲', '+'], down: ['▼', '−'], flat: ['', ''] } as const;

/** A change: arrow and sign always go with the colour. */
export function Delta({ value, direction, rise, label, chip }: DeltaProps) {
  const [arrow, sign] = MARKS[direction];
  return (
    <span className={css.delta} data-direction={direction} data-rise={rise} data-chip={chip ? '' : undefined}>
      <Spoken>{label}</Spoken>
      <span aria-hidden="true">
        {arrow !== '' && <span className={css.arrow}>{arrow}</span>}
        {sign}
        {value}
      </span>
    </span>
  );
}
