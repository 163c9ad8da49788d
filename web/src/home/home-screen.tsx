import { lazy, Suspense } from 'react';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { currentToken, useSessionStore } from '../platform/session.ts';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import { IconGlobe } from '../ui/icon/guard.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Blurbs } from './blurbs.tsx';
import { DeviceCard } from './device-card.tsx';
import css from './home-screen.module.css';
import { PriceSlot } from './price-slot.tsx';
import { Welcome } from './welcome.tsx';

async function fetchMemberHome() {
  const [{ MemberHome: screen }] = await Promise.all([import('./member-home.tsx'), loadTexts(['setup'])]);
  return { default: screen };
}

// A visitor's first load goes without them; a member's begins at once.
const MemberHome = lazy(fetchMemberHome);
const MineLink = lazy(async () => ({ default: (await import('../member/mine-link.tsx')).MineLink }));
if (currentToken() !== undefined)
  fetchMemberHome().catch((error: unknown) => console.warn('asked for again when it is shown', error));

function MemberPart() {
  const waiting = (
    <>
      <WaitingCard />
      <WaitingRows />
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <MemberHome />
    </Suspense>
  );
}

/** Home for visitors and members. */
export function HomeScreen() {
  const app = useTexts('app');
  const loggedIn = useSessionStore((state) => state.token !== undefined);
  const brand = (
    <span className={css.brand}>
      <Mark size={28} />
      {app('brand')}
    </span>
  );
  return (
    <Page
      tabs
      nav={
        <NavBar
          title={brand}
          large
          actions={
            <>
              <IconButton label={app('language')} icon={<IconGlobe />} href="#/pages/login/language" />
              {loggedIn && (
                <Suspense fallback={null}>
                  <MineLink />
                </Suspense>
              )}
            </>
          }
        />
      }
      aside={
        <>
          <Blurbs />
          <DeviceCard />
        </>
      }
    >
      {loggedIn ? (
        <MemberPart />
      ) : (
        <>
          <Welcome />
          <PriceSlot />
        </>
      )}
    </Page>
  );
}
