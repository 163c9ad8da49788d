// @vitest-environment happy-dom
import { allCalls } from '@openmere/core/calls.ts';
import type { CallPath } from '@openmere/core/calls.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import { allPushes } from '@openmere/core/pushes.ts';
import type { PushName } from '@openmere/core/pushes.ts';
import { pushSamples } from '@openmere/core/test-pushes.ts';
import { QueryObserver } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { onPush, receivePush, useLive } from '../platform/live.ts';
import { usePreferences } from '../platform/preferences.ts';
import { queryClient } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';
import { readStored, writeStored } from '../platform/storage.ts';
import { sampleTrade } from '../swap/market/test-market.ts';
import { currentToasts, dismissToast } from '../ui/toast-store.ts';
import { followLive, pushHandlers } from './follow-live.ts';
import { openScreen } from './test-screen.tsx';
import type { Answers } from './test-screen.tsx';

type Effect = { refreshed: CallPath[]; toast?: string };

/** What each push does for a member who is anywhere in the app. */
const effects: { [N in PushName]: Effect } = {
  'activity.bonus': { refreshed: ['Activity/Info', 'Users/Rewards', 'Users/mytotal', 'Users/TotalMy'] },
  'activity.buyback': { refreshed: ['Activity/Pool', 'Reward/Pools'] },
  'activity.places': { refreshed: ['Activity/Info', 'Activity/Places'] },
  balance: {
    refreshed: ['Users/Balance', 'trade/GetUserBalanceRecord', 'Wallet/Locks', 'Users/myaccount'],
  },
  candle: { refreshed: [] },
  deposit: { refreshed: ['Wallet/Deposits'] },
  fiat: { refreshed: ['Wallet/FiatOrders', 'Wallet/FiatBanks'] },
  halt: { refreshed: ['index', 'Wallet/Status', 'Wallet/WithdrawQuote', 'Wallet/Withdrawals'] },
  'node.medal': { refreshed: ['Node/Mine', 'Node/Types', 'trade/Liquidity', 'Users/Info'] },
  'node.permit': { refreshed: ['Node/Allow'] },
  'node.sales': { refreshed: ['Node/Types'] },
  'notice.factor': {
    refreshed: ['Users/Info', 'Users/SecondFactor', 'Users/Passkeys', 'Users/Sessions'],
    toast: 'A recovery code was used. Was it you?',
  },
  'notice.family': { refreshed: ['Users/myaccount', 'Users/Info'] },
  'notice.newdevice': { refreshed: ['Users/Sessions'], toast: 'New login on Firefox. Was it you?' },
  'notice.paypassword': {
    refreshed: ['Users/Info', 'Users/Sessions', 'Wallet/Locks'],
    toast: 'Your payment password was changed',
  },
  'notice.news': { refreshed: ['Ctrls/News', 'Ctrls/NewsFirst', 'Ctrls/Unread'] },
  'notice.personal': { refreshed: ['Ctrls/Notices', 'Ctrls/Unread'] },
  'notice.team': { refreshed: ['Users/teamtotal', 'Users/Tdmf', 'Users/CaptainUsers'] },
  'notice.transfer': {
    refreshed: ['Wallet/Transfers', 'Ctrls/Notices', 'Ctrls/Unread'],
    toast: 'M***k sent you 19.90 USDT',
  },
  'notice.unfrozen': { refreshed: ['Users/Info', 'Wallet/Locks'] },
  ticket: { refreshed: ['Ticket/List', 'Ticket/Messages'], toast: 'Support has answered you' },
  order: {
    refreshed: [
      'Order/List',
      'Order/Counts',
      'Order/First',
      'Order/ShopList',
      'Order/ShopCounts',
      'Order/ShopFirst',
      'Goods/ShopStatement',
      'Goods/ShopGoods',
    ],
  },
  resync: { refreshed: ['Users/Info', 'Users/Balance', 'trade/Pool', 'Wallet/Deposits', 'index'] },
  reward: {
    refreshed: [
      'Users/Rewards',
      'Users/RewardDetail',
      'Users/mytotal',
      'Users/TotalMy',
      'Users/TotalDayMy',
      'Reward/Pools',
      'Users/Balance',
      'Users/CreditDetail',
      'trade/GetUserBalanceRecord',
      'Users/GetMyEnergy',
      'Cast/Info',
      'Cast/Deductions',
      'Node/Mine',
      'Users/Info',
      'Users/teamtotal',
      'Users/Tdmf',
      'Users/CaptainInfo',
      'Users/CaptainUsers',
    ],
  },
  shop: { refreshed: ['Users/Shopinfo'] },
  'notice.identity': { refreshed: ['Users/Identity', 'Users/Info'] },
  // The pool that no screen shows.
  trade: { refreshed: ['trade/Pool'] },
  'tx.activation': { refreshed: ['Users/Info', 'Chain/Activation'] },
  'tx.minting': {
    refreshed: [
      'Users/GetMyEnergy',
      'Cast/Info',
      'Cast/Records',
      'Usdo/Info',
      'Usdo/Records',
      'Users/Balance',
      'Users/Info',
    ],
  },
  'tx.liquidity': {
    refreshed: ['trade/Liquidity', 'trade/LiquidityRecords', 'trade/Pool', 'Users/Balance'],
  },
  'tx.trade': { refreshed: ['trade/Trades'] },
  // After a while, so that not all ask at once (update-needed.test.tsx).
  version: { refreshed: [] },
  withdrawal: { refreshed: ['Wallet/Withdrawals', 'Wallet/Locks'] },
};

const known = allCalls.map((call) => call.path as CallPath);

