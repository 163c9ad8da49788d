import type { OutputOf } from '@openmere/core/calls.ts';
import { rewardLeadershipLevel, rewardYieldPoolBps } from '@openmere/core/setting/reward.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { bpsField } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import type { KeyValueRow } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ReferralOff } from './referral-off.tsx';

type Pool = OutputOf<'Reward/Pools'>;
type PoolSum = Pool['sums'][number];

/** What a pool holds is everybody's to see: these figures are never hidden. */
function useMoney(): (plain: string, coinid: string) => string {
  const locale = useLocale();
  return (plain, coinid) => `${amountText(plain, locale)} ${coinid}`;
}

/** Rows of what came in and went out, coin by coin: USDT first, then those that ever were in the pool. */
function useSumRows(): (sums: readonly PoolSum[]) => KeyValueRow[] {
  const t = useTexts('award');
  const money = useMoney();
  return (sums) => {
    const [main] = sums;
    const known = sums.filter((sum) => sum === main || sum.funded !== '0' || sum.paid !== '0');
    const listed = (pick: (sum: PoolSum) => string): string =>
      known.map((sum) => money(pick(sum), sum.coinid)).join(' · ');
    return [
      {
        key: 'funded',
        label: t('poolFunded'),
        value: listed(({ funded }) => funded),
        note: t('poolLast30', { amount: listed(({ funded30 }) => funded30) }),
      },
      {
        key: 'paid',
        label: t('poolPaid'),
        value: listed(({ paid }) => paid),
        note: t('poolLast30', { amount: listed(({ paid30 }) => paid30) }),
      },
      {
        key: 'runway',
        label: t('poolRunway'),
        value:
          typeof main?.runwaydays === 'number' ? t('poolDays', { count: main.runwaydays }) : t('poolNoPace'),
      },
    ];
  };
}

/** When a pool was last settled, and what became of the money then. */
function useLastRows(): (pool: Pool) => KeyValueRow[] {
  const t = useTexts('award');
  const locale = useLocale();
  const money = useMoney();
  const parts = ['members', 'weekly', 'marketvalue'] as const;
  return ({ last }) => {
    if (!last) return [];
    const texts = parts.flatMap((part) => {
      const amounts = last.sums.filter((sum) => sum[part] !== '0');
      if (amounts.length === 0) return [];
      return [
        t(`poolLast_${part}`, { amount: amounts.map((sum) => money(sum[part], sum.coinid)).join(' + ') }),
      ];
    });
    const lines = [
      t('poolLastUntil', { time: exactTime(last.ends, locale) }),
      ...(texts.length === 0 ? [t('poolLastNothing')] : texts),
    ];
    const note = lines.map((line) => <div key={line}>{line}</div>);
    return [{ key: 'last', label: t('poolLast'), value: exactTime(last.settled, locale), note }];
  };
}

function Sources({ pool }: { pool: Pool }) {
  const t = useTexts('award');
  const locale = useLocale();
  const money = useMoney();
  if (pool.sources.length === 0) return <p>{t('poolNoSources')}</p>;
  return (
    <Disclosure label={t('poolSources')}>
      <KeyValue
        rows={pool.sources.map(({ kind, description, coinid, amount, last }) => ({
          key: `${kind} ${coinid}`,
          label: description,
          value: money(amount, coinid),
          note: t('poolSourceLast', { date: dateText(last, locale) }),
        }))}
      />
    </Disclosure>
  );
}

function OnePool({ pool }: { pool: Pool }) {
  const t = useTexts('award');
  const locale = useLocale();
  const money = useMoney();
  const rowsOf = useSumRows();
  const lastRowsOf = useLastRows();
  const [main, ...others] = pool.sums;
  const percent = bpsField(useSetting(rewardYieldPoolBps), locale);
  const level = String(useSetting(rewardLeadershipLevel));
  const held = others.filter(({ balance }) => balance !== '0');
  return (
    <>
      <SectionTitle note={t(`poolText_${pool.pool}`, { percent, level })}>
        {t(`pool_${pool.pool}`)}
      </SectionTitle>
      <Card>
        <Stack gap={3}>
          {main && (
            <Figure
              size="large"
              value={amountText(main.balance, locale)}
              decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
              unit={main.coinid}
            />
          )}
          {held.length > 0 && (
            <p>
              {t('poolAlsoHolds', { amounts: held.map((sum) => money(sum.balance, sum.coinid)).join(' · ') })}
            </p>
          )}
          <KeyValue
            rows={[
              ...rowsOf(pool.sums),
              ...lastRowsOf(pool),
              {
                key: 'next',
                label: t('poolNext'),
                value:
                  pool.next === null
                    ? t(
                        pool.pool === 'rewards-due' || pool.pool === 'poy'
                          ? 'poolOnDemand'
                          : 'poolByOperator',
                      )
                    : exactTime(pool.next, locale),
              },
            ]}
          />
          <Sources pool={pool} />
          {pool.pool === 'market-value' && (
            <TextLink href="#/pages/activity/pool/pool">{t('poolBuyBacks')}</TextLink>
          )}
        </Stack>
      </Card>
    </>
  );
}

/** Each pool for everybody to see: what fills it and when, what it holds and paid, how long it lasts (rulebook §0.1). */
export function PoolsScreen() {
  const t = useTexts('award');
  const query = useCall('Reward/Pools', {});
  const half = Math.ceil((query.data?.list.length ?? 0) / 2);
  return (
    <Page
      nav={<BackBar title="award.titlePools" parent="/pages/award/award" />}
      aside={query.data?.list.slice(half).map((pool) => (
        <OnePool key={pool.pool} pool={pool} />
      ))}
    >
      <Refreshable calls={['Reward/Pools']}>
        <Stack>
          <Notice>{t('poolsIntro')}</Notice>
          <ReferralOff />
          <Loaded query={query} waiting={<WaitingRows rows={6} coin={false} />}>
            {({ list }) => list.slice(0, half).map((pool) => <OnePool key={pool.pool} pool={pool} />)}
          </Loaded>
        </Stack>
      </Refreshable>
    </Page>
  );
}
