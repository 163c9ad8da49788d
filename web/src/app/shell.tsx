import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Beside } from '../parts/beside.tsx';
import { currentLocation, push, switchTab, useLocation } from '../platform/history.ts';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { afterNextFrame, noteDrawn, whenIdle } from '../platform/idle.ts';
import { networkState, useNetwork } from '../platform/network.ts';
import type { NetworkState } from '../platform/network.ts';
import { redRises, usePreferences } from '../platform/preferences.ts';
import { useSessionStore } from '../platform/session.ts';
import { IconActivity, IconHome, IconSwap, IconTeam, IconWallet } from '../ui/icon/place.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Mark } from '../ui/mark.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import type { TabBarItem } from '../ui/tab-bar.tsx';
import { leadToLogin, mayShow } from './guard.ts';
import type { TabKey } from './route.ts';
import { findRoute, LOGIN_PATH } from './routes.ts';
import { ScreenHost } from './screen-host.tsx';
import { preloadScreen } from './screens.ts';
import css from './shell.module.css';

const Toasts = lazyPart(() => import('../ui/toast-host.tsx').then((m) => m.ToastHost));
const Asking = lazyPart(
  () => import('./asking.tsx').then((m) => m.Asking),
  () => loadTexts(['guard']),
);
const OfflineLine = lazy(async () => {
  const parts = Promise.all([import('./offline/offline-line.tsx'), loadTexts(['offline'])]);
  return parts.then(
    ([{ OfflineLine: line }]) => ({ default: line }),
    () => ({ default: NetworkLine }),
  );
});
const ActingBanner = lazyPart(
  () => import('../member/family/acting-banner.tsx').then((m) => m.ActingBanner),
  () => loadTexts(['family']),
);
const WalletCorner = lazyPart(() => import('../wallet/wallet-corner.tsx').then((m) => m.WalletCorner));

const tabs: readonly { key: TabKey; path: string; icon: () => React.ReactNode }[] = [
  { key: 'home', path: '/pages/home/home', icon: () => <IconHome /> },
  { key: 'swap', path: '/pages/swap/swap', icon: () => <IconSwap /> },
  { key: 'activity', path: '/pages/activity/activity', icon: () => <IconActivity /> },
  { key: 'team', path: '/pages/team/team', icon: () => <IconTeam /> },
  { key: 'wallet', path: '/pages/wallet/wallet', icon: () => <IconWallet /> },
];

const tabNames = {
  home: 'tabHome',
  swap: 'tabSwap',
  activity: 'tabActivity',
  team: 'tabTeam',
  wallet: 'tabWallet',
} as const;

/** The tab that a page below one belongs to; none for the account and what is open to visitors. */
function tabAbove(path: string): TabKey | undefined {
  return tabs.find((tab) => path.startsWith(`/pages/${tab.key}/`))?.key;
}

/** `current` undefined or `below`: not a tab's own page; then only the rail of wide screens shows it. */
export function Tabs({ current, below }: { current: TabKey | undefined; below: boolean }) {
  const t = useTexts('app');
  const items: TabBarItem[] = tabs.map((tab) => ({
    key: tab.key,
    label: t(tabNames[tab.key]),
    href: `#${tab.path}`,
    icon: tab.icon(),
  }));
  return (
    <TabBar
      label={t('tabs')}
      items={items}
      current={current}
      below={below}
      mark={<Mark />}
      onNavigate={(item, event) => {
        event.preventDefault();
        const tab = tabs.find((one) => one.key === item.key);
        if (tab && (below || tab.key !== current)) switchTab(tab.path);
      }}
    />
  );
}

/** One line under the top while the network is slow or gone; leaving "gone" says so once. */
function NetworkLine() {
  const t = useTexts('app');
  const network = useNetwork();
  if (network === 'good') return null;
  return (
    <output className={css.network}>
      {network === 'slow' && t('slow')}
      {network === 'none' && (
        <>
          <strong>{t('offlineTitle')}</strong> <span>{t('offlineText')}</span>
        </>
      )}
    </output>
  );
}

