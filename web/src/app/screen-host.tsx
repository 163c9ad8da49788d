import { createElement, Suspense, useEffect, useState } from 'react';
import { Beside } from '../parts/beside.tsx';
import { back, useLocation } from '../platform/history.ts';
import { loadTexts, useTexts, useTitle } from '../platform/i18n.ts';
import { currentToken } from '../platform/session.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page, PageTop } from '../ui/page.tsx';
import { fetchRoute, findRoute } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screenOf } from './screens.ts';

const SetUpBar = lazyPart(
  () => import('../member/set-up/set-up-bar.tsx').then((m) => m.SetUpBar),
  () => loadTexts(['setup']),
);

/** Its height until it knows what to say, in pixels: nothing moves when it comes. */
const SET_UP_BAR = 36;

/** The line of the set-up on a screen that was reached by it; the address says so. */
function useTop() {
  const { query } = useLocation();
  if (query['setup'] === undefined || currentToken() === undefined) return null;
  return (
    <Beside waiting={<div style={{ minHeight: SET_UP_BAR }} />}>
      <SetUpBar />
    </Beside>
  );
}

async function loadTitle(path: string): Promise<void> {
  const route = await fetchRoute(path);
  if (route) await loadTexts(route.texts);
}

/** Its row and its texts come before its code, or with it: the bar is there at once. */
function Waiting({ path }: { path: string }) {
  const t = useTexts('app');
  const titleOf = useTitle();
  const [, draw] = useState<unknown>();
  useEffect(() => {
    loadTitle(path).then(
      () => draw({}),
      () => undefined,
    );
  }, [path]);
  const route = findRoute(path);
  const title = route ? titleOf(route.title) : '';
  const tab = route?.tab !== undefined;
  const nav = (
    <NavBar title={title} large={tab} backLabel={tab ? undefined : t('back')} onBack={() => back()} />
  );
  return (
    <Page nav={nav} tabs={tab}>
      <ScreenSkeleton />
    </Page>
  );
}

/** Shows the screen of a path, its skeleton while it comes, and what to do when it cannot come. */
export function ScreenHost({ path }: { path: string }) {
  return (
    <ScreenBoundary key={path} path={path}>
      <PageTop value={useTop()}>
        <Suspense fallback={<Waiting path={path} />}>{createElement(screenOf(path))}</Suspense>
      </PageTop>
    </ScreenBoundary>
  );
}
