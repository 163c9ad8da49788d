import { lazy, Suspense, useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { back, usePlace } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { refresh, useCall, useCallPages } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SkeletonCard, SkeletonRows } from '../ui/skeleton.tsx';
import { AddressCard } from './address-card.tsx';
import { DepositRail, DepositRow } from './deposit-rail.tsx';
import { HashCheck } from './hash-check.tsx';

const PayWithWallet = lazy(() => import('./pay-with-wallet.tsx').then((m) => ({ default: m.PayWithWallet })));
const coins = ['USDT', 'USDO'] as const;

/** Deposits with their state; the ones on their way stand first as a rail. */
function DepositList({ needed }: { needed: number }) {
  const t = useTexts('deposit');
  const app = useTexts('app');
  const locale = useLocale();
  const query = useCallPages('Wallet/Deposits', {});
  if (!query.rows && query.isError) {
    return (
      <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
        {errorText(query.error)}
      </ErrorState>
    );
  }
  if (!query.rows) return <SkeletonRows label={app('loading')} coin={false} />;
  const moving = query.rows.filter((record) => record.status === 'seen');
  const settled = query.rows.filter((record) => record.status !== 'seen');
  if (query.rows.length === 0) return <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>;
  return (
    <>
      {moving.map((record) => (
        <DepositRail key={record.id} record={record} needed={needed} />
      ))}
      <EndlessList
        label={t('deposits')}
        items={settled}
        keyOf={(record) => record.id}
        headOf={(record) => dateText(record.time, locale)}
        hasMore={query.hasNextPage}
        onMore={() => query.fetchNextPage()}
        moreLabel={app('more')}
        errorText={query.isFetchNextPageError ? errorText(query.error) : undefined}
      >
        {(record) => <DepositRow record={record} />}
      </EndlessList>
    </>
  );
}

/** Deposit on chain: address, warning, live state, paste-a-hash check, and paying from a wallet that is at hand. */
export function RechargeChainScreen() {
  const t = useTexts('deposit');
  const app = useTexts('app');
  const { query } = usePlace();
  const [coinid, setCoin] = useState<(typeof coins)[number]>(query['coinid'] === 'USDO' ? 'USDO' : 'USDT');
  const target = useCall('Wallet/DepositAddress', { coinid });
  return (
    <Page
      nav={
        <NavBar
          title={app('titleRechargeChain')}
          backLabel={app('back')}
          onBack={() => back(1, '/pages/wallet/recharge/recharge')}
        />
      }
      aside={
        <PullToRefresh busyLabel={app('loading')} onRefresh={() => refresh('Wallet/Deposits')}>
          <SectionTitle>{t('deposits')}</SectionTitle>
          <DepositList needed={target.data?.confirmations ?? 0} />
          <SectionTitle>{t('missing')}</SectionTitle>
          <HashCheck />
        </PullToRefresh>
      }
    >
      <Segmented
        label={t('coin')}
        items={coins.map((key) => ({ key, label: key }))}
        value={coinid}
        onChange={setCoin}
      />
      {target.data && (
        <>
          <AddressCard coinid={coinid} target={target.data} />
          <Suspense fallback={null}>
            <PayWithWallet coinid={coinid} target={target.data} />
          </Suspense>
          <Notice>{t('risk')}</Notice>
        </>
      )}
      {!target.data && target.isError && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => target.refetch()}>
          {errorText(target.error)}
        </ErrorState>
      )}
      {!target.data && !target.isError && <SkeletonCard label={app('loading')} />}
    </Page>
  );
}
