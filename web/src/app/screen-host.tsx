import { type ComponentType, lazy, Suspense } from 'react';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { back } from '../platform/history.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { LaterScreen } from './later-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { findRoute, type Route } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

const screens = new Map<string, ComponentType>();

/** A screen's code and texts are fetched together; each route keeps one lazy component. */
function screenOf(route: Route): ComponentType {
  const known = screens.get(route.path);
  if (known) return known;
  const load = route.screen;
  const screen = load
    ? lazy(async () => {
        const [component] = await Promise.all([load(), loadTexts(route.texts)]);
        return { default: component };
      })
    : LaterScreen;
  screens.set(route.path, screen);
  return screen;
}

/** Forgets a screen whose code could not be fetched, so that a retry fetches it again. */
export function forgetScreen(path: string): void {
  screens.delete(path);
}

/** Starts fetching a screen before it is shown (first load, hover, idle). */
export function preloadScreen(path: string): void {
  const route = findRoute(path);
  if (route?.screen)
    void Promise.all([route.screen(), loadTexts(route.texts)]).catch(() => forgetScreen(path));
}

function Waiting({ route }: { route: Route }) {
  const t = useTexts('app');
  const nav = route.tab ? (
    <NavBar title={t(route.title)} large />
  ) : (
    <NavBar title={t(route.title)} backLabel={t('back')} onBack={() => back()} />
  );
  return (
    <Page nav={nav} tabs={route.tab !== undefined}>
      <ScreenSkeleton />
    </Page>
  );
}

/** Shows the screen of a path, its skeleton while it comes, and what to do when it cannot come. */
export function ScreenHost({ path }: { path: string }) {
  const route = findRoute(path);
  if (!route) return <NotFoundScreen />;
  const Screen = screenOf(route);
  return (
    <ScreenBoundary key={path} path={path}>
      <Suspense fallback={<Waiting route={route} />}>
        <Screen />
      </Suspense>
    </ScreenBoundary>
  );
}
