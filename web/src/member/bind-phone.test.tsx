// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { memberInfo } from './test-member.ts';

const path = '/pages/mine/blind/blind?kind=phone';
const config = (val: string) => ({ 'Ctrls/GetConfig': { list: [{ idx: 'phone.codes', val }] } });

async function sendTo(phone: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: phone } });
  fireEvent.click(screen.getByRole('button', { name: 'Send a code by SMS' }));
}

test('refuses: a number that is none, in the server’s words', async () => {
  await openScreen(path, {
    ...config('1'),
    'Users/Info': memberInfo,
    'Ctrls/SendCode_Phone': () => {
      throw new Refused('auth.badphone', 'Enter a mobile number with its country prefix.');
    },
  });
  expect(await screen.findByRole('button', { name: 'Enter your mobile number' })).toBeDefined();
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '81234567' } });
  expect(screen.getByRole('button', { name: 'Begin with the country prefix, such as +65' })).toBeDefined();
  await sendTo('+65 6123 4567');
  expect(await screen.findByText('Enter a mobile number with its country prefix.')).toBeDefined();
});

test('behavior: number, code, bound', async () => {
  const { asked } = await openScreen(path, {
    ...config('1'),
    'Users/Info': memberInfo,
    'Ctrls/SendCode_Phone': { length: 6, minutes: 10 },
    'Users/BindPhone': undefined,
  });
  await sendTo('+65 8123 4567');
  fireEvent.change(await screen.findByLabelText('Code from the SMS'), { target: { value: '123456' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Bind this number' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/BindPhone')?.input).toEqual({
      phone: '+65 8123 4567',
      phonecode: '123456',
    }),
  );
});

test('behavior: a message that did not come is sent again after a minute; a refusal of that is said', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let sent = 0;
  await openScreen(path, {
    ...config('1'),
    'Users/Info': memberInfo,
    'Ctrls/SendCode_Phone': () => {
      sent += 1;
      if (sent === 2) throw new Refused('auth.codetoomany', 'Try again in 60 minutes.');
      return { length: 6, minutes: 10 };
    },
  });
  await sendTo('+65 8123 4567');
  expect(await screen.findByText(/^Resend in \d+ s$/)).toBeDefined();
  vi.setSystemTime(Date.now() + 61_000);
  fireEvent.click(await screen.findByRole('button', { name: 'Resend' }));
  expect(await screen.findByText('Try again in 60 minutes.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(/^Resend in \d+ s$/)).toBeDefined();
  vi.useRealTimers();
});

test('behavior: without a carrier the account screen has no row for a phone; with one it has', async () => {
  await openScreen('/pages/mine/account/account', { ...config('0'), 'Users/Info': memberInfo });
  expect(await screen.findByText('Identity check')).toBeDefined();
  expect(screen.queryByText('Phone')).toBeNull();
});
