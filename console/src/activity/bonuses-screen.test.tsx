// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import { BonusesScreen } from './bonuses-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const refused: OutputOf<'Admin/Bonuses'> = {
  id: 'bon_one',
  userid: 'mem_one',
  nickname: 'Ann',
  kind: 'deposit',
  status: 'refused',
  time: '2026-05-04T12:00:00.000Z',
  place: null,
  deposit: '500',
  kept: '80',
  power: '0',
  dueat: '2026-05-11T12:00:00.000Z',
  reason: 'device',
  source: 'dep_one',
  decided: '2026-05-04T12:05:00.000Z',
};

test('behavior: a refused bonus says whose it is, what it stands on and why; a member is looked for by the address', async () => {
  location.hash = '#/bonuses?search=mem_one';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'support', idleminutes: 15 }),
    'Admin/Bonuses': () => ({ list: [refused] }),
  });
  drawScreen(<BonusesScreen />);
  expect(await screen.findByText('Ann')).toBeDefined();
  expect(screen.getByText('The same browser has it already')).toBeDefined();
  expect(screen.getByText('500 USDT')).toBeDefined();
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/Bonuses')?.input).toMatchObject({ search: 'mem_one' }),
  );
});
