// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { argon2Key } from '../platform/wallet/in-app/argon2.ts';
import { useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { deriveWith, lockWallet, makeWallet } from '../platform/wallet/in-app/key-holder.ts';
import type { Vault } from '../platform/wallet/in-app/vault.ts';
import { currentToasts } from '../ui/toast-store.ts';

const path = '/pages/wallet/inapp/inapp';
const usdt = '0x1111111111111111111111111111111111111111';
const open = '0x2222222222222222222222222222222222222222';
const passphrase = 'correct horse staple';
const disk: { vault: Vault | undefined } = { vault: undefined };

vi.mock('../platform/wallet/in-app/vault-store.ts', () => ({
  findVault: () => Promise.resolve(disk.vault),
  readVault: () => Promise.resolve(disk.vault),
  saveVault: (vault: Vault) => Promise.resolve(void (disk.vault = vault)),
  deleteVault: () => Promise.resolve(void (disk.vault = undefined)),
}));
deriveWith((text, recipe) => argon2Key(text, { ...recipe, memory: 64, passes: 1 }));

const config = (more: { idx: string; val: string }[] = []) => ({
  list: [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify({ usdt, open }) },
    ...more,
  ],
});

/** One BNB, 1,234.5 USDT, nothing of OPEN. */
function rpc(method: string, params: readonly unknown[]): unknown {
  if (method === 'eth_getBalance') return `0x${(10n ** 18n).toString(16)}`;
  const { to } = params[0] as { to: string };
  return `0x${(to === usdt ? 12345n * 10n ** 17n : 0n).toString(16).padStart(64, '0')}`;
}

/** A device with a wallet on it, locked or not. */
async function withWallet(locked = true): Promise<string[]> {
  disk.vault = undefined;
  const phrase = await makeWallet(passphrase);
  if (locked) lockWallet();
  return phrase;
}

function withoutWallet(): void {
  disk.vault = undefined;
  useInAppWallet.setState({ status: 'absent', address: undefined, backedUp: false });
}

afterEach(() => {
  lockWallet();
  withoutWallet();
});

/** As a keyboard for Japanese or Chinese may write it. */
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('refuses: words that do not fit together are named before anything is stored', async () => {
  withoutWallet();
  await openScreen(`${path}?view=import`, { 'Ctrls/GetConfig': config() });
  type('Your recovery phrase', 'test test test test test test test test test test test jung');
  type('Wallet passphrase', passphrase);
  type('Repeat passphrase', passphrase);
  press('Import a wallet');
  expect(await screen.findByText('Word 12, “jung”, is not in the list. Check the spelling.')).toBeTruthy();
  expect(disk.vault).toBeUndefined();
});

test('refuses: passphrases that are short or differ, with the reason in the button', async () => {
  withoutWallet();
  await openScreen(`${path}?view=make`, { 'Ctrls/GetConfig': config() });
  type('Wallet passphrase', 'short');
  expect(screen.getByRole('button', { name: 'At least 8 characters' })).toBeTruthy();
  type('Wallet passphrase', passphrase);
  type('Repeat passphrase', `${passphrase}!`);
  expect(screen.getByRole('button', { name: 'Passphrases do not match' })).toBeTruthy();
});

test('refuses: a wallet with wrong words in the check is not called backed up', async () => {
  withoutWallet();
  await openScreen(`${path}?view=make`, { 'Ctrls/GetConfig': config() }, { rpc });
  type('Wallet passphrase', passphrase);
  type('Repeat passphrase', passphrase);
  fireEvent.click(screen.getByRole('checkbox'));
  press('Create it and show the phrase');
  const phrase = await screen.findByRole('list', { name: 'Your recovery phrase' });
  expect(within(phrase).getAllByRole('listitem')).toHaveLength(12);
  // Its look numbers the words: their order is half of the phrase.
  expect(phrase.className).toContain('phrase');
  press('I have written it down and will keep the paper safe.');
  for (const field of screen.getAllByRole('textbox')) fireEvent.change(field, { target: { value: 'zoo!' } });
  press('Check');
  expect(await screen.findByText('That is not the word at this position')).toBeTruthy();
  expect(disk.vault?.backedUp).toBe(false);
});

