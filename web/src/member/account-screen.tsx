import { phoneCodes } from '@openmere/core/setting/chain.ts';
import { countryName } from '../auth/countries.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useSetting } from '../setting/use-setting.ts';
import { BalanceCard } from '../ui/balance-card.tsx';
import { Card } from '../ui/card.tsx';
import { IconDownload } from '../ui/icon/act.tsx';
import { IconFace, IconGlobe, IconMail, IconPhone } from '../ui/icon/guard.tsx';
import { IconBank } from '../ui/icon/money.tsx';
import { IconTeam, IconWallet } from '../ui/icon/place.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { AccountsSection } from './family/accounts-section.tsx';
import { useMemberQuery } from './use-member-query.ts';
import type { MemberInfo } from './use-member.ts';
import { WordRow } from './word-row.tsx';
import css from './account-screen.module.css';

const activations = {
  none: 'activationNone',
  pending: 'activationPending',
  activated: 'activationDone',
} as const;

const identities = {
  none: 'identity_none',
  started: 'identity_started',
  pending: 'identity_pending',
  approved: 'identity_approved',
  rejected: 'identity_rejected',
} as const;

/** The bound wallet leads: it is where withdrawals go, and it stays. */
function BoundWallet({ address }: { address: string }) {
  const t = useTexts('account');
  return (
    <BalanceCard
      label={t('wallet')}
      corner={<IconWallet />}
      figure={<span className={css.address}>{address}</span>}
      footer={t('walletFixed')}
    />
  );
}

/** The phone, where messages can be sent; what is bound is shown even where they no longer can. A sub-account has none. */
function PhoneRow({ info: { main, phone } }: { info: MemberInfo }) {
  const t = useTexts('account');
  const hasCarrier = useSetting(phoneCodes);
  if (main !== null || (!hasCarrier && phone === '')) return null;
  return (
    <ListRow
      leading={<IconPhone />}
      title={t('phone')}
      subtitle={phone === '' ? t('phoneNone') : t('phoneBound', { phone })}
      {...(hasCarrier
        ? { trailing: t(phone === '' ? 'bind' : 'change'), href: '#/pages/mine/blind/blind?kind=phone' }
        : {})}
    />
  );
}

/** What is bound, whether it can change, and where to bind what is not. */
function Bindings({ info }: { info: MemberInfo }) {
  const t = useTexts('account');
  const locale = useLocale();
  const bound = (text: string, note: string) => (
    <>
      <span className={css.value}>{text}</span>
      <br />
      {note}
    </>
  );
  const { useraddress, email, country } = info;
  return (
    <List label={t('bindings')}>
      {useraddress === null && (
        <ListRow
          leading={<IconWallet />}
          title={t('wallet')}
          subtitle={t('walletNone')}
          trailing={t('bind')}
          href="#/pages/mine/blind/blind?kind=wallet"
        />
      )}
      <ListRow
        leading={<IconMail />}
        title={t('email')}
        subtitle={email === '' ? t('emailNone') : bound(email, t('emailBound'))}
        trailing={t(email === '' ? 'bind' : 'change')}
        href="#/pages/mine/blind/blind?kind=email"
      />
      <PhoneRow info={info} />
      <ListRow
        leading={<IconGlobe />}
        title={t('country')}
        subtitle={
          country === null ? t('countryNone') : bound(countryName(country, locale), t('countryFixed'))
        }
        trailing={country === null ? t('declare') : undefined}
        {...(country === null ? { href: '#/pages/mine/userInfo/userInfo' } : {})}
      />
      <ListRow
        leading={<IconFace />}
        title={t('identity')}
        subtitle={t(identities[info.identity])}
        href="#/pages/mine/identity/identity"
      />
      <ListRow
        leading={<IconBank />}
        title={t('payables')}
        subtitle={t('payablesNote')}
        href="#/pages/mine/account/payable"
      />
      {info.main === null && <WordRow info={info} />}
      <ListRow
        leading={<IconTeam />}
        title={t('activation')}
        subtitle={t(activations[info.activation])}
        {...(info.activated ? {} : { href: '#/pages/wallet/activate/activate' })}
      />
    </List>
  );
}

function Facts({ info }: { info: MemberInfo }) {
  const t = useTexts('account');
  const member = useTexts('member');
  const locale = useLocale();
  return (
    <>
      <SectionTitle>{t('facts')}</SectionTitle>
      <Card>
        <KeyValue
          rows={[
            { key: 'id', label: t('userId'), value: <span className={css.value}>{info.userid}</span> },
            {
              key: 'name',
              label: t('username'),
              value: info.username ?? t('usernameNone'),
            },
            { key: 'time', label: t('registered'), value: exactTime(info.registeredat, locale) },
            {
              key: 'inviter',
              label: member('inviter'),
              value: info.inviter?.nickname ?? member('none'),
              ...(info.inviter ? { note: info.inviter.invitationcode } : {}),
            },
          ]}
        />
      </Card>
    </>
  );
}

/** The way to one's data and to the end of the account. */
function OwnDataRow() {
  const t = useTexts('account');
  return (
    <List label={t('ownData')}>
      <ListRow
        leading={<IconDownload />}
        title={t('ownData')}
        subtitle={t('ownDataNote')}
        href="#/pages/mine/account/data"
      />
    </List>
  );
}

/** Account: bindings with their permanence, and the facts that never change. */
export function AccountScreen() {
  const t = useTexts('account');
  const { data: info, error, refetch } = useMemberQuery();
  return (
    <Page
      nav={<BackBar title="member.titleAccount" parent="/pages/mine/mine" />}
      aside={info && <Facts info={info} />}
    >
      <Refreshable calls={['Users/Info', 'Users/myaccount']}>
        <Stack>
          <SectionTitle>{t('bindings')}</SectionTitle>
          {info?.useraddress && <BoundWallet address={info.useraddress} />}
          {info && <Bindings info={info} />}
          {info && <AccountsSection info={info} />}
          {info && <OwnDataRow />}
          {!info && error && <CallFailed query={{ error, refetch }} />}
          {!info && !error && <WaitingRows rows={5} />}
        </Stack>
      </Refreshable>
    </Page>
  );
}
