// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AgreeAgain } from '../agreement/agree-again.tsx';
import { FreezeScreen } from './freeze-screen.tsx';
import { Refused, config, memberInfo, renderScreen } from '../test-render.tsx';

const link = 'a'.repeat(43);

test('refuses: to freeze by merely being opened, and without a link', async () => {
  const asked = await renderScreen(FreezeScreen, { path: `/pages/login/freeze?link=${link}` });
  expect(await screen.findByText('Freeze your account?')).toBeDefined();
  expect(asked.map(({ path }) => path)).not.toContain('Users/Freeze');
  await renderScreen(FreezeScreen, { path: '/pages/login/freeze' });
  expect(await screen.findByText('Open the whole link from the mail.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Freeze my account' })).toBeNull();
});

test('refuses: an old link, in the server’s words', async () => {
  const old = new Refused('auth.badfreezelink', 'notfound', 'This link no longer works.');
  await renderScreen(FreezeScreen, {
    path: `/pages/login/freeze?link=${link}`,
    answers: {
      'Users/Freeze': () => {
        throw old;
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze my account' }));
  expect(await screen.findByText('This link no longer works.')).toBeDefined();
});

test('behavior: freezes and says what comes next', async () => {
  const asked = await renderScreen(FreezeScreen, {
    path: `/pages/login/freeze?link=${link}`,
    answers: { 'Users/Freeze': () => undefined },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze my account' }));
  expect(await screen.findByText('Your account is frozen')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Users/Freeze')?.input).toEqual({ link });
});

test('behavior: agreements that were published anew are asked for, and may wait', async () => {
  const asked = await renderScreen(AgreeAgain, {
    path: '/',
    token: 'token-of-a-member',
    answers: {
      'Users/Info': () => ({ ...memberInfo, agreementsdue: 'risk-2' }),
      'Ctrls/GetConfig': () => ({
        list: config.map((row) =>
          row.idx === 'agreement.versions' ? { ...row, val: 'user-1,privacy-1,risk-2' } : row,
        ),
      }),
      'Users/AcceptAgreements': () => undefined,
    },
  });
  expect(await screen.findByText('The agreements have changed')).toBeDefined();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Users/AcceptAgreements')?.input).toEqual({
      agreements: 'user-1,privacy-1,risk-2',
    }),
  );
});
