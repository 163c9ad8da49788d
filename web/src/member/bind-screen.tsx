import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Page } from '../ui/page.tsx';
import { BindEmail } from './bind-email.tsx';
import { BindWallet } from './bind-wallet.tsx';
import { useMemberQuery } from './use-member-query.ts';
import { BackBar } from '../parts/back-bar.tsx';

/** The binding flows; `kind` in the address says which (the wallet, unless told). */
export function BindScreen() {
  const t = useTexts('account');
  const { data: info, error, refetch } = useMemberQuery();
  const isEmail = useLocation().query['kind'] === 'email';
  const title = isEmail ? t(info?.email ? 'changeEmailTitle' : 'bindEmailTitle') : t('bindWalletTitle');
  return (
    <Page narrow nav={<BackBar heading={title} parent="/pages/mine/account/account" />}>
      {info && (isEmail ? <BindEmail info={info} /> : <BindWallet info={info} />)}
      {!info && error && <CallFailed query={{ error, refetch }} />}
      {!info && !error && <WaitingRows rows={3} coin={false} />}
    </Page>
  );
}
