import type { OutputOf } from '@openmere/core/calls.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { DIRECTS_COUNTED, LEG_PAGES } from '@openmere/core/team/rules.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { MoreButton } from '../parts/standard-buttons.tsx';
import { WaitingCard, WaitingRows } from '../parts/waiting.tsx';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import { readOn } from '../platform/pages.ts';
import { useCall } from '../platform/query.ts';
import { BarChart } from '../ui/bar-chart.tsx';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { LegRow } from './leg-row.tsx';
import css from './datas-screen.module.css';

type Series = OutputOf<'Users/Tdmf'>;
type Shown = 'performance' | 'newmembers';
const spans = ['7', '30', '90'] as const;

/** A UTC day, wherever the device is. */
function useDayText(): (day: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => format.format(new Date(day));
}

/** The same figures to read, the newest first. */
function DayTable({ days }: { days: Series['days'] }) {
  const t = useTexts('team');
  const locale = useLocale();
  const dayText = useDayText();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col">{t('performanceUsdt')}</th>
          <th scope="col">{t('newMembers')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((one) => (
          <tr key={one.day}>
            <th scope="row">{dayText(one.day)}</th>
            <td>{amountText(one.performance, locale, 2)}</td>
            <td>{one.newmembers}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Days({ days, shown }: { days: Series['days']; shown: Shown }) {
  const t = useTexts('team');
  const locale = useLocale();
  const dayText = useDayText();
  const sum =
    shown === 'performance'
      ? `${amountText(formatAmount(days.reduce((all, one) => all + baseUnits(one.performance), 0n)), locale, 2)} USDT`
      : String(days.reduce((all, one) => all + one.newmembers, 0));
  const label = shown === 'performance' ? t('chartPerformance', { sum }) : t('chartMembers', { sum });
  const first = days[0];
  const last = days.at(-1);
  return (
    <Card>
      <Stack gap={2}>
        <p className={css.sum}>{label}</p>
        <BarChart bars={days.map((one) => ({ key: one.day, value: Number(one[shown]) }))} label={label} />
        {first && last && (
          <div className={css.ends} aria-hidden="true">
            <span>{dayText(first.day)}</span>
            <span>{dayText(last.day)}</span>
          </div>
        )}
        <Disclosure label={t('asTable')}>
          <DayTable days={days} />
        </Disclosure>
      </Stack>
    </Card>
  );
}

/** Legs after the first page, read on page by page once somebody wants more. */
function useLegs(series: Series) {
  const [wanted, setWanted] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['Users/Tdmf', {}, 'legs'],
    enabled: wanted,
    initialPageParam: 2,
    queryFn: ({ signal, pageParam: page }) => call('Users/Tdmf', { days: 1, page }, { signal }),
    getNextPageParam: ({ more }, _, page) => (more.legs > 0 && page < LEG_PAGES ? page + 1 : undefined),
  });
  const pages = wanted ? (query.data?.pages ?? []) : [];
  // Who falls meanwhile may come on two pages; who rises, on none until all are read again.
  const legs = new Map([series, ...pages].flatMap((page) => page.legs.map((leg) => [leg.id, leg] as const)));
  const { more } = pages.at(-1) ?? series;
  const onMore = () => (wanted ? void readOn(query) : setWanted(true));
  const hasMore = query.data && wanted ? query.hasNextPage : more.legs > 0;
  return { legs: [...legs.values()], more, hasMore, onMore, isReading: query.isFetching, error: query.error };
}

function Legs({ series }: { series: Series }) {
  const t = useTexts('team');
  const locale = useLocale();
  const { legs, more, hasMore, onMore, isReading, error } = useLegs(series);
  if (legs.length === 0)
    return (
      <EmptyState title={t('noLegs')} drawing="people">
        {t('noLegsText')}
      </EmptyState>
    );
  return (
    <>
      <SectionTitle note={t('legsNote')}>{t('legs')}</SectionTitle>
      <List label={t('legs')}>
        {legs.map((leg) => (
          <LegRow key={leg.id} leg={leg} />
        ))}
        {more.legs > 0 && (
          <ListRow
            title={t(more.legs < DIRECTS_COUNTED ? 'moreLegs' : 'moreLegsLeast', { count: more.legs })}
            trailing={`${amountText(more.performance, locale, 2)} USDT`}
          />
        )}
      </List>
      {error && (
        <Notice tone="danger" live>
          {errorText(error)}
        </Notice>
      )}
      {hasMore && (isReading ? <WaitingRows coin={false} /> : <MoreButton onPress={onMore} />)}
    </>
  );
}

/** The team in figures: by day, as a picture and as a table, and by leg. */
export function DatasScreen() {
  const t = useTexts('team');
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const [shown, setShown] = useState<Shown>('performance');
  const query = useCall('Users/Tdmf', { days: span });
  return (
    <Page
      nav={<BackBar title="team.titleTeamData" parent="/pages/team/team" />}
      aside={
        query.isError && query.data === undefined ? undefined : (
          <Loaded query={query}>{(series) => <Legs series={series} />}</Loaded>
        )
      }
    >
      <Refreshable calls={['Users/Tdmf']}>
        <Stack>
          <Segmented
            label={t('shown')}
            value={shown}
            onChange={setShown}
            items={[
              { key: 'performance', label: t('performanceShort') },
              { key: 'newmembers', label: t('newMembers') },
            ]}
          />
          <Segmented
            label={t('period')}
            value={span}
            onChange={setSpan}
            items={spans.map((key) => ({ key, label: t('days', { count: Number(key) }) }))}
          />
          <Loaded query={query} waiting={<WaitingCard />}>
            {(series) => <Days days={series.days} shown={shown} />}
          </Loaded>
        </Stack>
      </Refreshable>
    </Page>
  );
}
