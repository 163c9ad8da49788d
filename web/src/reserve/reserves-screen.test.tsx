// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { isOpenPath } from '../app/routes.ts';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { usePreferences } from '../platform/preferences.ts';
import type { OwnProof } from './check-own.ts';
import { testProof } from './test-proof.ts';

const path = '/pages/wallet/reserves/reserves';
const { published, own } = testProof();
const check = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Check on this device' }));

test('refuses: a proof that was tampered with, each way, and says what does not fit', async () => {
  const [coin] = own.coins;
  if (!coin) throw new Error('no coin');
  const [step] = coin.path;
  if (!step) throw new Error('no step');
  const wrong = [
    [{ ...coin, amount: String(BigInt(coin.amount) - 1n) }, /does not end at the published root/],
    [{ ...coin, path: [{ ...step, sum: '1' }] }, /does not end at the published root/],
  ] satisfies [OwnProof['coins'][number], RegExp][];
  for (const [changed, text] of wrong) {
    await openScreen(path, {
      'Wallet/Reserves': published,
      'Wallet/ReserveProof': { ...own, coins: [changed] },
    });
    await check();
    expect(await screen.findByText('USDT: this proof does not hold')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('refuses: a total that was published smaller, and a statement that was changed', async () => {
  const coins = published.coins.map((coin) => ({ ...coin, sum: coin.sum === '0' ? '0' : '49' }));
  await openScreen(path, { 'Wallet/Reserves': { ...published, coins }, 'Wallet/ReserveProof': own });
  await check();
  expect(await screen.findByText(/lead to another total/)).toBeTruthy();
  await openScreen(path, {
    'Wallet/Reserves': { ...published, block: 78 },
    'Wallet/ReserveProof': own,
  });
  await check();
  expect(await screen.findByText(/not the ones that were hashed/)).toBeTruthy();
});

test('refuses: to call covered what is not, and to show a page that could not be read', async () => {
  const { published: short } = testProof({ onchain: '49.999999999999999999' });
  await openScreen(path, { 'Wallet/Reserves': short }, { visitor: true });
  expect(await screen.findByText('Not fully covered')).toBeTruthy();
  expect(screen.getByText('99.99 %')).toBeTruthy();
  await openScreen(path, {
    'Wallet/Reserves': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

const banner = (late: boolean, payouthalt: { reason: string; since: string } | null = null) => ({
  name: 'Openmere',
  version: 'test',
  chainid: 31337,
  health: 'ok' as const,
  loops: [
    { name: 'ledger-verify', age: 400, late: false },
    { name: 'reserve-reconcile', age: 40, late },
  ],
  payouthalt,
  paused: [],
  silence: null,
  time: Date.now(),
});

test('behavior: how the books stand by now is said with its time, in each of three states', async () => {
  const open = (index: ReturnType<typeof banner>) =>
    openScreen(path, { 'Wallet/Reserves': published, index }, { visitor: true });
  await open(banner(false));
  expect(await screen.findByText('No difference between books and chain')).toBeTruthy();
  expect(screen.getByText(/^Last compared with the chain: .*\d/)).toBeTruthy();
  cleanup();
  await open(banner(true));
  expect(await screen.findByText('The last check is older than it should be')).toBeTruthy();
  cleanup();
  await open(banner(false, { reason: 'The books differ.', since: '2026-03-01T10:00:00.000Z' }));
  expect(await screen.findByText(/^Since .* The books differ\.$/)).toBeTruthy();
  expect(screen.queryByText('No difference between books and chain')).toBeNull();
});

test('behavior: bones while loading, and before the first proof', async () => {
  await openScreen(path, { 'Wallet/Reserves': () => unanswered, index: banner(false) });
  expect(await screen.findByText('No difference between books and chain')).toBeTruthy();
  expect(screen.getByText('Loading')).toBeTruthy();
  await openScreen(path, { 'Wallet/Reserves': null });
  expect(await screen.findByText('No proof yet')).toBeTruthy();
});

test('behavior: how the books stand keeps its place above the rest until it is answered, and leaves it when it cannot be', async () => {
  let fail: (reason: Error) => void = () => undefined;
  const index = new Promise<never>((_, refuse) => (fail = refuse));
  await openScreen(path, { 'Wallet/Reserves': published, index: () => index }, { visitor: true });
  const verdict = await screen.findByText('What members have is covered');
  const isAbove = (bones: Element) =>
    (bones.compareDocumentPosition(verdict) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const waiting = () => screen.queryAllByText('Loading').filter(isAbove);
  expect(waiting()).toHaveLength(1);
  fail(new Refused('request.unavailable', 'Busy right now'));
  await waitFor(() => expect(waiting()).toEqual([]));
  expect(screen.getByText('What members have is covered')).toBeTruthy();
});

test('behavior: everybody sees what is covered; only members have a balance to check', async () => {
  expect(isOpenPath(path)).toBe(true);
  const { published: withCold } = testProof({ coldOpen: '3' });
  await openScreen(path, { 'Wallet/Reserves': withCold }, { visitor: true });
  expect(await screen.findByText('What members have is covered')).toBeTruthy();
  expect(screen.getByText('50.00 USDT')).toBeTruthy();
  expect(screen.getByText('110.00 %')).toBeTruthy();
  expect(screen.getByText('In cold storage')).toBeTruthy();
  fireEvent.click(screen.getByText('Details'));
  expect(screen.getByText('Cold storage address')).toBeTruthy();
  expect(screen.getByText(/no more than lies at its address/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check on this device' })).toBeNull();
});

test('behavior: a proof of before the cold address was asked shows none', async () => {
  await openScreen(path, { 'Wallet/Reserves': { ...published, coldaddress: null } });
  fireEvent.click(await screen.findByText('Details'));
  expect(screen.getByText('Treasury address')).toBeTruthy();
  expect(screen.queryByText('Cold storage address')).toBeNull();
});

test('behavior: what banks hold counts, stands in a row of its own and is said to be declared, not proved', async () => {
  await openScreen(path, { 'Wallet/Reserves': testProof({ onchain: '45', bank: '6' }).published });
  expect(await screen.findByText('What members have is covered')).toBeTruthy();
  expect(screen.getByText(/part of it in banks, as Openmere declares/)).toBeTruthy();
  expect(screen.queryByText(/at least as much lay on chain/)).toBeNull();
  expect(screen.getByText('In banks (declared)')).toBeTruthy();
  expect(screen.getByText('6.00 USDT')).toBeTruthy();
  expect(screen.getByText('102.00 %')).toBeTruthy();
  await openScreen(path, { 'Wallet/Reserves': testProof({ onchain: '45', bank: '4' }).published });
  expect(await screen.findByText('Not fully covered')).toBeTruthy();
  expect(screen.getByText(/less USDT lay on chain and in banks/)).toBeTruthy();
});

test('behavior: POY is owed in USDT: it stands in a card of its own, and counts with what is owed in USDT', async () => {
  const poy = { members: '5', reserved: '5' };
  await openScreen(path, { 'Wallet/Reserves': testProof({ poy }).published });
  expect(await screen.findByText('What members have is covered')).toBeTruthy();
  for (const text of ['5.00 POY', 'Owed for POY', 'Reserved for it'])
    expect(screen.getByText(text)).toBeTruthy();
  // 55 lie there, 50 + 5 are owed; and the POY are reserved to the unit.
  expect(screen.getAllByText('100.00 %')).toHaveLength(2);
  expect(screen.queryByText('0.00 POY')).toBeNull();
});

test('refuses: to call covered what is short of the POY, on the chain or in what is reserved', async () => {
  const short = [
    [{ onchain: '54.9', poy: { members: '5', reserved: '5' } }, /less USDT lay on chain/],
    [{ poy: { members: '5', reserved: '4.999999999999999999' } }, /less POY lay on chain/],
  ] as const;
  for (const [change, said] of short) {
    await openScreen(path, { 'Wallet/Reserves': testProof(change).published });
    expect(await screen.findByText('Not fully covered')).toBeTruthy();
    expect(screen.getByText(said)).toBeTruthy();
    cleanup();
  }
});

test('behavior: a member’s own balance is added up to the published total on the device', async () => {
  await openScreen(path, { 'Wallet/Reserves': published, 'Wallet/ReserveProof': own });
  await check();
  expect(await screen.findByText('USDT: proved')).toBeTruthy();
  expect(screen.getByText('Your 20.00 USDT are part of the total of 50.00 USDT.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save the proof' })).toBeTruthy();
});

test('refuses: to show one’s own part while amounts are hidden; the total is everybody’s', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  await openScreen(path, { 'Wallet/Reserves': published, 'Wallet/ReserveProof': own });
  await check();
  expect(await screen.findByText('Your •••••• are part of the total of 50.00 USDT.')).toBeTruthy();
});

test('behavior: who had nothing is told so', async () => {
  await openScreen(path, {
    'Wallet/Reserves': published,
    'Wallet/ReserveProof': { ...own, coins: [] },
  });
  await check();
  expect(await screen.findByText('You had nothing at that time')).toBeTruthy();
});

test('refuses: a page whose hash is not the one that the chain keeps', async () => {
  const kept: [string, string][] = [
    ['ee'.repeat(32), 'The chain says something else'],
    [published.hash, 'The chain says the same'],
  ];
  for (const [word, title] of kept) {
    const asked: string[] = [];
    const rpc = (method: string, params: readonly unknown[]) => {
      asked.push(`${method} ${(params[0] as { to: string }).to}`);
      return `0x${word}`;
    };
    await openScreen(path, { 'Wallet/Reserves': published }, { visitor: true, rpc });
    expect(await screen.findByText(title, {}, { timeout: 5_000 })).toBeTruthy();
    expect(asked).toContain(`eth_call ${published.published?.contract}`);
  }
});

test('behavior: a day that is not on the chain yet says so, and asks nothing', async () => {
  await openScreen(path, { 'Wallet/Reserves': { ...published, published: null } }, { visitor: true });
  expect(await screen.findByText('Not on the chain yet')).toBeTruthy();
});
