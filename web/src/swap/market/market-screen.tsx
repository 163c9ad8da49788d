import { useState } from 'react';
import { CallFailed } from '../../parts/call-failed.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { push, useLocation } from '../../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { usePause } from '../../setting/use-pause.ts';
import { Button } from '../../ui/button.tsx';
import { IconChart, IconPool, IconReceipt } from '../../ui/icon/money.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { QuickActions } from '../../ui/quick-actions.tsx';
import { MarketChart } from './market-chart.tsx';
import { MarketFigures } from './market-figures.tsx';
import { intervalOf } from './market-interval.ts';
import { useMarketPool, useStaleNote } from './market-pool.ts';
import type { PoolFacts } from './market-pool.ts';
import { MarketPrice } from './market-price.tsx';
import { MarketTrades } from './market-trades.tsx';
import css from './market-screen.module.css';

const TRADE_PATH = '/pages/swap/swap/swap';

/** Both ways to trade, within reach of the thumb; while trading is off they say so. */
function TradeBar({ pool }: { pool: PoolFacts | undefined }) {
  const t = useTexts('market');
  const off = pool?.tradable === false ? t('notTradableShort') : undefined;
  return (
    <div className={css.bar}>
      <Button href={`#${TRADE_PATH}?side=buy`} disabledReason={off}>
        {t('buyOpen')}
      </Button>
      {off === undefined && (
        <Button tone="secondary" href={`#${TRADE_PATH}?side=sell`}>
          {t('sellOpen')}
        </Button>
      )}
    </div>
  );
}

/** What is shut, since when, and what still works. */
function NotTradable() {
  const t = useTexts('market');
  const locale = useLocale();
  const pause = usePause('trade');
  const since = pause
    ? t('pausedSince', { time: exactTime(pause.since, locale), reason: pause.reason ?? '' })
    : '';
  return (
    <Notice tone="warn" title={t('notTradable')}>
      {`${t('notTradableText')} ${since}`.trim()}
    </Notice>
  );
}

function Ways({ interval }: { interval: string }) {
  const t = useTexts('market');
  return (
    <QuickActions
      label={t('ways')}
      items={[
        {
          key: 'chart',
          label: t('fullChart'),
          icon: <IconChart />,
          href: `#/pages/swap/kline/kline?interval=${interval}`,
        },
        {
          key: 'liquidity',
          label: t('liquidity'),
          icon: <IconPool />,
          href: '#/pages/swap/linquidity/linquidity',
        },
        { key: 'records', label: t('records'), icon: <IconReceipt />, href: '#/pages/swap/detail/detail' },
      ]}
    />
  );
}

function Facts({ pool, stale }: { pool: PoolFacts | undefined; stale: string | undefined }) {
  return pool ? <MarketFigures pool={pool} stale={stale} /> : <WaitingCard />;
}

/** The market at a glance: price, chart, pool, latest trades, and the ways on. */
export function MarketScreen() {
  const t = useTexts('market');
  const titleOf = useTitle();
  const start = intervalOf(useLocation().query['interval']);
  const [interval, setInterval] = useState(start);
  const query = useMarketPool();
  const stale = useStaleNote(query);
  const pool = query.data;
  const nav = <NavBar title={titleOf('titleSwap')} large />;
  if (!pool && query.isError) {
    return (
      <Page tabs nav={nav}>
        <CallFailed query={query} />
        <Button tone="secondary" onPress={() => push('/pages/swap/detail/detail')}>
          {t('records')}
        </Button>
      </Page>
    );
  }
  return (
    <Page
      tabs
      nav={nav}
      columns="wide-first"
      aside={
        <>
          <Facts pool={pool} stale={stale} />
          <MarketTrades />
          <Notice title={t('riskTitle')}>{t('riskText')}</Notice>
        </>
      }
      footer={<TradeBar pool={pool} />}
    >
      <Refreshable calls={['trade/Pool', 'trade/Kline', 'trade/Trades']}>
        <Stack>
          {pool?.tradable === false && <NotTradable />}
          <MarketPrice pool={pool} stale={stale} />
          <MarketChart interval={interval} onInterval={setInterval} />
          <Ways interval={interval} />
        </Stack>
      </Refreshable>
    </Page>
  );
}
