import { payPasswordLockHours } from '@openmere/core/setting/account.ts';
import { GuardedNotice } from '../../member/family/guarded-notice.tsx';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { IconWallet } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { LockCountdown } from '../lock-countdown.tsx';
import { FactorRow } from '../second-factor/factor-row.tsx';
import { Checklist } from './checklist.tsx';
import { FreezeRow } from './freeze-row.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { UnfreezeForm } from './unfreeze-form.tsx';

/** Whether money may leave now; a lock counts down by the server's clock. */
function LockNotice({ until }: { until: string | null }) {
  const t = useTexts('account');
  const locale = useLocale();
  const hours = useSetting(payPasswordLockHours);
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
  const titleOf = useTitle();
  const query = useMemberQuery();
  return (
    <Page nav={<BackBar title="account.titleSafety" parent="/pages/mine/mine" />} aside={<SessionsCard />}>
      <Refreshable calls={['Users/Info', 'Users/Sessions']}>
        {query.data?.frozen && !query.data.main && <UnfreezeForm info={query.data} />}
        {query.data?.frozen && query.data.main && (
          <Notice tone="danger" title={t('frozenTitle')}>
            {t('frozenByMain', { name: query.data.main.nickname })}
          </Notice>
        )}
        {query.data && !query.data.frozen && <LockNotice until={query.data.lockeduntil} />}
      </Refreshable>
      {query.data && !query.data.frozen && <FreezeRow info={query.data} />}
      {query.data && <Checklist info={query.data} />}
      {query.data?.main && <GuardedNotice main={query.data.main} />}
      {query.data && !query.data.main && <FactorRow />}
      {query.data && query.data.useraddress !== null && (
        <List label={titleOf('titleApprovals')}>
          <ListRow
            leading={<IconWallet />}
            title={titleOf('titleApprovals')}
            subtitle={t('approvalsNote')}
            href="#/pages/wallet/approvals/approvals"
          />
        </List>
      )}
      {!query.data && query.error && <CallFailed query={query} />}
      {!query.data && !query.error && <WaitingRows rows={6} />}
      <Notice title={t('staffTitle')}>{t('staffText')}</Notice>
    </Page>
  );
}
