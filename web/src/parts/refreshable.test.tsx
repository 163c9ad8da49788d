// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { openScreen, unanswered } from '../app/test-screen.tsx';
import { memberInfo, ownAccounts } from '../member/test-member.ts';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';

const answers = {
  'Users/Info': memberInfo,
  'Users/Balance': { list: [] },
  'Users/myaccount': ownAccounts,
  'Users/TotalDayMy': { list: [] },
  'Wallet/Deposits': { list: [] },
  'Wallet/Transfers': { list: [] },
  'Wallet/Withdrawals': { list: [] },
};

function pullDown(on: Element): void {
  fireEvent.touchStart(on, { touches: [{ clientX: 0, clientY: 0 }] });
  fireEvent.touchMove(on, { touches: [{ clientX: 0, clientY: 300 }] });
  fireEvent.touchEnd(on);
}

test.each([
  ['/', /^Activate your account/, 'Users/TotalDayMy'],
  ['/pages/wallet/wallet', /^Community nodes/, 'Users/Balance'],
  ['/pages/wallet/list/list', 'Held for you in Openmere', 'Users/Balance'],
  ['/pages/mine/account/account', 'Your data', 'Users/myaccount'],
  ['/pages/wallet/approvals/approvals', /^These Openmere contracts/, 'Users/Info'],
  ['/pages/login/accounts', 'Heron', 'Users/Info'],
] as const)(
  'behavior: %s is pulled down anywhere in its column to be read anew',
  async (path, text, call) => {
    const { asked } = await openScreen(path, answers, { rpc: () => unanswered });
    const times = () => asked.filter((one) => one.path === call).length;
    const [part] = await screen.findAllByText(text);
    await waitFor(() => expect(times()).toBeGreaterThan(0));
    const before = times();
    if (part) pullDown(part);
    await waitFor(() => expect(times()).toBe(before + 1));
  },
);

test('refuses: to read the page anew when a sheet over it is pulled down', () => {
  const onRefresh = vi.fn(() => Promise.resolve());
  render(
    <PullToRefresh busyLabel="Loading" onRefresh={onRefresh}>
      <p>page</p>
      {createPortal(<p>sheet</p>, document.body)}
    </PullToRefresh>,
  );
  pullDown(screen.getByText('sheet'));
  expect(onRefresh).not.toHaveBeenCalled();
  pullDown(screen.getByText('page'));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});
