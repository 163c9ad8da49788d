import { useQuery } from '@tanstack/react-query';
import { Button, Layout, Menu, Segmented, Skeleton, Space, Tag, Typography } from 'antd';
import { Suspense } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { LoginScreen } from '../operator/login-screen.tsx';
import { call } from '../platform/api-client.ts';
import { useSession } from '../platform/session.ts';
import { chooseLocale, type ConsoleLocale, currentLocale, t } from '../platform/texts.ts';
import { routes } from './routes.ts';
import { useIdleLogout } from './use-idle-logout.ts';

function Header() {
  const session = useSession();
  const me = useQuery({ queryKey: ['Admin/Me'], queryFn: () => call('Admin/Me', {}) });
  useIdleLogout(me.data?.idleminutes);
  async function logout(): Promise<void> {
    await call('Admin/Logout', {}).finally(session.end);
  }
  return (
    <Layout.Header style={{ display: 'flex', alignItems: 'center', gap: 16, paddingInline: 16 }}>
      <Typography.Title level={1} style={{ margin: 0, flex: 1, fontSize: 18, color: '#fff' }}>
        Openmere
      </Typography.Title>
      <Space>
        {me.data && <Tag>{`${me.data.account} · ${me.data.role}`}</Tag>}
        <Segmented<ConsoleLocale>
          size="small"
          value={currentLocale()}
          options={[
            { label: 'EN', value: 'en' },
            { label: '简体', value: 'zh-Hans' },
          ]}
          onChange={chooseLocale}
        />
        <Button size="small" onClick={() => void logout()}>
          {t('logout')}
        </Button>
      </Space>
    </Layout.Header>
  );
}

function Frame() {
  const [path, go] = useLocation();
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Header />
      <Layout>
        <Layout.Sider breakpoint="lg" collapsedWidth={0} theme="light">
          <Menu
            mode="inline"
            selectedKeys={[path]}
            items={routes.map((route) => ({ key: route.path, label: t(route.title) }))}
            onClick={({ key }) => go(key)}
          />
        </Layout.Sider>
        <Layout.Content style={{ padding: 16 }}>
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
