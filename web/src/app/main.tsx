import '../ui/tokens.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { wireSession } from '../platform/api-client.ts';
import { currentPlace } from '../platform/history.ts';
import { applyDocumentLanguage, loadTexts } from '../platform/i18n.ts';
import { followLive } from '../platform/live.ts';
import { queryClient } from '../platform/query.ts';
import { currentToken, useSessionStore } from '../platform/session.ts';
import { keepInviteCode } from '../platform/storage.ts';
import { endSession } from './guard.ts';
import { preloadScreen } from './screens.ts';
import { Shell } from './shell.tsx';

/** The launch parameter `invcode` stands before or after the hash. */
function takeInviteCode(): void {
  const code = new URLSearchParams(location.search).get('invcode') ?? currentPlace().query['invcode'];
  if (code) keepInviteCode(code);
}

function followSession(): void {
  wireSession({ token: currentToken, ended: () => endSession('notlogin') });
  followLive(currentToken());
  useSessionStore.subscribe((state, before) => {
    if (state.token === before.token) return;
    queryClient.clear();
    followLive(state.token);
  });
}

async function start(): Promise<void> {
  applyDocumentLanguage();
  takeInviteCode();
  followSession();
  const host = document.querySelector('#root');
  if (!host) throw new Error('the page has no #root');
  preloadScreen(currentPlace().path);
  await loadTexts(['app', 'error:kit']);
  createRoot(host).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Shell />
      </QueryClientProvider>
    </StrictMode>,
  );
  // After the first picture: no screen waits for it.
  const { startWalletWork } = await import('../platform/wallet/start.ts');
  startWalletWork(endSession);
}

void start();
