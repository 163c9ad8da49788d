import type { OutputOf } from '@openmere/core/calls.ts';
import { Suspense, useState } from 'react';
import { CountryWarning } from '../auth/agreement/country-warning.tsx';
import { RiskPart, useRiskDue } from '../auth/agreement/risk-gate.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { CallRefused } from '../platform/api-client.ts';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import { useCall } from '../platform/query.ts';
import { readStored } from '../platform/storage.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { AddressCard } from './address-card.tsx';
import { DepositList } from './deposit-list.tsx';
import { DepositRail, Silence } from './deposit-rail.tsx';
import { HashCheck } from './hash-check.tsx';

const PayWithWallet = lazyPart(() => import('./pay-with-wallet.tsx').then((m) => m.PayWithWallet));
const coins = ['USDT', 'USDO'] as const;

/** Deposit on chain: address, warning, live state, paste-a-hash check, and paying from a wallet that is at hand. */
export function RechargeChainScreen() {
  const t = useTexts('deposit');
  const { query } = useLocation();
  const [coinid, setCoin] = useState<(typeof coins)[number]>(query['coinid'] === 'USDO' ? 'USDO' : 'USDT');
  const target = useCall('Wallet/DepositAddress', { coinid });
  // Who may not deposit any more sends nothing to the address that was shown before: it would be held back.
  const isBarred = target.error instanceof CallRefused && target.error.code === 'barred';
  const shown = isBarred ? undefined : target.data;
  const deposits = useCallPages('Wallet/Deposits', {});
  // Asked for before anything is sent, when there is no record yet that could say it.
  const { silence } = useCall('index', {}).data ?? {};
  const isDue = useRiskDue();
  // Whoever comes from the set-up has just got a wallet, and its coins.
  const isSetUp = query['setup'] !== undefined;
  // Where one was used before, its place is kept: what stands below must not move under a finger.
  const hasWallet = readStored('dapp.walletName') !== undefined;
  const pay = (to: OutputOf<'Wallet/DepositAddress'>) => (
    <Suspense fallback={isSetUp || hasWallet ? <WaitingCard /> : null}>
      <PayWithWallet coinid={coinid} target={to} />
    </Suspense>
  );
  const moving = deposits.rows?.filter((record) => record.status === 'seen') ?? [];
  const wayIn = (
    <>
      <Segmented
        label={t('coin')}
        items={coins.map((key) => ({ key, label: key }))}
        value={coinid}
        onChange={setCoin}
      />
      {shown && (
        <>
          {moving.length === 0 && <Silence silence={silence} />}
          {isSetUp && pay(shown)}
          <AddressCard coinid={coinid} target={shown} />
          {!isSetUp && pay(shown)}
          <Notice>{t('risk')}</Notice>
        </>
      )}
      {!shown && target.isError && <CallFailed query={target} />}
      {!shown && !target.isError && <WaitingCard />}
    </>
  );
  return (
    <Page
      nav={<BackBar title="deposit.titleRechargeChain" parent="/pages/wallet/recharge/recharge" />}
      aside={
        <Refreshable calls={['Wallet/Deposits']}>
          <Stack>
            <SectionTitle>{t('deposits')}</SectionTitle>
            <DepositList query={deposits} />
            <SectionTitle>{t('missing')}</SectionTitle>
            <HashCheck needed={target.data?.confirmations} />
          </Stack>
        </Refreshable>
      }
    >
      {!isDue && <CountryWarning />}
      {moving.map((record) => (
        <DepositRail key={record.id} record={record} needed={target.data?.confirmations} />
      ))}
      {isDue ? <RiskPart /> : wayIn}
    </Page>
  );
}
