import type { OutputOf } from '@openmere/core/calls.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { levelOf } from '@openmere/core/team/rules.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import { useLevels } from './use-levels.ts';
import css from './team-screen.module.css';

/** How far the small region is on the way to the next level. */
export function LevelLine({ total }: { total: OutputOf<'Users/teamtotal'> }) {
  const t = useTexts('team');
  const locale = useLocale();
  const levels = useLevels();
  if (!levels) return null;
  const small = baseUnits(total.small);
  const reached = levelOf(small, levels);
  const next = levels[reached];
  // What was reached today, or is no longer held, is a level from the next settlement on.
  const coming = reached === total.level ? undefined : t('levelComing', { level: reached });
  if (next === undefined) return <p>{coming ?? t('levelTop')}</p>;
  const percent = Number((small * 100n) / next);
  const missing = amountText(formatAmount(next - small), locale, 2);
  return (
    <div className={css.level}>
      <div className={css.track} aria-hidden="true">
        <div className={css.fill} style={{ width: `${percent}%` }} />
      </div>
      {coming !== undefined && <span>{coming}</span>}
      {reached <= total.level && <span>{t('levelNext', { amount: missing, level: reached + 1 })}</span>}
    </div>
  );
}
