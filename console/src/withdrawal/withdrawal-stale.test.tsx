// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import { heldWithdrawal } from './test-withdrawal.ts';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('refuses: to pass off old facts as new in the drawer, where they cannot be read again', async () => {
  let isAway = false;
  let queue = heldWithdrawal();
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Withdrawals': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return { list: [queue] };
    },
    'Admin/WithdrawalDryRun': () => testDryRun(),
  });
  const queries = drawScreen(<WithdrawalDrawer id="wdr_one" onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText('Reason'), { target: { value: 'Called them' } });
  isAway = true;
  await queries.invalidateQueries({ queryKey: ['Admin/Withdrawals'] });
  expect(
    await within(dialog).findByText(/could not be read again.*was read at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/),
  ).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Reason').value).toBe('Called them');
  isAway = false;
  queue = heldWithdrawal({ status: 'cancelled' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(within(dialog).queryByText(/could not be read again/)).toBeNull());
  expect(within(dialog).queryByLabelText('Reason')).toBeNull();
});
