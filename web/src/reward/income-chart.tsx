import { useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { baseUnits } from '../platform/money-text.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { useSumText } from './sum-text.ts';
import css from './income-chart.module.css';

type Day = { day: string; total: string };

const HEIGHT = 96;
const BAR_WIDTH = 6;
const STEP = 8;
const LEAST_BAR = 2;
/** Base units to what a bar's height needs of them; no figure is read from it. */
const coarse = 10n ** 12n;

function heightsOf(days: readonly Day[]): number[] {
  const values = days.map(({ total }) => Number(baseUnits(total) / coarse));
  const most = Math.max(...values, 1);
  return values.map((value) =>
    value === 0 ? 0 : Math.max(LEAST_BAR, (value / most) * (HEIGHT - LEAST_BAR)),
  );
}

function useDayText(): (day: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return (day) => format.format(new Date(day));
}

/**
 * Income by UTC day: bars to see it, a table to read it. The pointer on a bar says its day and sum; before that it is the newest day
 * with any, for today's is settled tomorrow.
 */
export function IncomeChart({ days, coinid }: { days: readonly Day[]; coinid: string }) {
  const t = useTexts('award');
  const sum = useSumText();
  const dayText = useDayText();
  const [pointed, setPointed] = useState<number>();
  const at = pointed ?? days.findLastIndex(({ total }) => total !== '0');
  const heights = heightsOf(days);
  const shown = days[at];
  const width = days.length * STEP;
  return (
    <div className={css.chart}>
      <div className={css.head}>
        <span className={css.title}>{t('chart')}</span>
        {shown && (
          <span className={css.figure} aria-hidden="true">
            {dayText(shown.day)} · {sum(shown.total, coinid)}
          </span>
        )}
      </div>
      <svg
        className={css.bars}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, an img would need a file
        role="img"
        aria-label={t('chart')}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const over = Math.floor(((event.clientX - box.left) / box.width) * days.length);
          setPointed(Math.min(days.length - 1, Math.max(0, over)));
        }}
      >
        {days.map(({ day }, index) => (
          <rect
            key={day}
            className={css.bar}
            data-current={index === at ? '' : undefined}
            x={index * STEP + (STEP - BAR_WIDTH) / 2}
            y={HEIGHT - (heights[index] || 1)}
            width={BAR_WIDTH}
            height={heights[index] || 1}
          />
        ))}
      </svg>
      <div className={css.ends} aria-hidden="true">
        <span>{dayText(days[0]?.day ?? '')}</span>
        <span>{dayText(days.at(-1)?.day ?? '')}</span>
      </div>
      <Disclosure label={t('chartTable')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('chartDay')}</th>
              <th scope="col">{t('chartAmount')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, total }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>{sum(total, coinid)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </div>
  );
}
