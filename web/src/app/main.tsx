import '../ui/tokens.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { wireSession } from '../platform/api-client.ts';
import { fetchAnewWhenQuiet } from '../platform/fetch-anew.ts';
import { currentLocation, followHistory, holdBack, replace } from '../platform/history.ts';
import { applyDocumentLanguage, loadTexts } from '../platform/i18n.ts';
import { firstPicture, whenIdle } from '../platform/idle.ts';
import { parseLocation } from '../platform/location.ts';
import { queryClient, readAhead } from '../platform/query.ts';
import { currentToken, followOtherTabs, useSessionStore } from '../platform/session.ts';
import { keepInviteCode, readStored } from '../platform/storage.ts';
import { wireBack } from '../ui/hold-back.ts';
import { endSession, leadToLogin, mayShow } from './guard.ts';
import { findRoute, LOGIN_PATH } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { preloadScreen } from './screens.ts';
import { Shell } from './shell.tsx';

/** The launch parameter `invcode` stands before or after the hash. */
function takeInviteCode(): void {
  const code = new URLSearchParams(location.search).get('invcode') ?? currentLocation().query['invcode'];
  if (code) keepInviteCode(code);
}

/** What comes later and fails leaves the page as it is; the browser's own words name the file. */
const warn = (error: unknown) => console.warn(error);

/** A visitor has no pushed figures and goes without the socket's code. */
const followLive = () =>
  import('./follow-live.ts').then((live) => live.followLive(currentToken())).catch(warn);

const sayWho = () => import('../member/family/say-who.ts').then((family) => family.sayWho()).catch(warn);

function followSession(): void {
  followOtherTabs(() => void sayWho());
  wireSession({ token: currentToken, ended: () => endSession('notlogin') });
  useSessionStore.subscribe((state, before) => {
    if (state.token === before.token) return;
    queryClient.clear();
    void followLive();
  });
}

/** Opened without a place (from an icon, by the bare address), the app goes on where the member last was. */
function returnToLastPath(): void {
  const last = parseLocation(readStored('general.lastPath') ?? '/');
  if (location.hash !== '' || currentToken() === undefined || isLeftBehind(last.path)) return;
  replace(last.path, last.query);
}

/** Pages that nobody wants to come back to: they spoke of a moment that is over. */
function isLeftBehind(path: string): boolean {
  return path === LOGIN_PATH || path === '/pages/error';
}

/** A screen that is this near is waited for: better one picture than a skeleton for a blink. */
const SCREEN_PATIENCE_MS = 80;

async function fetchFirstScreen(): Promise<void> {
  if (currentToken() !== undefined) findRoute(currentLocation().path)?.reads?.forEach(readAhead);
  const screen = preloadScreen(currentLocation().path);
  await loadTexts(['app']);
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, SCREEN_PATIENCE_MS))]);
}

/** A dapp browser, a remembered wallet and a transaction under way cannot wait; anybody else's page gets quiet first. */
function startWallet(): void {
  const start = () =>
    import('../platform/wallet/start.ts').then(
      ({ startWalletWork }) => startWalletWork(endSession),
      (error: unknown) => {
        warn(error);
        fetchAnewWhenQuiet();
      },
    );
  const kept = readStored('dapp.walletName') ?? readStored('dapp.transactions');
  if ('ethereum' in window || kept !== undefined) void start();
  else whenIdle(() => void start());
}

/** What no first picture waits for: what makes the page an app on the home screen, and the words of refusals. */
function fetchLater(): void {
  loadTexts(['error:kit']).catch(warn);
  import('../platform/install.ts').then(({ offerInstall }) => offerInstall(), warn);
}

/** Draws the app; what it cannot be drawn without and could not be fetched is thrown (boot.ts tells it). */
export async function start(): Promise<void> {
  applyDocumentLanguage();
  wireBack(holdBack);
  takeInviteCode();
  followSession();
  const host = document.querySelector('#root');
  if (!host) throw new Error('the page has no #root');
  returnToLastPath();
  if (!mayShow(currentLocation().path, currentToken())) leadToLogin();
  followHistory();
  await fetchFirstScreen();
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* A screen that breaks while it is left is no longer inside its own boundary. */}
        <ScreenBoundary path="">
          <Shell />
        </ScreenBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
  // In slices: on a slow phone the first picture takes a tenth of a second, in which a tap would wait.
  startTransition(() => createRoot(host).render(app));
  // What the socket tells comes on top of what the screen asked for: its code waits for the picture.
  if (currentToken() !== undefined) void firstPicture.then(followLive);
  startWallet();
  whenIdle(fetchLater);
}
