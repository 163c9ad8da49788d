// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { receivePush } from '../../platform/live.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { bannerOf } from '../../setting/test-banner.ts';
import { swapPushes } from '../pushes.ts';
import { sampleCandles, samplePool, sampleTrade } from './test-market.ts';

const place = '/pages/swap/swap';
const stop = () => undefined;

vi.mock('../chart/chart-library.ts', () => ({ library: {} }));
vi.mock('../chart/chart-canvas.ts', () => ({
  openChart: () => ({ show: stop, applyLook: stop, pick: stop, zoom: stop, close: stop }),
}));

const push = (type: string, data: unknown) => act(() => receivePush(swapPushes, { type, data }));

const answers = {
  'trade/Pool': samplePool,
  'trade/Kline': { list: sampleCandles(['0.12', '0.125']) },
  'trade/Trades': { list: [sampleTrade] },
};

test('refuses: figures that could not be read are not shown as zero, another try is offered', async () => {
  let away = true;
  await openScreen(place, {
    ...answers,
    'trade/Pool': () => {
      if (away) throw new Refused('swap.nopool', 'The pool cannot be read right now.');
      return samplePool;
    },
  });
  expect(await screen.findByText('The pool cannot be read right now.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/NaN|0\.00 USDT/);
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('0.12345 USDT')).toBeTruthy();
});

test('refuses: to offer trading while it is paused', async () => {
  await openScreen(place, { ...answers, 'trade/Pool': { ...samplePool, tradable: false } });
  expect(await screen.findByText('OPEN is temporarily not tradable')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Buy OPEN' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Sell OPEN' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Liquidity' })).toBeTruthy();
});

test('behavior: a pause says since when, and why where that was told', async () => {
  const since = '2026-11-20T10:00:00.000Z';
  await openScreen(place, {
    ...answers,
    'trade/Pool': { ...samplePool, tradable: false },
    index: bannerOf([{ what: 'trade', since, reason: 'The price in the pool moved too fast.' }]),
  });
  const said = await screen.findByText(/^Buying and selling are paused\. Removing liquidity .* since /);
  expect(said.textContent).toContain(
    `They have been paused since ${exactTime(since, 'en')}. The price in the pool moved too fast.`,
  );
});

test('behavior: bones while loading, and the ways to trade are there already', async () => {
  await openScreen(place, {
    'trade/Pool': () => unanswered,
    'trade/Kline': () => unanswered,
    'trade/Trades': () => unanswered,
  });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(1);
  expect(screen.getByText('Not known right now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buy OPEN' }).getAttribute('href')).toBe(
    '#/pages/swap/swap/swap?side=buy',
  );
});

test('behavior: an empty market says that nobody has traded', async () => {
  await openScreen(place, {
    'trade/Pool': { ...samplePool, change24h: null, trades24h: 0, twap: null },
    'trade/Kline': { list: [] },
    'trade/Trades': { list: [] },
  });
  await waitFor(() => expect(screen.getAllByText(/^Nobody has traded in this pool yet/)).toHaveLength(2));
  expect(screen.getByText('Less than 24 hours old')).toBeTruthy();
  expect(screen.getByText('Not ready yet')).toBeTruthy();
});

test('behavior: price, change, pool and trades as the server tells them', async () => {
  await openScreen(place, answers);
  expect(await screen.findByText('0.12345 USDT')).toBeTruthy();
  expect(screen.getByText('Down 2.41% in 24 hours')).toBeTruthy();
  expect(screen.getByText(/^123,456\.78 USDT/)).toBeTruthy();
  expect(screen.getByText('4,812.37 OPEN')).toBeTruthy();
  expect(screen.getByText('0.12500 USDT')).toBeTruthy();
  const trade = (await screen.findByText('1,234.56 OPEN')).closest('a');
  expect(trade?.getAttribute('href')).toBe('#/pages/swap/detail/detail?id=trd_1');
  expect(trade?.textContent).toContain('yours');
});

test('refuses: to show what one has traded while amounts are hidden; what others did is read', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  const other = { ...sampleTrade, id: 'trd_2', quantity: '7', mine: false };
  await openScreen(place, { ...answers, 'trade/Trades': { list: [sampleTrade, other] } });
  expect(await screen.findByText('•••••• OPEN')).toBeTruthy();
  expect(screen.getByText('7.00 OPEN')).toBeTruthy();
});

test('behavior: a figure that needs a word has it behind its mark', async () => {
  await openScreen(place, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'What is this: 30-minute average' }));
  expect(within(await screen.findByRole('dialog')).getByText(/at least half an hour/)).toBeTruthy();
});

test('behavior: a pushed trade comes on top with the new price, and one’s own stays one’s own', async () => {
  await openScreen(place, answers);
  await screen.findByText('1,234.56 OPEN');
  push('trade', {
    trade: { ...sampleTrade, id: 'trd_2', type: 'sell', quantity: '7', mine: false, status: 'seen' },
    pool: { price: '0.2', block: 101 },
  });
  expect(await screen.findByText('0.20000 USDT')).toBeTruthy();
  const rows = within(screen.getByRole('list', { name: 'Latest trades' })).getAllByRole('link');
  expect(rows.map((row) => /Buy|Sell/.exec(row.textContent)?.[0])).toEqual(['Sell', 'Buy']);
  expect(rows[0]?.textContent).toContain('not final yet');
  push('trade', { trade: { ...sampleTrade, mine: false }, pool: { price: '0.3', block: 90 } });
  expect(rows[1]?.textContent).toContain('yours');
  expect(screen.getByText('0.20000 USDT')).toBeTruthy();
});

test('behavior: a trade that is told late stands where it belongs, and one that the chain took back leaves', async () => {
  let list = [sampleTrade];
  await openScreen(place, { ...answers, 'trade/Trades': () => ({ list }) });
  await screen.findByText('1,234.56 OPEN');
  const late = { ...sampleTrade, id: 'trd_0', type: 'sell' as const, block: sampleTrade.block - 1 };
  push('trade', { trade: late });
  const kinds = () =>
    within(screen.getByRole('list', { name: 'Latest trades' }))
      .getAllByRole('link')
      .map((row) => /Buy|Sell/.exec(row.textContent)?.[0]);
  await waitFor(() => expect(kinds()).toEqual(['Buy', 'Sell']));
  list = [late];
  push('trade', { gone: [sampleTrade.id] });
  await waitFor(() => expect(kinds()).toEqual(['Sell']));
});
