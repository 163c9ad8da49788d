// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../../app/test-screen.tsx';
import { serveTest } from '../../platform/test-server.ts';
import { FiatRatesScreen } from './fiat-rates-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('refuses: a spread that is not typed, or that would be rounded', async () => {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/FiatRates': () => ({ list: [] }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/FiatRateSet': () => undefined as never,
  });
  drawScreen(<FiatRatesScreen />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const set = await screen.findByRole('button', { name: 'Set the rate' });
  type('Currency', 'eur');
  type('Price of 1 USDT', '0.92');
  for (const spread of ['', ' ', '0.005', '1e1', '-1', '0,5']) {
    type('Spread in %', spread);
    expect(set.hasAttribute('disabled'), spread).toBe(true);
  }
  type('Spread in %', '0.29');
  fireEvent.click(set);
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/FiatRateSet')?.input).toEqual({
      currency: 'EUR',
      price: '0.92',
      spreadbps: 29,
    }),
  );
});
