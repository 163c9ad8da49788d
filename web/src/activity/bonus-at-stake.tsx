import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { Notice } from '../ui/notice.tsx';

type Props = {
  /** USDT about to leave, as typed. */
  amount: string;
  /** USDT there before; plain decimal, undefined while loading. */
  available: string | undefined;
};

/**
 * Says before money leaves that it would lower a deposit bonus, which counts the lowest available balance until it is given (rulebook
 * §11). Nothing where none waits, or enough stays. Texts: `pay`.
 */
export function BonusAtStake({ amount, available }: Props) {
  const t = useTexts('pay');
  const locale = useLocale();
  const { data } = useCall('Activity/Info', {});
  const bonus = data?.own?.bonuses.find(({ kind, status }) => kind === 'deposit' && status === 'held');
  const leaving = parseAmount(amount) ?? 0n;
  if (!bonus?.dueat || bonus.kept === null || available === undefined || leaving === 0n) return null;
  const left = baseUnits(available) - leaving;
  if (left < 0n || left >= baseUnits(bonus.kept)) return null;
  return (
    <Notice tone="warn" live>
      {t('bonusStake', {
        time: dateText(bonus.dueat, locale),
        kept: amountText(bonus.kept, locale),
        left: amountText(formatAmount(left), locale),
      })}
    </Notice>
  );
}
