import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider, theme } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { CallRefused } from '../platform/api-client.ts';
import { allowStyleText } from '../platform/style-policy.ts';
import { currentLocale } from '../platform/texts.ts';
import { Shell } from './shell.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, error) => !(error instanceof CallRefused) && failures < 2 },
  },
});
/** The palette of the member app (look.md) as the component library's tokens. */
const day = {
  header: '#0d5458',
  token: {
    colorPrimary: '#0d5458',
    colorBgBase: '#fdfbf6',
    colorTextBase: '#14282b',
    colorBgLayout: '#f5f1e8',
  },
};
const night = {
  header: '#162732',
  token: {
    colorPrimary: '#74c9c1',
    colorBgBase: '#0f171c',
    colorTextBase: '#e9eeec',
    colorBgLayout: '#0f171c',
  },
};
const dark = matchMedia('(prefers-color-scheme: dark)');

function useDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      dark.addEventListener('change', listener);
      return () => dark.removeEventListener('change', listener);
    },
    () => dark.matches,
  );
}

function Root() {
  const isDark = useDark();
  const palette = isDark ? night : day;
  return (
    <ConfigProvider
      locale={currentLocale() === 'en' ? enUS : zhCN}
      theme={{
        algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: { ...palette.token, borderRadius: 8 },
        components: {
          Layout: {
            headerBg: palette.header,
            headerHeight: 56,
            headerPadding: '0 16px',
            siderBg: palette.token.colorBgBase,
            lightSiderBg: palette.token.colorBgBase,
          },
        },
      }}
    >
      <AntApp>
        <QueryClientProvider client={queries}>
          <Shell />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
}

allowStyleText();
document.documentElement.lang = currentLocale();
const host = document.querySelector('#root');
if (!host) throw new Error('the page has no #root');
createRoot(host).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
