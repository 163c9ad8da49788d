// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Sheet } from './sheet.tsx';

afterEach(cleanup);

test('refuses: to be dismissed while locked', async () => {
  const onClose = vi.fn();
  render(
    <Sheet open locked onClose={onClose} title="Sending" closeLabel="Close">
      Sending 40 USDT
    </Sheet>,
  );
  const sheet = await screen.findByRole('dialog', { name: 'Sending' }, { timeout: 5000 });
  fireEvent.keyDown(sheet, { key: 'Escape' });
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('behavior: costs nothing until opened, then shows its content and closes by its button and by Escape', async () => {
  const onClose = vi.fn();
  const view = (open: boolean) => (
    <Sheet open={open} onClose={onClose} title="Fee" closeLabel="Close">
      A flat fee
    </Sheet>
  );
  const { rerender } = render(view(false));
  expect(screen.queryByText('A flat fee')).toBeNull();
  rerender(view(true));
  const close = await screen.findByRole('button', { name: 'Close' }, { timeout: 5000 });
  fireEvent.click(close);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Fee' }), { key: 'Escape' });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});
