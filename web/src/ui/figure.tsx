import { RollingDigits } from './rolling-digits.tsx';
import { Spoken } from './spoken.tsx';
import css from './figure.module.css';

export type FigureProps = {
  /** The amount as it is read in the reader's language: "12,345.67". Undefined when it is not known: shown as "—". */
  value: string | undefined;
  /** The mark in `value` that begins the decimals. Default ".". */
  decimalMark?: '.' | ',';
  /** Before and after the number: "≈ $", "USDT". */
  prefix?: string;
  unit?: string;
  /** `hero` 40 px, `large` 28 px, `row` the size of the text around (default). */
  size?: 'hero' | 'large' | 'row';
  /** Amounts are hidden: dots, and this text for screen readers. */
  hiddenLabel?: string | undefined;
  /** The figure is not live: greyed, with this line ("as of 12:04") beneath. */
  staleNote?: string | undefined;
  /** Read out in place of "—" when the value is not known. */
  missingLabel?: string;
};

const MISSING = '—';
/** What stands in place of an amount that is hidden. */
export const HIDDEN = '••••••';

/** An amount: tabular figures, small decimals, digits that roll when they change and never blink. */
export function Figure(props: FigureProps) {
  const {
    value,
    decimalMark = '.',
    prefix,
    unit,
    size = 'row',
    hiddenLabel,
    staleNote,
    missingLabel,
  } = props;
  const at = value === undefined ? -1 : value.lastIndexOf(decimalMark);
  const whole = value === undefined ? MISSING : at < 0 ? value : value.slice(0, at);
  const cents = value === undefined || at < 0 ? '' : value.slice(at);
  // 0.051154: the figures that say something are the decimals.
  const isSmallWorth = whole === '0' && /[1-9]/.test(cents);
  const spoken =
    hiddenLabel ??
    (value === undefined ? (missingLabel ?? MISSING) : [prefix, value, unit].filter(Boolean).join(' '));
  const length = (value?.length ?? 0) + (unit?.length ?? 0);
  return (
    <span
      className={css.figure}
      data-size={size}
      data-long={length > 22 ? 'very' : length > 16 ? 'rather' : undefined}
      data-stale={staleNote === undefined ? undefined : ''}
    >
      <Spoken>{spoken}</Spoken>
      <span className={css.number} aria-hidden="true">
        {hiddenLabel !== undefined ? (
          HIDDEN
        ) : (
          <>
            {prefix !== undefined && <span className={css.prefix}>{prefix}</span>}
            <RollingDigits text={whole} />
            {cents !== '' && (
              <span className={isSmallWorth ? undefined : css.cents}>
                <RollingDigits text={cents} />
              </span>
            )}
          </>
        )}
        {unit !== undefined && <span className={css.unit}>{` ${unit}`}</span>}
      </span>
      {staleNote !== undefined && <span className={css.stale}>{staleNote}</span>}
    </span>
  );
}
