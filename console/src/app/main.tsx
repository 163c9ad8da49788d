import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider, theme } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { StrictMode, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { CallRefused } from '../platform/api-client.ts';
import { useSession } from '../platform/session.ts';
import { allowStyleText } from '../platform/style-policy.ts';
import { currentLocale } from '../platform/texts.ts';
import './page.css';
import { day, night } from './palette.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { Shell } from './shell.tsx';

function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => !(error instanceof CallRefused) && failures < 2,
        // Without a network a question fails and the screen says so, instead of looking fresh for ever.
        networkMode: 'always',
      },
    },
  });
}

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
  const { token } = useSession();
  // What one operator has read is gone when the next one logs in.
  const queries = useMemo(() => ({ token, client: newQueries() }), [token]).client;
  return (
    <ConfigProvider
      button={{ autoInsertSpace: false }}
      locale={currentLocale() === 'en' ? enUS : zhCN}
      theme={{ algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm, ...(isDark ? night : day) }}
    >
      <AntApp>
        <QueryClientProvider client={queries}>
          {/* Login, header and menu are no screen of their own. */}
          <ScreenBoundary path="">
            <Shell />
          </ScreenBoundary>
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
