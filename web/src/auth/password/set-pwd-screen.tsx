import { useMemberQuery } from '../../member/use-member-query.ts';
import { errorText } from '../../platform/error-text.ts';
import { back, replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ChangeLoginPassword, FirstLoginPassword } from './login-password-form.tsx';
import { PayPasswordForm } from './pay-password-form.tsx';

type Kind = 'login' | 'pay';

/** Both passwords; `kind` in the address says which one (payment, unless told). */
export function SetPwdScreen() {
  const t = useTexts('account');
  const app = useTexts('app');
  const query = useMemberQuery();
  const info = query.data;
  const kind: Kind = useLocation().query['kind'] === 'login' ? 'login' : 'pay';
  return (
    <Page
      narrow
      nav={
        <NavBar
          title={app('titleSetPwd')}
          backLabel={app('back')}
          onBack={() => back(1, '/pages/mine/safety/safety')}
        />
      }
    >
      <Segmented
        label={t('kinds')}
        value={kind}
        onChange={(next: Kind) => replace('/pages/mine/setPwd/setPwd', { kind: next })}
        items={[
          { key: 'login', label: t('login') },
          { key: 'pay', label: t('pay') },
        ]}
      />
      {info && kind === 'pay' && <PayPasswordForm info={info} />}
      {info && kind === 'login' && info.haspassword && <ChangeLoginPassword info={info} />}
      {info && kind === 'login' && !info.haspassword && <FirstLoginPassword info={info} />}
      {!info && query.error && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
          {errorText(query.error)}
        </ErrorState>
      )}
      {!info && !query.error && <SkeletonRows label={app('loading')} rows={3} coin={false} />}
    </Page>
  );
}
