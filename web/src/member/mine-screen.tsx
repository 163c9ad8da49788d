import { walletInapp } from '@openmere/core/setting/chain.ts';
import { useEffect } from 'react';
import { MineOrdersSlot } from '../mall/order/mine-orders-slot.tsx';
import { BellSlot } from '../news/bell-slot.tsx';
import { AskFirst } from '../parts/ask-first.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { DeviceSettings } from '../parts/device-settings.tsx';
import { InstallRow } from '../parts/install-row.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { usePreferences } from '../platform/preferences.ts';
import type { UpDown } from '../platform/preferences.ts';
import { lookForInAppWallet, useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { AwardLinkSlot } from '../reward/award-link-slot.tsx';
import { useSetting } from '../setting/use-setting.ts';
import { IconDevice, IconPin, IconShield } from '../ui/icon/guard.tsx';
import { IconHelp, IconMall, IconTeam, IconUser, IconWallet } from '../ui/icon/place.tsx';
import { IconBell } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { logOut } from './log-out.ts';
import { MemberCard } from './member-card.tsx';
import { useMemberQuery } from './use-member-query.ts';
import { VersionRow } from './version-row.tsx';
import css from './mine-screen.module.css';

function OwnPages({ activated }: { activated: boolean | undefined }) {
  const t = useTexts('member');
  // Switched off, none is made any more; one that is there signs what leads out.
  const isInAppHere = useInAppWallet(({ address }) => address !== undefined);
  useEffect(() => void lookForInAppWallet(), []);
  const hasInApp = useSetting(walletInapp) || isInAppHere;
  return (
    <>
      <SectionTitle>{t('you')}</SectionTitle>
      <List label={t('you')}>
        {activated === false && (
          <ListRow
            leading={<IconTeam />}
            title={t('activate')}
            subtitle={t('activateNote')}
            href="#/pages/wallet/activate/activate"
          />
        )}
        <ListRow
          leading={<IconUser />}
          title={t('profile')}
          subtitle={t('profileNote')}
          href="#/pages/mine/userInfo/userInfo"
        />
        <ListRow
          leading={<IconWallet />}
          title={t('account')}
          subtitle={t('accountNote')}
          href="#/pages/mine/account/account"
        />
        <ListRow
          leading={<IconShield />}
          title={t('safety')}
          subtitle={t('safetyNote')}
          href="#/pages/mine/safety/safety"
        />
        <ListRow
          leading={<IconDevice />}
          title={t('accountsHere')}
          subtitle={t('accountsHereNote')}
          href="#/pages/login/accounts"
        />
        <ListRow leading={<IconBell />} title={t('news')} subtitle={t('newsNote')} href="#/pages/news/news" />
        <ListRow
          leading={<IconPin />}
          title={t('addresses')}
          subtitle={t('addressesNote')}
          href="#/pages/mine/address/address"
        />
        <ListRow
          leading={<IconMall />}
          title={t('shop')}
          subtitle={t('shopNote')}
          href="#/pages/mall/shopManage"
        />
        <ListRow
          leading={<IconHelp />}
          title={t('help')}
          subtitle={t('helpNote')}
          href="#/pages/service/service"
        />
        <AwardLinkSlot />
        <ListRow leading={<IconMall />} title={t('mall')} subtitle={t('mallNote')} href="#/pages/mall/mall" />
        {hasInApp && (
          <ListRow
            leading={<IconDevice />}
            title={t('inApp')}
            subtitle={t('inAppNote')}
            href="#/pages/wallet/inapp/inapp"
          />
        )}
      </List>
    </>
  );
}

/** Which colour a rising price has; only members see prices enough to care. */
function RiseRow() {
  const t = useTexts('member');
  const { upDown, setUpDown } = usePreferences();
  return (
    <div className={css.choice}>
      <div aria-hidden="true">{t('rise')}</div>
      <Segmented
        label={t('rise')}
        value={upDown}
        onChange={(next: UpDown) => setUpDown(next)}
        items={[
          { key: 'auto', label: t('riseAuto') },
          { key: 'green-up', label: t('riseGreen') },
          { key: 'red-up', label: t('riseRed') },
        ]}
      />
    </div>
  );
}

function About() {
  const t = useTexts('member');
  const titleOf = useTitle();
  return (
    <>
      <SectionTitle>{t('about')}</SectionTitle>
      <List label={t('about')}>
        <ListRow title={titleOf('titleAgreementUser')} href="#/pages/agreement/user" />
        <ListRow title={titleOf('titleAgreementPrivacy')} href="#/pages/agreement/privacy" />
        <ListRow title={titleOf('titleAgreementRisk')} href="#/pages/agreement/risk" />
        <ListRow title={titleOf('titlePres')} href="#/pages/pres" />
        <InstallRow />
        <VersionRow />
      </List>
    </>
  );
}

function Leave() {
  const t = useTexts('member');
  return (
    <AskFirst label={t('logout')} answerTone="primary" question={t('logoutAsk')} act={logOut}>
      <p>{t('logoutText')}</p>
    </AskFirst>
  );
}

/** The hub of one's own pages, the settings of this device, agreements, version, and the way out. */
export function MineScreen() {
  const { data: info, error, refetch } = useMemberQuery();
  return (
    <Page
      nav={<BackBar title="titleMine" actions={<BellSlot />} />}
      aside={
        <>
          <DeviceSettings>
            <RiseRow />
          </DeviceSettings>
          <About />
          <Leave />
        </>
      }
    >
      <Refreshable calls={['Users/Info']}>
        {info && <MemberCard info={info} />}
        {!info && error && <CallFailed query={{ error, refetch }} />}
        {!info && !error && <WaitingRows rows={2} />}
      </Refreshable>
      <MineOrdersSlot />
      <OwnPages activated={info?.activated} />
    </Page>
  );
}
