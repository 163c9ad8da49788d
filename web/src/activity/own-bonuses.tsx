import { useState } from 'react';
import { useOwnText } from '../parts/use-own-text.ts';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { refresh, useCall } from '../platform/query.ts';
import { newRequestId } from '../platform/request-id.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { Info } from './activity-screen.tsx';
import css from './activity.module.css';

type Own = NonNullable<Info['own']>;
type Bonus = Own['bonuses'][number];

const looks: Record<Bonus['status'], StatusState> = { held: 'waiting', given: 'done', refused: 'void' };

/** What it is for. */
function useTitleOf(): (bonus: Bonus) => string {
  const t = useTexts('activity');
  const locale = useLocale();
  const own = useOwnText();
  return ({ kind, place, deposit }) => {
    if (kind === 'deposit') return t('forDeposit', { amount: own(amountText(deposit ?? '0', locale)) });
    return place === null ? t('forActivation') : t('forPlace', { place });
  };
}

/** What becomes of it, or why nothing does. */
function useTextOf(): (bonus: Bonus) => string | undefined {
  const t = useTexts('activity');
  const locale = useLocale();
  const own = useOwnText();
  return ({ status, kept, dueat, reason }) => {
    const stayed = own(amountText(kept ?? '0', locale));
    if (status === 'held') return t('heldText', { kept: stayed, time: exactTime(dueat ?? '', locale) });
    if (reason === null) return undefined;
    return t(`reason_${reason}`, { kept: stayed });
  };
}

function BonusRow({ bonus }: { bonus: Bonus }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const own = useOwnText();
  const titleOf = useTitleOf();
  const textOf = useTextOf();
  const text = textOf(bonus);
  const about = `bonus:${bonus.id}`;
  const helpWith = new URLSearchParams({ about });
  if (bonus.status === 'refused') helpWith.set('question', `${titleOf(bonus)}: ${text ?? ''}`);
  return (
    <li>
      <Card>
        <Stack gap={2}>
          <div className={css.head}>
            <h3 className={css.rowTitle}>{titleOf(bonus)}</h3>
            <StatusPill state={looks[bonus.status]}>{t(`status_${bonus.status}`)}</StatusPill>
          </div>
          {bonus.status !== 'refused' && (
            <p className={css.power}>{t('power', { power: own(amountText(bonus.power, locale)) })}</p>
          )}
          {text !== undefined && <p className={css.quiet}>{text}</p>}
          <TextLink href={`#/pages/service/service?${helpWith.toString()}`}>{t('askSupport')}</TextLink>
          <p className={css.quiet}>{exactTime(bonus.time, locale)}</p>
        </Stack>
      </Card>
    </li>
  );
}

/** Claims all bonus power that was given, which counts from the next day on, and the POY that earlier bonus power brought. */
function ClaimBonus({ power }: { power: string }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const own = useOwnText();
  const [requestId] = useState(() => newRequestId());
  const { data: totals } = useCall('Users/mytotal', {});
  const poy = totals?.list.find(({ kind, coinid }) => kind === 'bonus' && coinid === 'POY')?.claimable ?? '0';

  async function claim(): Promise<void> {
    try {
      await call('Users/linqu', { requestId, kind: 'bonus' });
      showToast({ text: t('claimed'), tone: 'good' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
    await refresh(
      'Activity/Info',
      'Users/GetMyEnergy',
      'Cast/Info',
      'Users/Rewards',
      'Users/RewardDetail',
      'Users/mytotal',
      'Users/TotalMy',
    );
  }

  return (
    <Stack gap={2}>
      <Button onPress={claim}>{t('claim', { power: own(amountText(power, locale)) })}</Button>
      {poy !== '0' && <p className={css.quiet}>{t('claimAlso', { amount: own(amountText(poy, locale)) })}</p>}
    </Stack>
  );
}

/** One's own bonuses, each with what it gives, or why it is not given. */
export function OwnBonuses({ own }: { own: Own }) {
  const t = useTexts('activity');
  return (
    <section>
      <SectionTitle>{t('ownTitle')}</SectionTitle>
      {own.claimable !== '0' && (
        <ClaimBonus key={`${own.claimable} ${own.bonuses.length}`} power={own.claimable} />
      )}
      {own.bonuses.length === 0 ? (
        <p className={css.quiet}>{t('ownEmpty')}</p>
      ) : (
        <ul className={css.rows}>
          {own.bonuses.map((bonus) => (
            <BonusRow key={bonus.id} bonus={bonus} />
          ))}
        </ul>
      )}
    </section>
  );
}
