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

/** The palette of the member app as the component library's tokens. */
function Root() {
  const isDark = useDark();
  const token = isDark
    ? { colorPrimary: '#3f9e97', colorBgBase: '#0f171c', colorTextBase: '#e9eeec' }
    : { colorPrimary: '#0d5458', colorBgBase: '#fdfbf6', colorTextBase: '#14282b', colorBgLayout: '#f5f1e8' };
  return (
    <ConfigProvider
      locale={currentLocale() === 'en' ? enUS : zhCN}
      theme={{
        algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: { ...token, borderRadius: 8 },
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
