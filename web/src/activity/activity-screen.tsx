import type { OutputOf } from '@openmere/core/calls.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useDaysLeft } from '../parts/use-days-left.ts';
import { WaitingCard } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { refresh, useCall } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { aheadOf } from './deposit-bonus.ts';
import { DepositCard } from './deposit-card.tsx';
import { FirstCard } from './first-card.tsx';
import { OwnBonuses } from './own-bonuses.tsx';
import { PoolCard } from './pool-card.tsx';
import css from './activity.module.css';

export type Info = OutputOf<'Activity/Info'>;

const looks: Record<'notstarted' | 'inprogress' | 'ended', StatusState> = {
  notstarted: 'waiting',
  inprogress: 'working',
  ended: 'void',
};

function Dates({ info, answeredAt }: { info: Info; answeredAt: number }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const leftText = useDaysLeft();
  const { state, starts, ends } = info;
  if (state === 'none' || starts === null || ends === null) return null;
  const next = state === 'notstarted' ? starts : ends;
  return (
    <Card>
      <Stack gap={3}>
        <p className={css.state}>
          <StatusPill state={looks[state]}>{t(state)}</StatusPill>
          {state !== 'ended' && (
            <Countdown
              key={next}
              untilMs={Date.parse(next)}
              nowMs={() => Date.now() + aheadOf(info, answeredAt)}
              onEnd={() => void refresh('Activity/Info')}
            >
              {(left) => t(state === 'notstarted' ? 'startsIn' : 'endsIn', { left: leftText(left) })}
            </Countdown>
          )}
        </p>
        <KeyValue
          rows={[
            { key: 'starts', label: t('starts'), value: exactTime(starts, locale) },
            { key: 'ends', label: t('ends'), value: exactTime(ends, locale) },
          ]}
        />
      </Stack>
    </Card>
  );
}

function Body({ info, answeredAt }: { info: Info; answeredAt: number }) {
  const t = useTexts('activity');
  if (info.state === 'none')
    return (
      <EmptyState title={t('noneTitle')} drawing="water">
        {t('noneText')}
      </EmptyState>
    );
  return (
    <Stack>
      {info.own?.countryoff && (
        <Notice tone="warn" title={t('countryOff')}>
          {t('countryOffText')}
        </Notice>
      )}
      <Dates info={info} answeredAt={answeredAt} />
      <FirstCard info={info} />
      <DepositCard info={info} answeredAt={answeredAt} />
    </Stack>
  );
}

/** The activity: its state and dates, what is left, its rules, and one's own bonuses (rulebook §11). */
export function ActivityScreen() {
  const t = useTexts('activity');
  const titleOf = useTitle();
  const query = useCall('Activity/Info', {});
  const { data, dataUpdatedAt } = query;
  return (
    <Page
      tabs
      nav={<NavBar title={titleOf('activity.titleActivity')} large />}
      aside={
        <Stack>
          {data?.own && <OwnBonuses own={data.own} />}
          <PoolCard />
          <Notice title={t('rulesTitle')}>{t('rulesText')}</Notice>
        </Stack>
      }
    >
      <Refreshable calls={['Activity/Info', 'Activity/Pool']}>
        <Loaded
          query={query}
          waiting={
            <>
              <WaitingCard />
              <WaitingCard />
            </>
          }
        >
          {(info) => <Body info={info} answeredAt={dataUpdatedAt} />}
        </Loaded>
      </Refreshable>
    </Page>
  );
}
