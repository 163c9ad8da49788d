// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { ApplicationsScreen } from './applications-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const row: OutputOf<'Admin/ShopApplications'> = {
  id: 'sap_1',
  time: '2026-05-04T12:00:00.000Z',
  userid: 'mem_one',
  nickname: 'Mira',
  name: 'Lake Pottery',
  logo: '',
  kind: 'home',
  about: 'Bowls and cups',
  licences: 1,
  state: 'pending',
  decided: null,
  by: null,
  reason: '',
  before: 0,
};

async function openRow(role: OperatorRole): Promise<Asked[]> {
  location.hash = '#/applications';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/ShopApplications': () => ({ list: [row] }),
    'Admin/ShopApplicationLook': () => ({
      contact: '+65 8123',
      licences: [{ id: 'lic_1', picture: 'AAAA' }],
    }),
    'Admin/ShopDecide': () => ({ ...row, state: 'rejected', reason: 'Not readable' }),
  });
  drawScreen(<ApplicationsScreen />);
  fireEvent.click(await screen.findByText('Lake Pottery'));
  return asked;
}

test('refuses: a look without a reason; with one, contact and licences are shown', async () => {
  const asked = await openRow('content');
  const show = await screen.findByRole('button', { name: 'Show contact and licences' });
  expect(show.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Why you look'), { target: { value: 'compare the licence' } });
  fireEvent.click(show);
  expect(await screen.findByText('Contact: +65 8123')).toBeDefined();
  expect(screen.getByAltText('Licence 1').getAttribute('src')).toBe('data:image/webp;base64,AAAA');
  expect(asked.find(({ path }) => path === 'Admin/ShopApplicationLook')?.input).toEqual({
    id: 'sap_1',
    reason: 'compare the licence',
  });
});

test('behavior: a decision goes with its reason', async () => {
  const asked = await openRow('risk');
  await screen.findByRole('button', { name: 'Reject' });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Not readable' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/ShopDecide')?.input).toEqual({
      id: 'sap_1',
      decision: 'reject',
      reason: 'Not readable',
    }),
  );
});