const answers: Answers = {
  'Wallet/Transfers': {
    list: [
      {
        id: 'tra_1',
        time: '2026-01-02T03:04:05.000Z',
        type: 'in',
        coinid: 'USDT',
        address: 'M***k',
        amount: '20',
        received: '19.9',
        fee: '0.1',
        hash: null,
        chaintype: 'ledger',
        status: 'done',
        counterpart: 'M***k',
        note: '',
        description: 'From M***k',
      },
    ],
  },
};

afterEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id);
  queryClient.clear();
});

test('behavior: a new login is asked about on the other devices, not on the one that has just logged in', async () => {
  const session = { device: 'Firefox', ip: '192.0.2.1', country: null, lastused: '2026-01-02T03:04:05.000Z' };
  const here = { ...session, id: 'ses_1', created: '2026-01-02T03:04:05.000Z', current: true };
  const earlier = { ...session, id: 'ses_2', created: '2026-01-01T03:04:05.000Z', current: false };
  const { asked } = await openScreen('/pages/login/language', {
    'Users/Sessions': { list: [earlier, here] },
  });
  await act(async () => {
    receive('notice.newdevice');
    await waitFor(() => expect(asked.some(({ path }) => path === 'Users/Sessions')).toBe(true));
  });
  expect(currentToasts()).toEqual([]);
});

test('refuses: to say how much has arrived while amounts are hidden', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  await openScreen('/pages/login/language', answers);
  act(() => receive('notice.transfer'));
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toEqual(['M***k sent you •••••• USDT']),
  );
});

function receive(name: PushName): void {
  const push = allPushes.find((one) => one.push === name);
  if (!push) throw new Error(`no push ${name}`);
  receivePush(pushHandlers, formatPush(push, pushSamples[name]));
}

test.each(allPushes.map((one) => one.push as PushName))(
  'behavior: %s refreshes and shows what it should',
  async (name) => {
    await openScreen('/pages/login/language', answers);
    for (const path of known) queryClient.setQueryData([path, {}], { list: [] });
    act(() => receive(name));
    const isOld = (path: string) => queryClient.getQueryState([path, {}])?.isInvalidated === true;
    const { refreshed, toast } = effects[name];
    await waitFor(() => {
      expect(refreshed.filter((path) => !isOld(path))).toEqual([]);
    });
    if (name !== 'resync') expect(known.filter(isOld).toSorted()).toEqual(refreshed.toSorted());
    if (toast === undefined) expect(currentToasts()).toEqual([]);
    else await waitFor(() => expect(currentToasts().map((one) => one.text)).toEqual([toast]));
    // What one can do about it has a name.
    for (const { action } of currentToasts()) if (action) expect(action.label).not.toBe('');
  },
);

test('behavior: a pushed pool is the pool of every screen', () => {
  const queryKey = ['trade/Pool', {}];
  queryClient.setQueryData(queryKey, { price: '0.1', block: 100, volume24h: '7' });
  const unfollow = new QueryObserver(queryClient, { queryKey, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  receive('trade');
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ price: '0.2', volume24h: '7' });
  unfollow();
});

test('behavior: what only a screen moves is old where no screen shows it: the trades of everybody, the candles of an interval', () => {
  const latest = ['trade/Trades', { scope: 'all', pageSize: 10 }];
  const mine = ['trade/Trades', { scope: 'mine' }];
  const candles = (interval: string) => ['trade/Kline', { interval }, 'pages'];
  const copies = [latest, mine, candles('1h'), candles('1d')];
  for (const queryKey of copies) queryClient.setQueryData(queryKey, { list: [], pages: [] });
  receive('trade');
  const old = () => copies.filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);
  // The pool alone.
  expect(old()).toEqual([]);
  receivePush(pushHandlers, { type: 'trade', data: { trade: sampleTrade } });
  receive('candle');
  expect(old()).toEqual([latest, candles(pushSamples.candle.interval)]);
});

test('behavior: where the socket is dead and calls get through, what is shown is asked for every half minute', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('blocked')));
  let asked = 0;
  const queryKey = ['Users/Balance', {}];
  const stop = new QueryObserver(queryClient, { queryKey, queryFn: () => ++asked }).subscribe(
    () => undefined,
  );
  try {
    followLive('token');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(3);
    // Pushes keep it right.
    useLive.setState({ live: true });
    followLive(undefined);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toBe(3);
    expect(useLive.getState().live).toBe(false);
  } finally {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('refuses: to lead the next member to where another tab was when one logged out; who is thrown out comes back there', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const session = useSessionStore.getState();
  const place = '/pages/order/detail?id=ord_1';
  const end = async (why?: 'notlogin') => {
    session.start('token');
    session.end(why);
    followLive(undefined);
    // The page for members that was open there leads to the login, and says so (guard.ts).
    writeStored('general.wantedPath', place);
    await vi.advanceTimersByTimeAsync(0);
    return readStored('general.wantedPath');
  };
  expect(await end('notlogin')).toBe(place);
  expect(await end()).toBeUndefined();
});

test('behavior: screens that listen get the data, until they stop', () => {
  const got: unknown[] = [];
  const stop = onPush(['candle', 'tx.trade'], (data) => got.push(data));
  receive('candle');
  receive('tx.trade');
  receive('tx.liquidity');
  stop();
  receive('candle');
  expect(got).toEqual([pushSamples.candle, { kind: 'trade', ...pushSamples['tx.trade'] }]);
});

test('refuses: what only a newer server knows is passed over', () => {
  expect(() => receivePush(pushHandlers, { type: 'reward', data: { kind: 'direct' } })).not.toThrow();
  expect(() => receivePush(pushHandlers, { type: 'notice', data: null })).not.toThrow();
});