/** No network opens the error page (specification §4), but not over what this device can still show. */
async function meetNoNetwork(): Promise<void> {
  const nothing = await import('./offline/without-network.ts').then(
    ({ nothingToShow }) => nothingToShow(),
    () => true,
  );
  const { path } = currentLocation();
  if (nothing && networkState() === 'none' && path !== '/pages/error')
    push('/pages/error', { message: 'offline', from: path });
}

/**
 * Screen readers and keyboards start at the heading after each move, to another page or to another part of this one; and everybody at its
 * top, but where "back" leads to a place on the same page, which the browser knows. Once it is seen: to focus lays the page out, and
 * the frame that shows it would wait for that.
 */
function useFocusOnMove(path: string): void {
  // More after a move that "back" leaves, fewer after "back", the same where one place takes another's.
  const depth = (history.state as { depth?: number } | null)?.depth ?? 0;
  const last = useRef({ path, depth });
  useEffect(() => {
    const before = last.current;
    last.current = { path, depth };
    if (before.path === path && before.depth === depth) return;
    if (before.path !== path || before.depth < depth) window.scrollTo(0, 0);
    return afterNextFrame(() => {
      // On a slow phone somebody may be typing by then.
      if (document.activeElement?.matches('input, textarea')) return;
      const heading = document.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
  }, [path, depth]);
}

/**
 * Screens fade in after a move only: what starts invisible does not count as painted, and the first picture would come
 * later for nothing.
 */
function useMoved(path: string): boolean {
  const [first] = useState(path);
  const [moved, setMoved] = useState(false);
  if (!moved && path !== first) setMoved(true);
  return moved;
}

/** Is it time for what nobody waits for? Not without a network: a browser remembers what it could not fetch. */
function useQuiet(network: NetworkState): boolean {
  const [idle, setIdle] = useState(false);
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (idle && !quiet && network !== 'none') setQuiet(true);
  return quiet;
}

/** Frame of the app: the current screen, the tabs on tab roots, network line, toasts. */
export function Shell() {
  const place = useLocation();
  const { token, acting } = useSessionStore();
  const t = useTexts('app');
  const upDown = usePreferences((state) => state.upDown);
  const moved = useMoved(place.path);
  const network = useNetwork();
  const quiet = useQuiet(network);
  const allowed = mayShow(place.path, token);
  useFocusOnMove(place.path);
  useEffect(noteDrawn, []);
  useEffect(() => {
    if (!allowed) leadToLogin();
  }, [allowed, place]);
  useEffect(() => {
    if (network === 'none') void meetNoNetwork();
  }, [network]);
  useEffect(() => {
    if (!quiet) return;
    // Kept ahead: it is needed exactly when nothing can be fetched.
    void preloadScreen('/pages/error');
    import('./offline/without-network.ts').catch(() => undefined);
    void preloadScreen(token === undefined ? LOGIN_PATH : '/pages/wallet/wallet');
  }, [quiet, token]);
  const route = findRoute(place.path);
  return (
    <div data-rise={redRises(upDown) ? 'red' : 'green'}>
      {/* That page says it itself. */}
      {place.path !== '/pages/error' && (
        <Suspense fallback={<NetworkLine />}>
          {network === 'none' || (quiet && network === 'good') ? <OfflineLine /> : <NetworkLine />}
        </Suspense>
      )}
      {acting && (
        <Beside>
          <ActingBanner />
        </Beside>
      )}
      {allowed && (
        <div key={place.path} className={moved ? css.screen : undefined}>
          <ScreenHost path={place.path} />
        </div>
      )}
      {allowed && <Tabs current={route?.tab ?? tabAbove(place.path)} below={route?.tab === undefined} />}
      {quiet && (
        <>
          <Beside>
            <WalletCorner />
          </Beside>
          <Beside>
            <Asking isMember={token !== undefined} />
          </Beside>
          <Beside>
            <Toasts label={t('messages')} closeLabel={t('close')} />
          </Beside>
        </>
      )}
    </div>
  );
}
