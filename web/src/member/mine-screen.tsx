import { walletInapp } from '@openmere/core/setting/chain.ts';
import { useState } from 'react';
import { WaitingRows } from '../parts/waiting.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { languageName } from '../auth/language-name.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { type UpDown, usePreferences } from '../platform/preferences.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { IconDevice, IconGlobe, IconShield } from '../ui/icon/guard.tsx';
import { IconTeam, IconUser, IconWallet } from '../ui/icon/place.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Dialog } from '../ui/sheet.tsx';
import { ThemeRow } from '../ui/theme-row.tsx';
import { logOut } from './log-out.ts';
import { MemberCard } from './member-card.tsx';
import css from './mine-screen.module.css';
import { useMemberQuery } from './use-member-query.ts';
import { VersionRow } from './version-row.tsx';

function OwnPages({ activated }: { activated: boolean | undefined }) {
  const t = useTexts('member');
  const hasInApp = useSetting(walletInapp);
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

function DeviceSettings() {
  const t = useTexts('member');
  const app = useTexts('app');
  const locale = useLocale();
  const { theme, setTheme, upDown, setUpDown } = usePreferences();
  return (
    <>
      <SectionTitle>{t('device')}</SectionTitle>
      <List label={t('device')}>
        <ListRow
          leading={<IconGlobe />}
          title={app('language')}
          trailing={languageName(locale, locale)}
          href="#/pages/login/language"
        />
      </List>
      <Card flush>
        <ThemeRow
          label={app('theme')}
          value={theme}
          onChange={setTheme}
          labels={{ system: app('themeSystem'), light: app('themeLight'), dark: app('themeDark') }}
        />
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
      </Card>
    </>
  );
}

function About() {
  const t = useTexts('member');
  const app = useTexts('app');
  return (
    <>
      <SectionTitle>{t('about')}</SectionTitle>
      <List label={t('about')}>
        <ListRow title={app('titleAgreementUser')} href="#/pages/agreement/user" />
        <ListRow title={app('titleAgreementPrivacy')} href="#/pages/agreement/privacy" />
        <ListRow title={app('titleAgreementRisk')} href="#/pages/agreement/risk" />
        <ListRow title={app('titlePres')} href="#/pages/pres" />
        <VersionRow />
      </List>
    </>
  );
}

function Leave() {
  const t = useTexts('member');
  const app = useTexts('app');
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button tone="secondary" onPress={() => setAsked(true)}>
        {t('logout')}
      </Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('logoutAsk')}
        footer={
          <>
            <Button onPress={logOut}>{t('logout')}</Button>
            <Button tone="quiet" onPress={() => setAsked(false)}>
              {app('cancel')}
            </Button>
          </>
        }
      >
        <p>{t('logoutText')}</p>
      </Dialog>
    </>
  );
}

/** The hub of one's own pages, the settings of this device, agreements, version, and the way out. */
export function MineScreen() {
  const { data: info, error, refetch } = useMemberQuery();
  return (
    <Page
      nav={<BackBar title="titleMine" />}
      aside={
        <>
          <DeviceSettings />
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
      <OwnPages activated={info?.activated} />
    </Page>
  );
}
