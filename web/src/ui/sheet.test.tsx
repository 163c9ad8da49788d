// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
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

test('behavior: the focus goes back to what opened it, however it was closed', async () => {
  function Opened() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Choose
        </button>
        <Sheet open={open} onClose={() => setOpen(false)} title="Countries" closeLabel="Close">
          <button type="button" onClick={() => setOpen(false)}>
            Austria
          </button>
        </Sheet>
      </>
    );
  }
  render(<Opened />);
  const opener = screen.getByRole('button', { name: 'Choose' });
  for (const way of ['Close', 'Austria']) {
    opener.focus();
    fireEvent.click(opener);
    const sheet = await screen.findByRole('dialog');
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(sheet).getByRole('button', { name: way }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});
