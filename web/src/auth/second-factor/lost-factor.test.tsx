// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Refused, openScreen } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { authPushes } from '../pushes.ts';
import { ResetAsked } from './reset-asked.tsx';

vi.mock('../../platform/seal.ts', () => ({
  sealSecret: (value: string, path: string) => Promise.resolve(`sealed ${value} for ${path}`),
}));
afterEach(cleanup);

const reset = { id: 'frs_1', asked: '2026-11-20T10:00:00.000Z', ready: '2026-11-23T10:00:00.000Z' };
const whole = { ...memberInfo, hastotp: true };

test('behavior: lost app and codes: the mailbox proves who asks, and the answer says from when', async () => {
  let tries = 0;
  const { asked } = await openScreen('/pages/login/lostFactor', {
    'Ctrls/SendCode_Mail': () => ({ length: 6, minutes: 10 }),
    'Users/FactorReset': () => {
      tries += 1;
      if (tries === 1) throw new Refused('auth.badcode', 'The code is wrong.');
      return reset;
    },
  });
  expect(await screen.findByText(/wait 72 hours.*locked for 24 hours/)).toBeDefined();
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  fireEvent.change(email, { target: { value: 'heron@example.org' } });
  fireEvent.click(screen.getByText('Send code'));
  fireEvent.change(await screen.findByLabelText('E-mail code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask for removal' }));
  expect(await screen.findByText('The code is wrong.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ask for removal' }));
  expect(await screen.findByText('Your request has arrived')).toBeDefined();
  expect(screen.getByText(/From .*Nov.*23/)).toBeDefined();
  expect(asked.findLast(({ path }) => path === 'Users/FactorReset')?.input).toEqual({
    email: 'heron@example.org',
    emailcode: '123456',
  });
});

test('behavior: on whatever page, a sheet asks whether it was the member; the payment password refuses it', async () => {
  let open: typeof reset | null = null;
  let tries = 0;
  const { asked } = await openScreen(
    '/pages/login/language',
    {
      'Users/Info': () => ({ ...whole, factorreset: open }),
      'Users/FactorResetRefuse': () => {
        tries += 1;
        if (tries === 1) throw new Refused('auth.wrongpaypassword', 'The payment password is wrong.');
        open = null;
        return undefined;
      },
    },
    { screen: ResetAsked, texts: ['guard'] },
  );
  await waitFor(() => expect(asked.some(({ path }) => path === 'Users/Info')).toBe(true));
  expect(screen.queryByText('Remove two-step verification?')).toBeNull();
  open = reset;
  await act(() => authPushes['notice.factor']({ change: 'resetasked' }));
  expect(await screen.findByText('Remove two-step verification?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  fireEvent.change(await screen.findByLabelText('Payment password'), { target: { value: 'heron1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('The payment password is wrong.')).toBeDefined();
  expect(screen.getByText('Remove two-step verification?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.queryByText('Remove two-step verification?')).toBeNull());
  expect(asked.find(({ path }) => path === 'Users/FactorResetRefuse')?.input).toEqual({
    id: 'frs_1',
    paypassword: 'sealed heron1 for Users/FactorResetRefuse',
  });
});

test('behavior: who has no payment password refuses by the second factor', async () => {
  let open: typeof reset | null = reset;
  const { asked } = await openScreen(
    '/pages/login/language',
    {
      'Users/Info': () => ({ ...whole, haspaypassword: false, factorreset: open }),
      'Users/FactorResetRefuse': (input: { totp?: string }) => {
        if (input.totp === undefined) throw new Refused('auth.needtotp', 'Enter the code.');
        open = null;
        return undefined;
      },
    },
    { screen: ResetAsked, texts: ['guard'] },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.queryByLabelText('Payment password')).toBeNull());
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  const code = await screen.findByLabelText('Code from your authenticator app');
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.queryByText('Remove two-step verification?')).toBeNull());
  expect(asked.findLast(({ path }) => path === 'Users/FactorResetRefuse')?.input).toEqual({
    id: 'frs_1',
    totp: '123456',
  });
});

test('behavior: whoever asked closes the sheet; the page of the second factor keeps the way to refuse', async () => {
  const answers = {
    'Users/Info': { ...whole, factorreset: reset },
    'Users/SecondFactor': { totpsince: reset.asked, recoverycodes: 3, factorproveduntil: null },
  };
  await openScreen('/pages/login/language', answers, { screen: ResetAsked, texts: ['guard'] });
  fireEvent.click(await screen.findByRole('button', { name: 'It was me' }));
  await waitFor(() => expect(screen.queryByText('Remove two-step verification?')).toBeNull());
  cleanup();
  await openScreen('/pages/mine/safety/totp', answers);
  expect(await screen.findByRole('button', { name: 'Refuse' })).toBeDefined();
  expect(screen.getByText('Lost app and codes').closest('a')?.getAttribute('href')).toBe(
    '#/pages/login/lostFactor',
  );
});
