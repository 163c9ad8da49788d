import { createElement, lazy, Suspense, useEffect, useReducer } from 'react';
import { back, useLocation } from '../platform/history.ts';
import { loadTexts, titleGroups, useTexts, useTitle } from '../platform/i18n.ts';
import { currentToken } from '../platform/session.ts';
import type { TitleKey } from '../platform/texts.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page, PageTop } from '../ui/page.tsx';
import { findRoute } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screenOf } from './screens.ts';

const SetUpBar = lazy(async () => {
  const [{ SetUpBar: bar }] = await Promise.all([
    import('../member/set-up/set-up-bar.tsx'),
    loadTexts(['setup']),
  ]);
  return { default: bar };
});

/** The line of the set-up on a screen that was reached by it; the address says so. */
function useTop() {
  const { query } = useLocation();
  return query['setup'] !== undefined && currentToken() !== undefined ? <SetUpBar /> : null;
}

type WaitingProps = { title: TitleKey | undefined; tab: boolean };

/** Its title's texts come before its code, or with it: the bar is there at once. */
function Waiting({ title: id, tab }: WaitingProps) {
  const t = useTexts('app');
  const titleOf = useTitle();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (id) loadTexts(titleGroups(id)).then(draw, () => undefined);
  }, [id]);
  const title = id ? titleOf(id) : '';
  const nav = tab ? (
    <NavBar title={title} large />
  ) : (
    <NavBar title={title} backLabel={t('back')} onBack={() => back()} />
  );
  return (
    <Page nav={nav} tabs={tab}>
      <ScreenSkeleton />
    </Page>
  );
}

/** Shows the screen of a path, its skeleton while it comes, and what to do when it cannot come. */
export function ScreenHost({ path }: { path: string }) {
  const route = findRoute(path);
  const waiting = <Waiting title={route?.title} tab={route?.tab !== undefined} />;
  return (
    <ScreenBoundary key={path} path={path}>
      <PageTop value={useTop()}>
        <Suspense fallback={waiting}>{createElement(screenOf(path))}</Suspense>
      </PageTop>
    </ScreenBoundary>
  );
}
