import type { ReactNode } from 'react';
import { Greeting } from '../auth/login/login-screen.tsx';
import { HomeBar } from '../home/home-screen.tsx';
import { Welcome } from '../home/welcome.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import type { TabKey } from './route.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { Tabs } from './shell.tsx';

const ofHome = (
  <>
    <Page tabs nav={<HomeBar />} aside={null}>
      <Welcome />
    </Page>
    <Tabs current="home" below={false} />
  </>
);

const ofLogin = (
  <>
    <Page narrow="middle" nav={<BackBar heading="app.titleLogin" actions={<LanguageButton />} />}>
      <Greeting />
    </Page>
    <Tabs current={undefined} below />
  </>
);

/** `heading`: a text's id. */
const ofTab = (tab: TabKey, heading: string): ReactNode => (
  <>
    <Page tabs nav={<NavBar title={heading} large />}>
      <ScreenSkeleton />
    </Page>
    <Tabs current={tab} below={false} />
  </>
);

const ofChart = (
  <>
    <Page nav={<BackBar heading="OPEN / USDT" />}>
      <ScreenSkeleton />
    </Page>
    <Tabs current="swap" below />
  </>
);

/**
 * What the page itself shows until its scripts have come (`build/first-picture.ts`), by who opens it and where. The
 * same components as the screens that follow, with the ids of their texts, so that nothing moves when a screen takes its place.
 */
export const firstPictures: Readonly<Record<`${'visitor' | 'member'}/${string}`, ReactNode>> = {
  'visitor/home/home': ofHome,
  'visitor/login/login': ofLogin,
  'member/wallet/wallet': ofTab('wallet', 'app.titleWallet'),
  'member/swap/swap': ofTab('swap', 'app.titleSwap'),
  'member/activity/activity': ofTab('activity', 'activity.titleActivity'),
  'member/team/team': ofTab('team', 'team.titleTeam'),
  'member/swap/kline/kline': ofChart,
};
