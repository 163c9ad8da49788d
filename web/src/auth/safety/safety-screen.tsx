import { useMemberQuery } from '../../member/use-member-query.ts';
import { errorText } from '../../platform/error-text.ts';
import { back } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { exactTime } from '../../platform/time-text.ts';
import { useConfig } from '../../setting/use-config.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconWallet } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Checklist } from './checklist.tsx';
import { LockCountdown } from '../lock-countdown.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { UnfreezeForm } from './unfreeze-form.tsx';

/** Whether money may leave now; a lock counts down by the server's clock. */
function LockNotice({ until }: { until: string | null }) {
  const t = useTexts('account');
  const locale = useLocale();
  const hours = useConfig()?.get('paypassword.lockHours') ?? '24';
  if (until === null)
    return (
      <Notice tone="good" title={t('lockFreeTitle')}>
        {t('lockFreeText', { hours })}
      </Notice>
    );
  return (
    <Notice tone="warn" title={t('lockTitle')}>
      <LockCountdown until={until}>
        {(left) => t('lockText', { left, time: exactTime(until, locale) })}
      </LockCountdown>
    </Notice>
  );
}

/** Security: what guards the account and what is missing, the lock, the devices. */
export function SafetyScreen() {
  const t = useTexts('account');
  const app = useTexts('app');
  const query = useMemberQuery();
  return (
    <Page
      nav={
        <NavBar
          title={app('titleSafety')}
          backLabel={app('back')}
          onBack={() => back(1, '/pages/mine/mine')}
        />
      }
      aside={<SessionsCard />}
    >
      <PullToRefresh busyLabel={app('loading')} onRefresh={() => refresh('Users/Info', 'Users/Sessions')}>
        {query.data && !query.data.frozen && <LockNotice until={query.data.lockeduntil} />}
      </PullToRefresh>
      {query.data?.frozen && <UnfreezeForm info={query.data} />}
      {query.data && <Checklist info={query.data} />}
      {query.data && query.data.useraddress !== null && (
        <List label={app('titleApprovals')}>
          <ListRow
            leading={<IconWallet />}
            title={app('titleApprovals')}
            subtitle={t('approvalsNote')}
            href="#/pages/wallet/approvals/approvals"
          />
        </List>
      )}
      {!query.data && query.error && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
          {errorText(query.error)}
        </ErrorState>
      )}
      {!query.data && !query.error && <SkeletonRows label={app('loading')} rows={6} />}
      <Notice title={t('staffTitle')}>{t('staffText')}</Notice>
    </Page>
  );
}
