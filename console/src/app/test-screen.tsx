import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';

// A machine under load draws slowly.
configure({ asyncUtilTimeout: 5000 });

/** Draws one screen as the app does, without retries, so that a refusal shows at once, and without motion, which has no end here. @returns what it reads with. */
export function drawScreen(screen: ReactNode): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={client}>{screen}</QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  return client;
}

/** A screen and another page, as one goes from one to the other and back. */
export function TwoPages({ children }: { children: ReactNode }) {
  const [isAway, setAway] = useState(false);
  return (
    <>
      <button onClick={() => setAway(!isAway)}>The other page</button>
      {!isAway && children}
    </>
  );
}
