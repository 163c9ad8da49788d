import { createElement, Suspense } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { back } from '../platform/history.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screenOf } from './screens.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { findRoute, type Route } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

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
  return (
    <ScreenBoundary key={path} path={path}>
      <Suspense fallback={<Waiting route={route} />}>{createElement(screenOf(route))}</Suspense>
    </ScreenBoundary>
  );
}
