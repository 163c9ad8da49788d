import { Grid, Layout, Menu, Skeleton } from 'antd';
import { Suspense } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { LoginScreen } from '../operator/login-screen.tsx';
import { mayCall } from '../platform/access.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../platform/texts.ts';
import { useMe } from '../platform/use-me.ts';
import { Header } from './header.tsx';
import { routes } from './routes.ts';
import style from './shell.module.css';

/** The screens that this operator's role may read. */
function ScreenMenu({ mode }: { mode: 'inline' | 'horizontal' }) {
  const [path, go] = useLocation();
  const me = useMe();
  return (
    <Menu
      mode={mode}
      selectedKeys={[path]}
      items={routes
        .filter(({ reads }) => me !== undefined && mayCall(me.role, reads))
        .map((route) => ({ key: route.path, label: t(route.title) }))}
      onClick={({ key }) => go(key)}
    />
  );
}

function Screens() {
  return (
    <Layout.Content className={style.content}>
      <Suspense fallback={<Skeleton active />}>
        <Switch>
          {routes.map((route) => (
            <Route key={route.path} path={route.path} component={route.screen} />
          ))}
          <Route>
            <Redirect to="/withdrawals" />
          </Route>
        </Switch>
      </Suspense>
    </Layout.Content>
  );
}

function Frame() {
  const wide = Grid.useBreakpoint().lg ?? true;
  return (
    <Layout className={style.frame}>
      <Header />
      {!wide && <ScreenMenu mode="horizontal" />}
      <Layout>
        {wide && (
          <Layout.Sider theme="light">
            <ScreenMenu mode="inline" />
          </Layout.Sider>
        )}
        <Screens />
      </Layout>
    </Layout>
  );
}

/** Login first; then the frame with its menu and one screen. */
export function Shell() {
  const { token } = useSession();
  return token === undefined ? (
    <LoginScreen />
  ) : (
    <Router hook={useHashLocation}>
      <Frame />
    </Router>
  );
}