test('refuses: to call another wallet backed up that another window has put here while the words were checked', async () => {
  const phrase = await withWallet();
  await openScreen(`${path}?view=backup`, { 'Ctrls/GetConfig': config() }, { rpc });
  type('Wallet passphrase', passphrase);
  press('Show my recovery phrase');
  await screen.findByRole('list', { name: 'Your recovery phrase' });
  press('I have written it down and will keep the paper safe.');
  disk.vault = { ...disk.vault!, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' };
  for (const label of screen.getAllByText(/^Word \d+$/).map((one) => one.textContent ?? ''))
    type(label, phrase[Number(label.slice(5)) - 1] ?? '');
  press('Check');
  await waitFor(() =>
    expect(currentToasts().at(-1)?.text).toMatch(/^There is another wallet on this device/),
  );
  expect(disk.vault.backedUp).toBe(false);
});

test('refuses: to be used where the operator switched it off', async () => {
  withoutWallet();
  await openScreen(path, { 'Ctrls/GetConfig': config([{ idx: 'wallet.inapp', val: '0' }]) });
  expect(await screen.findByText('Not available here')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make a wallet' })).toBeNull();
});

test('behavior: while the device is asked the screen stands as bones', async () => {
  await openScreen(path, { 'Ctrls/GetConfig': config() });
  act(() => useInAppWallet.setState({ status: 'loading', address: undefined, backedUp: false }));
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  expect(screen.queryByText('A wallet on this device')).toBeNull();
});

test('behavior: empty says what it is for and offers making and importing', async () => {
  withoutWallet();
  await openScreen(path, { 'Ctrls/GetConfig': config() });
  expect(screen.getByText('A wallet on this device')).toBeTruthy();
  press('Import a wallet');
  expect(location.hash).toBe(`#${path}?view=import`);
});

test('behavior: twelve words, shown once, three of them asked, then it is backed up', async () => {
  const phrase = await withWallet();
  await openScreen(`${path}?view=backup`, { 'Ctrls/GetConfig': config() }, { rpc });
  type('Wallet passphrase', 'wrong wrong');
  press('Show my recovery phrase');
  expect(await screen.findByText(/Wrong passphrase/)).toBeTruthy();
  type('Wallet passphrase', passphrase);
  press('Show my recovery phrase');
  const list = await screen.findByRole('list', { name: 'Your recovery phrase' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(phrase);
  press('I have written it down and will keep the paper safe.');
  const labels = screen.getAllByText(/^Word \d+$/).map((label) => label.textContent ?? '');
  expect(new Set(labels).size).toBe(3);
  for (const label of labels) type(label, fullWidth(phrase[Number(label.slice(5)) - 1] ?? ''));
  press('Check');
  await waitFor(() => expect(disk.vault?.backedUp).toBe(true));
  expect(location.hash).toBe(`#${path}`);
});

test('behavior: backing up in the middle of the set-up stays in the set-up, also after a reload', async () => {
  await withWallet();
  await openScreen(`${path}?view=make&setup=1`, { 'Ctrls/GetConfig': config() }, { rpc });
  fireEvent.click(await screen.findByText('Back up now'));
  expect(new URLSearchParams(location.hash.split('?')[1]).get('setup')).toBe('1');
  expect(await screen.findByLabelText('Wallet passphrase')).toBeTruthy();
});

test('behavior: the own wallet: balances on chain, what is not backed up is said, forgetting asks for the address', async () => {
  await withWallet();
  await openScreen(path, { 'Ctrls/GetConfig': config() }, { rpc });
  expect(await screen.findByText('1,234.50')).toBeTruthy();
  expect(screen.getByText('Locked')).toBeTruthy();
  expect(screen.getAllByText('Not backed up yet').length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Get test coins' })).toBeNull();
  press('Remove this wallet');
  const sheet = within(await screen.findByRole('dialog', {}, { timeout: 5000 }));
  expect(sheet.getByText('Your recovery phrase is not backed up')).toBeTruthy();
  const end = disk.vault?.address.slice(-4) ?? '';
  fireEvent.click(sheet.getByRole('button', { name: `Type ${end} first` }));
  expect(disk.vault).toBeDefined();
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: fullWidth(end.toUpperCase()) } });
  fireEvent.click(sheet.getByRole('button', { name: 'Remove this wallet' }));
  await waitFor(() => expect(disk.vault).toBeUndefined());
  expect(await screen.findByText('A wallet on this device')).toBeTruthy();
});

test('behavior: what cannot be read of the chain is said, with a retry, never a zero', async () => {
  await withWallet();
  const away = () => Promise.reject(new Error('away'));
  await openScreen(path, { 'Ctrls/GetConfig': config() }, { rpc: away });
  expect(await screen.findByText('We cannot read the chain right now')).toBeTruthy();
  expect(screen.queryByText('0.00')).toBeNull();
});

test('behavior: test coins are offered only on the development chain that has a faucet', async () => {
  await withWallet();
  const faucet = { idx: 'dev.faucet', val: '/dev/faucet' };
  await openScreen(path, { 'Ctrls/GetConfig': config([faucet]) }, { rpc });
  expect(await screen.findByRole('button', { name: 'Get test coins' })).toBeTruthy();
});

test('behavior: locks at once by hand, after 5 minutes without a touch, and when the page is hidden', async () => {
  await withWallet(false);
  await openScreen(path, { 'Ctrls/GetConfig': config() }, { rpc });
  press(/Lock now/);
  await waitFor(() => expect(screen.getByText('Locked')).toBeTruthy());

  await withWallet(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(4 * 60_000);
  window.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(4 * 60_000);
  expect(useInAppWallet.getState().status).toBe('unlocked');
  vi.advanceTimersByTime(60_001);
  expect(useInAppWallet.getState().status).toBe('locked');
  vi.useRealTimers();

  await withWallet(false);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(useInAppWallet.getState().status).toBe('locked');
  vi.restoreAllMocks();
});
