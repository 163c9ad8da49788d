import { useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Stack } from '../ui/page.tsx';
import { ProgressRing } from '../ui/progress-ring.tsx';
import type { Info } from './activity-screen.tsx';
import { PlacesSheet } from './places-sheet.tsx';
import css from './activity.module.css';

/** How many places among the first are left, and what one of them gives. */
export function FirstCard({ info }: { info: Info }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const [isListOpen, setIsListOpen] = useState(false);
  const { count, left, bonus } = info.first;
  const mayActivate = info.state === 'inprogress' && info.own !== null && !info.own.activated && left > 0;
  const isWithout = info.own?.activated === true && info.own.bonuses.every(({ kind }) => kind !== 'first');
  return (
    <Card>
      <Stack gap={3}>
        <div className={css.head}>
          <div>
            <h2 className={css.title}>{t('firstTitle', { count })}</h2>
            <p className={css.quiet}>{t('placesLeft', { left, count })}</p>
          </div>
          <ProgressRing value={count === 0 ? 0 : left / count} label={t('placesLeft', { left, count })}>
            {left}
          </ProgressRing>
        </div>
        <p>{t('firstText', { count, power: amountText(bonus, locale) })}</p>
        {isWithout && <p className={css.quiet}>{t('noPlace')}</p>}
        {mayActivate && <Button href="#/pages/wallet/activate/activate">{t('activate')}</Button>}
        <Button tone="quiet" onPress={() => setIsListOpen(true)}>
          {t('placesOpen')}
        </Button>
        <PlacesSheet open={isListOpen} onClose={() => setIsListOpen(false)} />
      </Stack>
    </Card>
  );
}
