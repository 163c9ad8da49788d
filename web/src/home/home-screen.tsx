import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { BellSlot } from '../news/bell-slot.tsx';
import { Beside } from '../parts/beside.tsx';
import { DeviceSettings } from '../parts/device-settings.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import { BRAND } from '../platform/brand.ts';
import { currentLocation } from '../platform/history.ts';
import { loadTexts } from '../platform/i18n.ts';
import { currentToken, useSessionStore } from '../platform/session.ts';
import { ReserveBadge } from '../reserve/reserve-badge.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Mark } from '../ui/mark.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Blurbs } from './blurbs.tsx';
import { NewsSlot } from './news-slot.tsx';
import { PriceSlot } from './price-slot.tsx';
import { Welcome } from './welcome.tsx';
import css from './home-screen.module.css';

const isHomePath = (path: string) => path === '/' || path === '/pages/home/home';

async function fetchMemberHome() {
  const [part] = await Promise.all([import('./member-home.tsx'), loadTexts(['asset', 'setup', 'feed'])]);
  return part.MemberHome;
}

// A visitor's first load goes without them; a member's begins at once. Other screens borrow parts from this file's chunk
// and run these lines, too.
const MemberHome = lazyPart(fetchMemberHome);
const MineLink = lazyPart(() => import('../member/mine-link.tsx').then((m) => m.MineLink));
if (currentToken() !== undefined && isHomePath(currentLocation().path))
  fetchMemberHome().catch((error: unknown) => console.warn('asked for again when it is shown', error));

/** The bar of home: the name of the app, its languages, and what a member has there besides. */
export function HomeBar({ children }: { children?: ReactNode }) {
  const brand = (
    <span className={css.brand}>
      <Mark size={28} />
      {BRAND}
    </span>
  );
  return (
    <NavBar
      title={brand}
      large
      actions={
        <>
          <LanguageButton />
          {children}
        </>
      }
    />
  );
}

/** Both columns at once, so that nothing moves when the second one comes. */
function MembersPage() {
  const bar = (
    <HomeBar>
      <BellSlot />
      <Beside>
        <MineLink />
      </Beside>
    </HomeBar>
  );
  const waiting = (
    <Page tabs nav={bar}>
      <WaitingCard />
      <WaitingRows />
    </Page>
  );
  return (
    <Suspense fallback={waiting}>
      <MemberHome bar={bar} />
    </Suspense>
  );
}

function VisitorsPage() {
  const what = (
    <>
      <Blurbs />
      <DeviceSettings />
    </>
  );
  return (
    <Page tabs nav={<HomeBar />} aside={what}>
      <Welcome />
      <PriceSlot />
      <ReserveBadge />
      <NewsSlot />
    </Page>
  );
}

/** Home: a member's own, or for a visitor what this is. */
export function HomeScreen() {
  const loggedIn = useSessionStore((state) => state.token !== undefined);
  return loggedIn ? <MembersPage /> : <VisitorsPage />;
}
