import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import type { Info } from './activity-screen.tsx';
import css from './activity.module.css';

/** From which first deposit on which bonus there is, and how long the money has to stay. */
export function DepositCard({ info }: { info: Info }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const { tiers, most, holddays } = info.deposit;
  const mayDeposit =
    info.state === 'inprogress' &&
    info.own !== null &&
    info.own.bonuses.every(({ kind }) => kind !== 'deposit');
  const amount = (plain: string): string => amountText(plain, locale);
  return (
    <Card>
      <Stack gap={3}>
        <h2 className={css.title}>{t('depositTitle')}</h2>
        <KeyValue
          rows={tiers.map(({ from, factor }) => ({
            key: from,
            label: t('tierFrom', { amount: amount(from) }),
            value: t('tierFactor', { factor: amount(factor) }),
          }))}
        />
        <p className={css.quiet}>{t('depositText', { days: holddays, most: amount(most) })}</p>
        {mayDeposit && (
          <Button tone="secondary" href="#/pages/wallet/recharge/rechargeChain">
            {t('depositNow')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
