import type { ReactNode } from 'react';
import { TotalCard } from '../asset/total-card.tsx';
import { LockCountdown } from '../auth/lock-countdown.tsx';
import { SetUpCard } from '../member/set-up/set-up-card.tsx';
import { useMember } from '../member/use-member.ts';
import { Beside } from '../parts/beside.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { ReserveBadge } from '../reserve/reserve-badge.tsx';
import { IconDeposit, IconReceipt, IconTransfer, IconWithdraw } from '../ui/icon/money.tsx';
import { IconMall } from '../ui/icon/place.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { QuickActions } from '../ui/quick-actions.tsx';
import { ActivityCard } from './activity-card.tsx';
import { MemberFeed } from './member-feed.tsx';
import { NewsSlot } from './news-slot.tsx';
import { PriceSlot } from './price-slot.tsx';

// Seldom there: it comes when it is.
const FrozenNotice = lazyPart(
  () => import('../member/frozen-notice.tsx').then((m) => m.FrozenNotice),
  () => loadTexts(['pay']),
);

function Actions() {
  const t = useTexts('asset');
  const items: { key: string; label: string; icon: ReactNode; href: string }[] = [
    { key: 'in', label: t('deposit'), icon: <IconDeposit />, href: '#/pages/wallet/recharge/recharge' },
    {
      key: 'to',
      label: t('transfer'),
      icon: <IconTransfer />,
      href: '#/pages/wallet/transfer/transferChain',
    },
    {
      key: 'out',
      label: t('withdraw'),
      icon: <IconWithdraw />,
      href: '#/pages/wallet/withdraw/withdrawChain',
    },
    {
      key: 'all',
      label: t('records'),
      icon: <IconReceipt />,
      href: '#/pages/wallet/detail/detail',
    },
    { key: 'mall', label: t('mall'), icon: <IconMall />, href: '#/pages/mall/mall' },
  ];
  return <QuickActions label={t('actions')} items={items} />;
}

/** What a member has to know before anything else: money is locked, or the account may only leave. */
function Warnings() {
  const t = useTexts('setup');
  const member = useMember();
  if (!member) return null;
  return (
    <>
      {member.exitonly && (
        <Notice tone="warn" title={t('exitTitle')}>
          {t('exitText')}
        </Notice>
      )}
      {member.frozen && (
        <Beside>
          <FrozenNotice main={member.main} />
        </Beside>
      )}
      {member.lockeduntil !== null && (
        <Notice tone="warn" title={t('lockTitle')}>
          <LockCountdown until={member.lockeduntil}>{(left) => t('lockText', { left })}</LockCountdown>
        </Notice>
      )}
    </>
  );
}

/** What home shows to members: the total and what to do with it, what goes on and what happened. Texts: `asset`, `setup`, `feed`. */
export function MemberHome({ bar }: { bar: ReactNode }) {
  return (
    <Page tabs nav={bar} aside={<MemberFeed />}>
      <Refreshable
        calls={[
          'Users/Balance',
          'Users/Info',
          'Wallet/Transfers',
          'Wallet/Deposits',
          'Wallet/FiatOrders',
          'Wallet/Withdrawals',
          'Users/TotalDayMy',
          'trade/GetUserBalanceRecord',
          'Activity/Info',
        ]}
      >
        <Stack>
          <TotalCard />
          <SetUpCard />
          <Actions />
          <Warnings />
          <ActivityCard />
          <PriceSlot />
          <ReserveBadge />
          <NewsSlot />
        </Stack>
      </Refreshable>
    </Page>
  );
}
