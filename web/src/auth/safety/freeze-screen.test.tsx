// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refused, config, openScreen } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { AgreeAgain } from '../agreement/agree-again.tsx';
const link = 'a'.repeat(43);

test('refuses: to freeze by merely being opened, and without a link', async () => {
  const { asked } = await openScreen(`/pages/login/freeze?link=${link}`, {}, { visitor: true });
  expect(await screen.findByText('Freeze your account?')).toBeDefined();
  expect(asked.map(({ path }) => path)).not.toContain('Users/Freeze');
  await openScreen('/pages/login/freeze', {}, { visitor: true });
  expect(await screen.findByText('Open the whole link from the mail.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Freeze my account' })).toBeNull();
});

test('refuses: an old link, in the server’s words', async () => {
  const old = new Refused('auth.badfreezelink', 'This link no longer works.');
  await openScreen(
    `/pages/login/freeze?link=${link}`,
    {
      'Users/Freeze': () => {
        throw old;
      },
    },
    { visitor: true },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze my account' }));
  expect(await screen.findByText('This link no longer works.')).toBeDefined();
});

test('behavior: freezes and says what comes next', async () => {
  const { asked } = await openScreen(
    `/pages/login/freeze?link=${link}`,
    { 'Users/Freeze': () => undefined },
    { visitor: true },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze my account' }));
  expect(await screen.findByText('Your account is frozen')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Users/Freeze')?.input).toEqual({ link });
});

test('behavior: agreements that were published anew are asked for, and may wait', async () => {
  const { asked } = await openScreen(
    '/',
    {
      'Users/Info': () => ({ ...memberInfo, agreementsdue: 'risk-2' }),
      'Ctrls/GetConfig': () => ({
        list: config.map((row) =>
          row.idx === 'agreement.versions' ? { ...row, val: 'user-1,privacy-1,risk-2' } : row,
        ),
      }),
      'Users/AcceptAgreements': () => undefined,
    },
    { screen: AgreeAgain },
  );
  expect(await screen.findByText('The agreements have changed')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /Risk/ })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /Privacy/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Users/AcceptAgreements')?.input).toEqual({
      agreements: 'risk-2',
    }),
  );
});
