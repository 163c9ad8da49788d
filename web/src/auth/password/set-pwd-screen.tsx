import { GuardedNotice } from '../../member/family/guarded-notice.tsx';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChangeLoginPassword, FirstLoginPassword } from './login-password-form.tsx';
import { PayPasswordForm } from './pay-password-form.tsx';

type Kind = 'login' | 'pay';

/** Both passwords; `kind` in the address says which one (payment, unless told). */
export function SetPwdScreen() {
  const t = useTexts('account');
  const query = useMemberQuery();
  const info = query.data;
  const kind: Kind = useLocation().query['kind'] === 'login' ? 'login' : 'pay';
  return (
    <Page narrow nav={<BackBar title="account.titleSetPwd" parent="/pages/mine/safety/safety" />}>
      <Segmented
        label={t('kinds')}
        value={kind}
        onChange={(next: Kind) => replace('/pages/mine/setPwd/setPwd', { kind: next })}
        items={[
          { key: 'login', label: t('login') },
          { key: 'pay', label: t('pay') },
        ]}
      />
      {info?.main && <GuardedNotice main={info.main} />}
      {info && !info.main && kind === 'pay' && <PayPasswordForm info={info} />}
      {info && !info.main && kind === 'login' && info.haspassword && <ChangeLoginPassword info={info} />}
      {info && !info.main && kind === 'login' && !info.haspassword && <FirstLoginPassword info={info} />}
      {!info && query.error && <CallFailed query={query} />}
      {!info && !query.error && <WaitingRows rows={3} coin={false} />}
    </Page>
  );
}
