// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { holdAnswers, serveTest } from '../platform/test-server.ts';
import { OperatorsScreen } from './operators-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Row = OutputOf<'Admin/Operators'>;
const rowOf = (account: string, change: Partial<Row>): Row => ({
  id: account,
  account,
  role: 'admin',
  time: '2026-05-04T12:00:00.000Z',
  state: 'active',
  disabled: null,
  lastlogin: null,
  sessions: 0,
  ...change,
});

test('behavior: who has access stands there with role, state and last login, and is found by any of them', async () => {
  serveTest({
    'Admin/Operators': () => ({
      list: [
        rowOf('anna', { sessions: 2, lastlogin: '2026-11-25T08:30:00.000Z' }),
        rowOf('mira', { role: 'risk', state: 'new' }),
        rowOf('otto', { role: 'support', state: 'disabled', disabled: '2026-11-01T00:00:00.000Z' }),
      ],
      total: 3,
    }),
  });
  drawScreen(<OperatorsScreen />);
  for (const text of ['anna', 'administrator', 'Active', 'Not logged in yet', 'Disabled', 'never'])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(document.body.textContent).toContain('on the server');
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'Risk' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(screen.queryByText('anna')).toBeNull());
  expect(screen.getByText('mira')).toBeDefined();
});

test('refuses: a file of nobody before the list was read', async () => {
  serveTest({ 'Admin/Operators': () => ({ list: [rowOf('anna', {})], total: 1 }) });
  const release = holdAnswers();
  drawScreen(<OperatorsScreen />);
  const csv = screen.getByRole('button', { name: 'CSV' });
  expect(csv.hasAttribute('disabled')).toBe(true);
  release();
  await waitFor(() => expect(csv.hasAttribute('disabled')).toBe(false));
});
