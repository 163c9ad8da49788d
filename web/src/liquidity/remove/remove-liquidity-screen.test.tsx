// @vitest-environment happy-dom
import { formatPush } from '@openmere/core/kit/push.ts';
import { marketMoved } from '@openmere/core/swap/contract.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuseChain, Refused, unanswered } from '../../app/test-screen.tsx';
import { receivePush } from '../../platform/live.ts';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { member } from '../../swap/trade/test-trade.ts';
import { changeTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import {
  contracts,
  facts,
  holdByKeys,
  newDeskChain,
  noFacts,
  openLiquidity,
  readDesk,
  review,
  rowText,
} from '../test-liquidity.ts';

const path = '/pages/swap/reLiquidity/reLiquidity';
const coin = 10n ** 18n;
const hold = { id: 1, amount: '100', releaseat: '2999-01-01T00:00:00.000Z' };
const holding = { ...facts, holds: [hold], heldtotal: '100' };

beforeEach(() => {
  localStorage.clear();
  changeTradeSettings({ slippageBps: 50, deadlineMinutes: 20 });
  useTransactionStore.setState({ records: [] });
});

afterEach(() => void vi.useRealTimers());

async function type(label: string, text: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
}

test('refuses: what could not be read says why and is tried again', async () => {
  let away = true;
  await openLiquidity(path, {
    wallet: 'none',
    answers: {
      'trade/Liquidity': () => {
        if (away) throw new Refused('request.unavailable', 'Busy right now');
        return facts;
      },
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('LP to remove')).toBeTruthy();
});

test('refuses: nothing, and more than there is, at the last unit', async () => {
  await openLiquidity(path);
  await type('LP to remove', '0');
  expect((await screen.findAllByText('Enter an amount above zero.')).length).toBe(2);
  await type('LP to remove', '3162.270000000000000001');
  expect((await screen.findAllByText('You have 3162.27 LP. Enter less.')).length).toBe(2);
  await type('LP to remove', '3162.27');
  expect(await screen.findByRole('button', { name: 'Remove 3,162.27 LP' })).toBeTruthy();
});

test('refuses: to sign before ok is typed; any case of it will do', async () => {
  const { sent } = await openLiquidity(path);
  fireEvent.click(await screen.findByRole('button', { name: '100%' }));
  const sheet = await review(/^Remove 3,162.27 LP/);
  expect(sheet.getByRole('button', { name: 'Type ok to confirm.' })).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Type “ok” to confirm'), { target: { value: 'okay' } });
  expect(sheet.getByRole('button', { name: 'Type ok to confirm.' })).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Type “ok” to confirm'), { target: { value: ' ＯＫ ' } });
  expect(sheet.getByRole('button', { name: 'Hold: Remove 3,162.27 LP' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('refuses: to sign by figures that cannot be read again; what comes back is a new look, and asks anew', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openLiquidity(path);
  fireEvent.click(await screen.findByRole('button', { name: '100%' }));
  const sheet = await review(/^Remove 3,162.27 LP/);
  fireEvent.change(sheet.getByLabelText('Type “ok” to confirm'), { target: { value: 'ok' } });
  const answerAgain = refuseChain();
  vi.advanceTimersByTime(15_000);
  expect(await sheet.findByText('We cannot read the chain')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /^Hold: Remove/ })).toBeNull();
  answerAgain();
  vi.advanceTimersByTime(15_000);
  expect(await sheet.findByRole('button', { name: 'Type ok to confirm.' })).toBeTruthy();
});

test('refuses: to re-add while the desk is paused, and says so before anything is asked; removing goes on', async () => {
  const chain = { ...newDeskChain(), paused: true };
  await openLiquidity(`${path}?mode=readd`, { chain, answers: { 'trade/Liquidity': holding } });
  expect(await screen.findByText('You cannot add right now')).toBeTruthy();
  const reason = 'Adding liquidity is paused for now. Removing still works.';
  expect(screen.getByRole('button', { name: reason })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Remove' }));
  await type('LP to remove', '10');
  expect(await screen.findByRole('button', { name: 'Remove 10.00 LP' })).toBeTruthy();
});

test('refuses: to re-add more than is held, at the last unit', async () => {
  await openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  await type('From what is held', '100.000000000000000001');
  const text = 'Remaining amount to add insufficient: 100 OUSD is held for you. Enter less.';
  expect((await screen.findAllByText(text)).length).toBe(2);
  await type('From what is held', '100');
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test('refuses: to re-add OUSD that the wallet does not have', async () => {
  await openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  await screen.findByText('40.00 OUSD in your wallet');
  await type('From your wallet', '40.01');
  expect((await screen.findAllByText('Your wallet holds 40 OUSD. Enter less.')).length).toBe(2);
});

test('behavior: bones stand while it loads', async () => {
  await openLiquidity(path, { wallet: 'none', answers: { 'trade/Liquidity': () => unanswered } });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: with nothing to remove the first step is adding', async () => {
  await openLiquidity(path, { answers: { 'trade/Liquidity': noFacts } });
  expect((await screen.findByRole('link', { name: 'Add liquidity' })).getAttribute('href')).toContain(
    'addLiquidity',
  );
});

test('behavior: an exit asks for neither activation nor country', async () => {
  await openLiquidity(path, { answers: { 'Users/Info': { ...member, activated: false, exitonly: true } } });
  fireEvent.click(await screen.findByRole('button', { name: '50%' }));
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Remove 1,581.13 LP' }).getAttribute('aria-disabled'),
    ).toBeNull(),
  );
});

test('behavior: what comes back, what is held and until when, before anything is signed; then exactly that is asked', async () => {
  const { sent } = await openLiquidity(path);
  fireEvent.click(await screen.findByRole('button', { name: '50%' }));
  expect(rowText('OPEN to your wallet')).toBe('5,000.00 OPEN');
  expect(rowText('OUSD to your wallet (80%)')).toBe('400.00 OUSD');
  expect(rowText('OUSD held for re-adding (20%)')).toMatch(/^100.00 OUSD ?until /);
  expect(screen.getByText(/^100.00 OUSD is held in your name until/)).toBeTruthy();
  const sheet = await review(/^Remove 1,581.13 LP/);
  fireEvent.change(sheet.getByLabelText('Type “ok” to confirm'), { target: { value: 'ok' } });
  await holdByKeys(sheet, /^Hold: Remove/);
  await waitFor(() => expect(sent.length).toBe(1));
  const [call] = readDesk(sent);
  expect(call).toMatchObject({ to: contracts.liquidityDesk, name: 'remove' });
  expect(call?.args.slice(0, 3)).toEqual([1_581_135n * 10n ** 15n, (4_975n * coin) / 10n, 4_975n * coin]);
  expect(await screen.findByRole('heading', { name: 'Removed 1,581.13 LP' })).toBeTruthy();
});

test.each([
  ['removing', path, '100%', /^Remove 3,162.27 LP/],
  ['re-adding', `${path}?mode=readd`, '100%', /^Re-add 100.00 OUSD/],
])(
  'behavior: the review of %s says when the price moved since it was opened',
  async (_name, place, part, button) => {
    const { chain } = await openLiquidity(place, { answers: { 'trade/Liquidity': holding } });
    fireEvent.click(await screen.findByRole('button', { name: part }));
    const sheet = await review(button);
    expect(sheet.queryByText(/has moved/)).toBeNull();
    chain.reserveOpen = (chain.reserveOpen * 11n) / 10n;
    chain.reserveUsdt = (chain.reserveUsdt * 10n) / 11n;
    act(() => receivePush({}, formatPush(marketMoved, { gone: [] })));
    expect(await sheet.findByText(/has moved since you opened this review/)).toBeTruthy();
  },
);

test('behavior: while OUSD is paused everything is paid in USDT and nothing is held, and it says so', async () => {
  const lifting = { ...facts, holdliftedat: '2026-11-20T00:00:00.000Z' };
  await openLiquidity(path, {
    chain: { ...newDeskChain(), ousdPaused: true },
    answers: { 'trade/Liquidity': lifting },
  });
  fireEvent.click(await screen.findByRole('button', { name: '50%' }));
  expect(rowText('USDT to your wallet')).toBe('500.00 USDT');
  expect(screen.queryByText('OUSD held for re-adding (20%)')).toBeNull();
  const sheet = await review(/^Remove/);
  expect(sheet.getByText('USDT to your wallet')).toBeTruthy();
  expect(sheet.getByText('500.00 USDT')).toBeTruthy();
  expect(sheet.queryByText('OUSD held for re-adding (20%)')).toBeNull();
});

test('behavior: what is held goes first, the wallet’s own OUSD after it, and only that is authorized', async () => {
  const { sent } = await openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  await screen.findByText('40.00 OUSD in your wallet');
  await type('From your wallet', '20');
  expect(rowText('OPEN needed')).toBe('1,200.00 OPEN');
  await holdByKeys(await review(/^Re-add 120.00 OUSD/), /^Hold: Re-add/);
  await waitFor(() => expect(sent.length).toBe(3));
  const calls = readDesk(sent);
  expect(calls.map((call) => [call.to, call.name, call.args[1]])).toEqual([
    [contracts.ousd, 'approve', 20n * coin],
    [contracts.open, 'approve', 1_200n * coin],
    [contracts.liquidityDesk, 'readd', 20n * coin],
  ]);
  expect(calls[2]?.args.slice(0, 5)).toEqual([
    100n * coin,
    20n * coin,
    1_200n * coin,
    (1_194n * coin) / 10n,
    1_194n * coin,
  ]);
});

test('behavior: re-adding may authorize a coin without a limit', async () => {
  const { sent } = await openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  await screen.findByText('40.00 OUSD in your wallet');
  await type('From your wallet', '20');
  const sheet = await review(/^Re-add 120.00 OUSD/);
  fireEvent.click(within(sheet.getByRole('group', { name: 'Approve OUSD' })).getByLabelText(/^Unlimited/));
  await holdByKeys(sheet, /^Hold: Re-add/);
  await waitFor(() => expect(sent.length).toBe(3));
  const allowed = readDesk(sent).map((call) => call.args[1]);
  expect(allowed.slice(0, 2)).toEqual([2n ** 256n - 1n, 1_200n * coin]);
});

test('behavior: what came of a hold cannot be removed yet and names its day; a lifted hold is told', async () => {
  const locks = [{ lp: '1000', freeat: '2999-01-01T00:00:00.000Z' }];
  const held = { ...facts, locks, lplocked: '1000', holdliftedat: '2026-11-20T10:00:00.000Z' };
  await openLiquidity('/pages/swap/reLiquidity/reLiquidity', { answers: { 'trade/Liquidity': held } });
  expect(await screen.findByText('1,000.00 LP cannot be removed yet')).toBeTruthy();
  expect(screen.getByText('Nothing is held back at the moment')).toBeTruthy();
  expect(screen.getByText(/2,162.27 LP/)).toBeTruthy();
});

test('behavior: where all of it is locked the page says so and until when, not that there is nothing yet', async () => {
  const locks = [{ lp: facts.lp, freeat: '2999-01-01T00:00:00.000Z' }];
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...facts, locks, lplocked: facts.lp } } });
  expect(await screen.findByText('3,162.27 LP cannot be removed yet')).toBeTruthy();
  expect(screen.getByText(/2999/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add liquidity' })).toBeNull();
});

test('behavior: the way in says its risk, the way out does not', async () => {
  await openLiquidity(`${path}?mode=readd`);
  expect(await screen.findByText('Know the risk')).toBeTruthy();
  await openLiquidity(path);
  expect(await screen.findByLabelText('LP to remove')).toBeTruthy();
  expect(screen.queryByText('Know the risk')).toBeNull();
});

test('behavior: what is to be re-added is kept as a draft; once it is sent, what is held then stands there', async () => {
  const open = () => openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  const field = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
  await open();
  await type('From what is held', '60');
  await type('From your wallet', '20');
  const { sent } = await open();
  expect(await field('From what is held')).toBe('60');
  expect(await field('From your wallet')).toBe('20');
  await holdByKeys(await review(/^Re-add 80.00 OUSD/), /^Hold: Re-add/);
  await waitFor(() => expect(sent.length).toBe(3));
  await waitFor(async () => expect(await field('From your wallet')).toBe(''));
  await open();
  expect(await field('From what is held')).toBe('100');
});

test('behavior: what is typed while the wallet is asked stays, also as a draft', async () => {
  const { chain } = await openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  chain.mined = false;
  const field = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
  await holdByKeys(await review(/^Re-add 100.00 OUSD/), /^Hold: Re-add/);
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.state).toBe('approving'));
  await type('From what is held', '60');
  await type('From your wallet', '20');
  chain.mined = true;
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.sentAt).toBeDefined());
  await screen.findByRole('heading', { name: /^Re-added/ });
  expect(await field('From what is held')).toBe('60');
  expect(await field('From your wallet')).toBe('20');
  await openLiquidity(`${path}?mode=readd`, { answers: { 'trade/Liquidity': holding } });
  expect(await field('From what is held')).toBe('60');
});

test('refuses: to offer once more what was sent after the form was left; what is held then stands there', async () => {
  const answers = { 'trade/Liquidity': holding };
  const { chain, sent } = await openLiquidity(`${path}?mode=readd`, { answers });
  await type('From what is held', '60');
  chain.mined = false;
  await holdByKeys(await review(/^Re-add 60.00 OUSD/), /^Hold: Re-add/);
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.state).toBe('approving'));
  fireEvent.click(screen.getByRole('radio', { name: 'Remove' }));
  await screen.findByLabelText('LP to remove');
  chain.mined = true;
  await waitFor(() => expect(sent.length).toBe(2));
  await screen.findByRole('heading', { name: /^Re-added/ });
  fireEvent.click(screen.getByRole('radio', { name: 'Re-add' }));
  expect((await screen.findByLabelText<HTMLInputElement>('From what is held')).value).toBe('100');
});
