// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { currentToken } from '../../platform/session.ts';
import { memberInfo } from '../test-member.ts';
import { picturesPage } from './collect-pictures.ts';

vi.mock('../../platform/seal.ts', () => ({
  sealSecret: (value: string, path: string) => Promise.resolve(`sealed ${value} for ${path}`),
}));
vi.mock('../../platform/save-file.ts', () => ({ saveFile: vi.fn() }));

const path = '/pages/mine/account/data';
const free: OutputOf<'Users/Closing'> = { obstacles: [], credits: [], rewards: [] };
const me: Answers = { 'Users/Info': () => memberInfo };

test('refuses: what cannot be read offers another try', async () => {
  await openScreen(path, {
    ...me,
    'Users/Closing': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('refuses: to close while something is open; each obstacle leads to where it is settled', async () => {
  await openScreen(path, {
    ...me,
    'Users/Closing': () => ({
      ...free,
      obstacles: [
        { kind: 'balance', coinid: 'USDT', amount: '40' },
        { kind: 'balance', coinid: 'POY', amount: '0.5' },
        { kind: 'orders', count: 2 },
      ],
    }),
  });
  const row = await screen.findByRole('link', { name: /40.00 USDT are still here/ });
  expect(row.getAttribute('href')).toBe('#/pages/wallet/wallet');
  const poy = screen.getByRole('link', { name: '0.50 POY are still here. Redeem them for USDT.' });
  expect(poy.getAttribute('href')).toBe('#/pages/award/poy/poy');
  expect(screen.getByText('Open orders: 2')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /for good/ })).toBeNull();
});

test('behavior: bones while loading', async () => {
  await openScreen(path, { ...me, 'Users/Closing': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: all answers are put together into one file', async () => {
  const part = (rows: unknown[]) => ({ name: 'Wallet/Deposits', asked: {}, rows });
  await openScreen(path, {
    ...me,
    'Users/Closing': () => free,
    'Users/Export': (input) => ({
      made: '2026-11-23T06:00:00.000Z',
      parts: [part(input.cursor === undefined ? [1, 2] : [3])],
      cursor: input.cursor === undefined ? 'more' : null,
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Download your data' }));
  expect(await screen.findByText('Saved: 3 records')).toBeTruthy();
  const [name, blob] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe('openmere-2026-11-23.json');
  const file = JSON.parse((await blob?.text()) ?? '') as { parts: { rows: unknown[] }[] };
  expect(file.parts).toEqual([part([1, 2, 3])]);
});

test('behavior: the pictures come with the payment password and the factor, all answers on one page of their own', async () => {
  vi.mocked(saveFile).mockClear();
  const picture = (id: string, kind: string) => ({
    id,
    kind,
    record: null,
    time: '2026-11-23T06:00:00.000Z',
    picture: 'UklGRg==',
  });
  const { asked } = await openScreen(path, {
    ...me,
    'Users/Closing': () => unanswered,
    'Users/ExportPictures': ({ cursor, totp }) => {
      if (cursor !== undefined) return { pictures: [picture('lic_1', 'licence')], cursor: null };
      if (totp === undefined) throw new Refused('auth.needtotp', 'Enter the code');
      return { pictures: [picture('idp_1', 'identity')], cursor: 'more' };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Download your pictures' }));
  fireEvent.change(await screen.findByLabelText('Payment password for your pictures'), {
    target: { value: 'harbour1' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download your pictures' }));
  fireEvent.change(await screen.findByLabelText('Code from your authenticator app'), {
    target: { value: '123456' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download your pictures' }));
  expect(await screen.findByText('2 pictures saved')).toBeTruthy();
  const questions = asked.filter((one) => one.path === 'Users/ExportPictures').map(({ input }) => input);
  const paypassword = 'sealed harbour1 for Users/ExportPictures';
  expect(questions).toEqual([{ paypassword }, { paypassword, totp: '123456' }, { cursor: 'more' }]);
  const [name, blob] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe('openmere-pictures.html');
  const page = (await blob?.text()) ?? '';
  expect(page.match(/<img /g)).toHaveLength(2);
  expect(page).toMatch(/<figcaption>Identity check, .*<figcaption>Licence, /s);
});

test('refuses: pictures without a payment password: it says to set one first', async () => {
  await openScreen(path, {
    'Users/Info': () => ({ ...memberInfo, haspaypassword: false }),
    'Users/Closing': () => unanswered,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Download your pictures' }));
  expect(await screen.findByText(/Set a payment password first/)).toBeTruthy();
});

test('behavior: a caption is text, whatever is in it', () => {
  const page = picturesPage('A & B', 'en', [{ caption: '<script>', picture: 'UklGRg==' }]);
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain('<script>');
});

test('refuses: to lose what was not named: what a settlement brought meanwhile is shown first', async () => {
  let rewards = [{ coinid: 'USDT', amount: '3' }];
  const { asked } = await openScreen(path, {
    'Users/Info': () => ({
      ...memberInfo,
      haspaypassword: false,
      mailboxproveduntil: new Date(Date.now() + 600_000).toISOString(),
    }),
    'Users/Closing': () => ({ ...free, rewards }),
    'Users/Delete': () => undefined,
  });
  await screen.findByText('3.00 USDT of rewards that you have not claimed');
  rewards = [{ coinid: 'USDT', amount: '43' }];
  fireEvent.click(await screen.findByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Close Heron for good' }));
  expect(await screen.findByText('43.00 USDT of rewards that you have not claimed')).toBeTruthy();
  expect(screen.getByText(/^What you lose has changed/)).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/Delete')).toBe(false);
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Close Heron for good' }));
  await waitFor(() => expect(asked.some((one) => one.path === 'Users/Delete')).toBe(true));
});

test('behavior: with proofs and understood it closes, and nobody is logged in here any more', async () => {
  const { asked } = await openScreen(path, {
    'Users/Info': () => ({
      ...memberInfo,
      mailboxproveduntil: new Date(Date.now() + 600_000).toISOString(),
    }),
    'Users/Closing': () => ({ ...free, rewards: [{ coinid: 'USDT', amount: '3' }] }),
    'Users/Delete': () => undefined,
  });
  expect(await screen.findByText('3.00 USDT of rewards that you have not claimed')).toBeTruthy();
  fireEvent.change(await screen.findByLabelText('Payment password to close the account'), {
    target: { value: 'harbour1' },
  });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Close Heron for good' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/Delete')?.input).toEqual({
      paypassword: 'sealed harbour1 for Users/Delete',
    }),
  );
  await waitFor(() => expect(currentToken()).toBeUndefined());
});
