import { useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { useNow } from '../platform/use-now.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import type { Info } from './activity-screen.tsx';
import { BonusPreview } from './bonus-preview.tsx';
import { aheadOf, isDepositOpen } from './deposit-bonus.ts';
import css from './activity.module.css';

/** From which first deposit on which bonus there is, how long the money has to stay, and what an amount would have. */
export function DepositCard({ info, answeredAt }: { info: Info; answeredAt: number }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const now = useNow();
  const { tiers, most, holddays } = info.deposit;
  const mayDeposit = isDepositOpen(info, now + aheadOf(info, answeredAt));
  const had = info.own?.bonuses.some(({ kind, status }) => kind === 'deposit' && status !== 'refused');
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
        <p className={css.quiet}>
          {t('depositText', { from: amount(tiers[0]?.from ?? '0'), days: holddays, most: amount(most) })}
        </p>
        {had === true && <p className={css.quiet}>{t('depositHad')}</p>}
        {mayDeposit && (
          <>
            <AmountField
              label={t('previewAmount')}
              value={typed}
              onChange={setTyped}
              unit="USDT"
              decimals={2}
              decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            />
            <BonusPreview amount={typed} />
            <Button tone="secondary" href="#/pages/wallet/recharge/rechargeChain">
              {t('depositNow')}
            </Button>
          </>
        )}
      </Stack>
    </Card>
  );
}
