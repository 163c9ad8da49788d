import { errorText } from '../platform/error-text.ts';
import { back, useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { BindEmail } from './bind-email.tsx';
import { BindWallet } from './bind-wallet.tsx';
import { useMemberQuery } from './use-member-query.ts';

/** The binding flows; `kind` in the address says which (the wallet, unless told). */
export function BindScreen() {
  const t = useTexts('account');
  const app = useTexts('app');
  const { data: info, error, refetch } = useMemberQuery();
  const isEmail = useLocation().query['kind'] === 'email';
  const title = isEmail ? t(info?.email ? 'changeEmailTitle' : 'bindEmailTitle') : t('bindWalletTitle');
  return (
    <Page
      narrow
      nav={
        <NavBar title={title} backLabel={app('back')} onBack={() => back(1, '/pages/mine/account/account')} />
      }
    >
      {info && (isEmail ? <BindEmail info={info} /> : <BindWallet info={info} />)}
      {!info && error && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {!info && !error && <WaitingRows rows={3} coin={false} />}
    </Page>
  );
}
