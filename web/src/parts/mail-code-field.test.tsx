// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { keepDraft } from '../platform/drafts.ts';
import { writeStored } from '../platform/storage.ts';

afterEach(() => writeStored('general.drafts', undefined));

const isField = { selector: 'input:not([type=radio])' };
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('E-mail', isField), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = () => ({ length: 6, minutes: 10 });
const visitor = { visitor: true };

test('refuses: a minute’s wait of one address for another, or the words of its refusal', async () => {
  const tooSoon = () => {
    throw new Refused('auth.codetoosoon', 'A code is on its way.', { seconds: 42 });
  };
  await openScreen('/pages/login/login', { 'Ctrls/SendCode_Mail': tooSoon }, visitor);
  type('heron@example.org');
  press('Send code');
  expect(await screen.findByText('A code is on its way.')).toBeTruthy();
  type('egret@example.org');
  expect(screen.queryByText('A code is on its way.')).toBeNull();
  expect(screen.queryByRole('timer')).toBeNull();
});

test('behavior: a corrected address gets its code at once', async () => {
  const { asked } = await openScreen('/pages/login/login', { 'Ctrls/SendCode_Mail': sent }, visitor);
  type('heron@gmial.example');
  press('Send code');
  await screen.findByText(/^Sent to heron@gmial.example/);
  await screen.findByRole('timer');
  type('heron@gmail.example');
  expect(screen.queryByText(/^Sent to/)).toBeNull();
  press('Send code');
  await screen.findByText(/^Sent to heron@gmail.example/);
  expect(asked.filter(({ path }) => path === 'Ctrls/SendCode_Mail')).toHaveLength(2);
});

test('behavior: the registration asks for digits only where a code went', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  keepDraft('register', { invite: '6MVGA1', link: '6MVGA1', country: 'DE', email: 'heron@gmial.example' });
  const answers = {
    'Ctrls/SendCode_Mail': sent,
    'Users/Inviter': () => ({ nickname: 'O***e', avatar: '', activated: true }),
  };
  await openScreen('/pages/login/login?step=register&part=2', answers, visitor);
  await waitFor(() => press('Send code'));
  await screen.findByText(/^Sent to heron@gmial.example/);
  await screen.findByRole('timer');
  type('heron@gmail.example');
  expect(screen.queryByLabelText('E-mail code')).toBeNull();
  expect(screen.getByRole('button', { name: 'Send code' })).toBeTruthy();
  document.cookie = 'invcode=; Max-Age=0; Path=/';
});
