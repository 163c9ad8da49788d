import { lazy, type ReactNode, Suspense } from 'react';
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
  const [part] = await Promise.all([import('./member-home.tsx'), loadTexts(['setup', 'feed'])]);
  return { default: part.MemberHome };
}

// A visitor's first load goes without them; a member's begins at once.
const MemberHome = lazy(fetchMemberHome);
const MineLink = lazy(async () => ({ default: (await import('../member/mine-link.tsx')).MineLink }));
if (currentToken() !== undefined)
  fetchMemberHome().catch((error: unknown) => console.warn('asked for again when it is shown', error));

function Bar({ children }: { children?: ReactNode }) {
  const app = useTexts('app');
  const brand = (
    <span className={css.brand}>
      <Mark size={28} />
      {app('brand')}
    </span>
  );
  return (
    <NavBar
      title={brand}
      large
      actions={
        <>
          <IconButton label={app('language')} icon={<IconGlobe />} href="#/pages/login/language" />
          {children}
        </>
      }
    />
  );
}

/** Both columns at once, so that nothing moves when the second one comes. */
function MembersPage() {
  const bar = (
    <Bar>
      <Suspense fallback={null}>
        <MineLink />
      </Suspense>
    </Bar>
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
      <DeviceCard />
    </>
  );
  return (
    <Page tabs nav={<Bar />} aside={what}>
      <Welcome />
      <PriceSlot />
    </Page>
  );
}

/** Home: a member's own, or for a visitor what this is. */
export function HomeScreen() {
  const loggedIn = useSessionStore((state) => state.token !== undefined);
  return loggedIn ? <MembersPage /> : <VisitorsPage />;
}
