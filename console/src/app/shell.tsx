import { Alert, Skeleton } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Route, Router, Switch } from 'wouter';
import { LoginScreen } from '../operator/login-screen.tsx';
import { mayCall } from '../platform/access.ts';
import { currentPath, goTo, usePath } from '../platform/address.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../platform/texts.ts';
import { useMe, useMeFailed } from '../platform/use-me.ts';
import { Screen } from '../ui/screen.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { routes } from './routes.ts';
import type { ConsoleRoute } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useTopOfPage } from './use-top-of-page.ts';
import style from './shell.module.css';

/** Nothing can be shown before the server said who is logged in. */
function Waiting() {
  const failed = useMeFailed();
  return failed ? <Alert type="error" showIcon role="alert" title={t('meFailed')} /> : <Skeleton active />;
}

/** The screen, for whoever may read it; an address that somebody sent is no right. */
export function Guarded({ route }: { route: ConsoleRoute }) {
  const me = useMe();
  if (me === undefined) return <Waiting />;
  if (mayCall(me.role, route.reads)) return <route.screen />;
  return (
    <Screen title={t(route.title)}>
      <Alert type="info" showIcon title={t('notForRole', { role: t(`role_${me.role}`) })} />
    </Screen>
  );
}

/** Where somebody lands who says no page: the first of the menu that their role may read. */
export function Start() {
  const me = useMe();
  const [from] = useState(currentPath);
  const first = me && routes.find(({ group, reads }) => group !== undefined && mayCall(me.role, reads))?.path;
  useEffect(() => {
    // Somebody may have chosen a page while the role was asked for.
    if (first !== undefined && currentPath() === from) goTo(first, { replace: true });
  }, [first, from]);
  return <Waiting />;
}

/** The screen of the address. */
export function Screens() {
  useTopOfPage();
  const [path] = usePath();
  return (
    <main className={style.content}>
      <ScreenBoundary path={path}>
        <Suspense fallback={<Skeleton active />}>
          <Switch>
            {routes.map((route) => (
              <Route key={route.path} path={route.path}>
                <Guarded route={route} />
              </Route>
            ))}
            <Route>
              {/* One unknown address after another is a new start. */}
              <Start key={path} />
            </Route>
          </Switch>
        </Suspense>
      </ScreenBoundary>
    </main>
  );
}

/** Login first; then the frame with its pages and one screen. */
export function Shell() {
  const { token } = useSession();
  if (token === undefined) return <LoginScreen />;
  return (
    <Router hook={usePath}>
      <div className={style.frame}>
        <Header />
        <div className={style.body}>
          <Navigation />
          <Screens />
        </div>
      </div>
    </Router>
  );
}
