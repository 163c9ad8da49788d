// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { memberInfo } from '../test-member.ts';
import { ADD_PAYABLE_PATH, PAYABLES_PATH } from './paths.ts';

vi.mock('../../platform/seal.ts', () => ({
  sealSecret: (value: string, path: string) => Promise.resolve(`sealed ${value} for ${path}`),
}));

const harbour: OutputOf<'Users/PayableList'> = {
  id: 'pay_1',
  payabletype: 'bank',
  holder: 'Ada Heron',
  bankname: 'Harbour Bank',
  account: '•••• 3000',
  bic: '',
  time: '2026-11-01T10:00:00.000Z',
};
const alipay = {
  ...harbour,
  id: 'pay_2',
  payabletype: 'alipay',
  bankname: '',
  account: 'a***@example.org',
} as const;
const me: Answers = { 'Users/Info': () => memberInfo };
const saved: Answers = {
  ...me,
  'Users/PayableList': { list: [harbour, alipay] },
  'Users/PayableSet': () => harbour,
};

async function type(name: string, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(name), { target: { value } });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('refuses: what cannot be read offers another try', async () => {
  await openScreen(PAYABLES_PATH, {
    ...me,
    'Users/PayableList': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('refuses: an IBAN with a typing error, at its field and before the payment password', async () => {
  await openScreen(ADD_PAYABLE_PATH, saved);
  await type('Account holder', 'Ada Heron');
  await type('Name of the bank', 'Harbour Bank');
  await type('Account number or IBAN', 'DE89 3704 0044 0532 0310 00');
  press('Continue');
  expect(await screen.findByText(/check digits of this IBAN/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('refuses: without a payment password the way to set one', async () => {
  await openScreen(ADD_PAYABLE_PATH, {
    ...saved,
    'Users/Info': () => ({ ...memberInfo, haspaypassword: false }),
  });
  expect(await screen.findByText('Set a payment password first')).toBeTruthy();
});

test('behavior: bones while loading, and the first one is offered', async () => {
  await openScreen(PAYABLES_PATH, { ...me, 'Users/PayableList': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: none yet', async () => {
  await openScreen(PAYABLES_PATH, { ...me, 'Users/PayableList': { list: [] } });
  expect(await screen.findByText('No payment accounts yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add an account' }).getAttribute('href')).toBe(
    `#${ADD_PAYABLE_PATH}`,
  );
});

test('behavior: what is typed is shown once more, and the payment password confirms it', async () => {
  const { asked } = await openScreen(ADD_PAYABLE_PATH, saved);
  fireEvent.click(await screen.findByRole('radio', { name: 'Alipay' }));
  await type('Account holder', 'Ada Heron');
  await type('Alipay account', '138 0013 8000');
  press('Continue');
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('13800138000')).toBeTruthy();
  expect(sheet.getByText('It takes the place of a***@example.org.')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: 'harbour1' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Save this account' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/PayableSet')?.input).toMatchObject({
      payabletype: 'alipay',
      holder: 'Ada Heron',
      account: '13800138000',
      bankname: '',
      paypassword: 'sealed harbour1 for Users/PayableSet',
    }),
  );
});

test('behavior: removing is asked for first', async () => {
  const { asked } = await openScreen(PAYABLES_PATH, { ...saved, 'Users/PayableDel': () => undefined });
  const [first] = await screen.findAllByRole('button', { name: 'Remove' });
  fireEvent.click(first as HTMLElement);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/Harbour Bank •••• 3000/)).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/PayableDel')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/PayableDel')?.input).toEqual({ id: 'pay_1' }),
  );
});
