import { depositBonusDown } from '@openmere/core/activity/rules.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { useNow } from '../platform/use-now.ts';
import { Notice } from '../ui/notice.tsx';
import { aheadOf, depositRuleOf, isDepositOpen } from './deposit-bonus.ts';

/**
 * What a first deposit of so many USDT, as typed, would have as its bonus if all of it stays (rulebook §11), by the server's rule and
 * clock. Nothing where there is none to have. Texts: `activity`.
 */
export function BonusPreview({ amount }: { amount: string }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const deposit = parseAmount(amount) ?? 0n;
  const { data: info, dataUpdatedAt } = useCall('Activity/Info', {}, { enabled: deposit > 0n });
  const now = useNow();
  if (!info || deposit === 0n || !isDepositOpen(info, now + aheadOf(info, dataUpdatedAt))) return null;
  const power = depositBonusDown(deposit, depositRuleOf(info));
  const [lowest] = info.deposit.tiers;
  if (power === 0n && !lowest) return null;
  const from = amountText(lowest?.from ?? '0', locale);
  return (
    <Notice>
      {power > 0n
        ? t('previewPower', {
            power: amountText(formatAmount(power), locale),
            from,
            days: info.deposit.holddays,
          })
        : t('previewNone', { amount: from })}
    </Notice>
  );
}
