import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Page } from '../ui/page.tsx';
import { BindEmail } from './bind-email.tsx';
import { BindPhone } from './bind-phone.tsx';
import { BindWallet } from './bind-wallet.tsx';
import { GuardedNotice } from './family/guarded-notice.tsx';
import { useMemberQuery } from './use-member-query.ts';

/** The binding flows; `kind` in the address says which (the wallet, unless told). */
export function BindScreen() {
  const t = useTexts('account');
  const { data: info, error, refetch } = useMemberQuery();
  const kind = useLocation().query['kind'];
  const titles = {
    email: info?.email ? 'changeEmailTitle' : 'bindEmailTitle',
    phone: info?.phone ? 'changePhoneTitle' : 'bindPhoneTitle',
    wallet: 'bindWalletTitle',
  } as const;
  const which = kind === 'email' || kind === 'phone' ? kind : 'wallet';
  const title = t(titles[which]);
  return (
    <Page narrow nav={<BackBar heading={title} parent="/pages/mine/account/account" />}>
      {info && which === 'email' && <BindEmail info={info} />}
      {info?.main && which === 'phone' && <GuardedNotice main={info.main} />}
      {info && !info.main && which === 'phone' && <BindPhone info={info} />}
      {info && which === 'wallet' && <BindWallet info={info} />}
      {!info && error && <CallFailed query={{ error, refetch }} />}
      {!info && !error && <WaitingRows rows={3} coin={false} />}
    </Page>
  );
}
