import type { OutputOf } from '@openmere/core/calls.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { ListRow } from '../ui/list.tsx';

export type Leg = OutputOf<'Users/Tdmf'>['legs'][number];

/** A direct with everybody below: name masked, level, how many, how much. */
export function LegRow({ leg, href }: { leg: Omit<Leg, 'large'> & { large?: boolean }; href?: string }) {
  const t = useTexts('team');
  const locale = useLocale();
  const count = leg.members;
  return (
    <ListRow
      leading={<Avatar seed={leg.id} name={leg.nickname} src={leg.avatar || undefined} />}
      title={
        <>
          {leg.nickname} {leg.large === true && <Badge tone="accent">{t('largeTag')}</Badge>}
        </>
      }
      subtitle={leg.activated ? t('legLine', { level: leg.level, count }) : t('notActivated')}
      trailing={`${amountText(leg.performance, locale, 2)} USDT`}
      trailingNote={
        leg.performancetoday === '0'
          ? undefined
          : t('todayLine', { amount: amountText(leg.performancetoday, locale, 2) })
      }
      {...(href === undefined ? {} : { href })}
    />
  );
}
