// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actingMember, memberInfo } from '../../member/test-member.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { PayPasswordSheet } from './pay-password-sheet.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  useSessionStore.getState().start('token-of-the-test');
  await loadTexts(['pay', 'factor', 'app']);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSessionStore.getState().end();
});

async function openSheet(member: typeof memberInfo): Promise<string> {
  queryClient.setQueryData(['Users/Info', {}], member);
  render(
    <QueryClientProvider client={queryClient}>
      <PayPasswordSheet
        open
        onClose={() => undefined}
        summary="40 USDT"
        submitLabel="Send"
        onSubmit={async () => undefined}
      />
    </QueryClientProvider>,
  );
  const sheet = await screen.findByRole('dialog', {}, { timeout: 4000 });
  return sheet.textContent;
}

test('refuses: nothing but an empty field: the least length is of new passwords, and one that is set may be shorter', async () => {
  queryClient.setQueryData(['Ctrls/GetConfig', {}], { list: [{ idx: 'password.min', val: '10' }] });
  await openSheet(memberInfo);
  expect(screen.getByRole('button', { name: 'Enter your payment password' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Payment password'), { target: { value: 'ab12cd' } });
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).not.toBe('true');
});

test('behavior: who has one account and no word reads neither', async () => {
  const text = await openSheet(memberInfo);
  expect(text).toContain('40 USDT');
  expect(text).not.toMatch(/Heron|anti-phishing/);
});

test.each([
  ['the main account of a family', { ...memberInfo, subaccounts: 1 }, 'Heron'],
  ['a sub-account', actingMember, 'Harbour'],
])('behavior: %s is told whose money goes', async (_name, member, name) => {
  expect(await openSheet(member)).toContain(name);
});

test('behavior: the word that only we know stands above the field of the secret', async () => {
  expect(await openSheet({ ...memberInfo, antiphishing: 'blue whale' })).toMatch(
    /Your anti-phishing word.*blue whale/,
  );
});
