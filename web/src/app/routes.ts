import { row } from './route.ts';
import type { Route } from './route.ts';

const home = () => import('../home/home-screen.tsx').then((m) => m.HomeScreen);

export const LOGIN_PATH = '/pages/login/login';

/**
 * Rows that the first picture and the tabs need; the specification's paths to the letter (§2), then ours. All others stand in
 * further-routes.ts, so that a first visit does not pay for them.
 */
const firstRoutes: readonly Route[] = [
  row('/', 'open', 'titleHome', { tab: 'home', texts: ['home'], screen: home }),
  row('/pages/home/home', 'open', 'titleHome', { tab: 'home', texts: ['home'], screen: home }),
  row('/pages/activity/activity', 'member', 'activity.titleActivity', {
    tab: 'activity',
    texts: ['activity', 'error:reward'],
    screen: () => import('../activity/activity-screen.tsx').then((m) => m.ActivityScreen),
  }),
  row('/pages/swap/swap', 'member', 'titleSwap', {
    tab: 'swap',
    texts: ['market', 'swap'],
    reads: ['trade/Pool'],
    screen: () => import('../swap/market/market-screen.tsx').then((m) => m.MarketScreen),
  }),
  row('/pages/swap/kline/kline', 'member', 'market.titleKline', {
    texts: ['market'],
    reads: ['trade/Pool'],
    screen: () => import('../swap/chart/kline-screen.tsx').then((m) => m.KlineScreen),
  }),
  row('/pages/team/team', 'member', 'team.titleTeam', {
    tab: 'team',
    texts: ['team'],
    screen: () => import('../team/team-screen.tsx').then((m) => m.TeamScreen),
  }),
  row('/pages/wallet/wallet', 'member', 'titleWallet', {
    tab: 'wallet',
    texts: ['asset', 'member'],
    reads: ['Users/Info', 'Users/Balance', 'Ctrls/GetConfig', 'Users/TotalMy'],
    screen: () => import('../asset/wallet-screen.tsx').then((m) => m.WalletScreen),
  }),
  row('/pages/login/login', 'open', 'titleLogin', {
    texts: ['auth'],
    screen: () => import('../auth/login/login-screen.tsx').then((m) => m.LoginScreen),
  }),
  row('/pages/error', 'open', 'titleError', {
    texts: [],
    screen: () => import('./error-screen.tsx').then((m) => m.ErrorScreen),
  }),
];

const byPath = new Map(firstRoutes.map((route) => [route.path, route]));

/** The row of a path, where it is known by now. */
export function findRoute(path: string): Route | undefined {
  return byPath.get(path.length > 1 ? path.replace(/\/$/, '') : path);
}

/** The row of a path; undefined when no screen stands there. */
export async function fetchRoute(path: string): Promise<Route | undefined> {
  const known = findRoute(path);
  if (known) return known;
  const { furtherRoutes } = await import('./further-routes.ts');
  for (const route of furtherRoutes) byPath.set(route.path, route);
  return findRoute(path);
}

const openPaths = new Set([
  '/',
  '/pages/agreement',
  '/pages/pres',
  '/pages/home/home',
  '/pages/error',
  // Ours: what the pools hold and pay is public (rulebook §0.1).
  '/pages/award/pools/pools',
  // Ours: that members' money is covered is everybody's to see (rulebook §0.2).
  '/pages/wallet/reserves/reserves',
  '/pages/wallet/status/status',
  '/pages/activity/pool/pool',
  // Ours: news are for everybody.
  '/pages/news/news',
  // Ours: who cannot log in needs an answer, too (rulebook §13).
  '/pages/service/faq',
  '/pages/service/feedback',
  // Ours: the mall's goods and a cart are for visitors, too (decision 0120).
  ...['mall', 'type', 'search', 'goods', 'cart', 'shop'].map((page) => `/pages/mall/${page}`),
]);
const openPrefixes = ['/pages/login/', '/pages/agreement/', '/pages/error/', '/pages/webview/'];

/** The open-route rule (specification §2): where a visitor without token may go. */
export function isOpenPath(path: string): boolean {
  return openPaths.has(path) || openPrefixes.some((prefix) => path.startsWith(prefix));
}
