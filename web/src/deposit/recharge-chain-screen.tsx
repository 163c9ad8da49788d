import { lazy, Suspense, useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { back, useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import { refresh, useCall } from '../platform/query.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SkeletonCard } from '../ui/skeleton.tsx';
import { AddressCard } from './address-card.tsx';
import { DepositList } from './deposit-list.tsx';
import { DepositRail } from './deposit-rail.tsx';
import { HashCheck } from './hash-check.tsx';

const PayWithWallet = lazy(() => import('./pay-with-wallet.tsx').then((m) => ({ default: m.PayWithWallet })));
const coins = ['USDT', 'USDO'] as const;

/** Deposit on chain: address, warning, live state, paste-a-hash check, and paying from a wallet that is at hand. */
export function RechargeChainScreen() {
  const t = useTexts('deposit');
  const app = useTexts('app');
  const { query } = useLocation();
  const [coinid, setCoin] = useState<(typeof coins)[number]>(query['coinid'] === 'USDO' ? 'USDO' : 'USDT');
  const target = useCall('Wallet/DepositAddress', { coinid });
  const deposits = useCallPages('Wallet/Deposits', {});
  const moving = deposits.rows?.filter((record) => record.status === 'seen') ?? [];
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
          <Stack>
            <SectionTitle>{t('deposits')}</SectionTitle>
            <DepositList query={deposits} />
            <SectionTitle>{t('missing')}</SectionTitle>
            <HashCheck />
          </Stack>
        </PullToRefresh>
      }
    >
      {moving.map((record) => (
        <DepositRail key={record.id} record={record} needed={target.data?.confirmations} />
      ))}
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
