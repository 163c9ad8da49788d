// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { IdentitiesScreen } from './identities-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const row: OutputOf<'Admin/Identities'> = {
  id: 'idc_1',
  time: '2026-05-04T12:00:00.000Z',
  userid: 'mem_one',
  nickname: 'Mira',
  kind: 'passport',
  country: 'SG',
  declared: 'SG',
  state: 'pending',
  pictures: 2,
  others: 1,
  before: 0,
  decided: null,
  by: null,
  cause: null,
  reason: '',
  note: '',
  wiped: null,
  looks: [],
};

async function openRow(address = '#/identities', change: Partial<typeof row> = {}): Promise<Asked[]> {
  location.hash = address;
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Identities': () => ({ list: [{ ...row, ...change }] }),
    'Admin/IdentityLook': () => ({
      name: 'Mira Example',
      number: 'K1234567',
      birthdate: '1990-01-31',
      pictures: [
        { id: 'idp_1', picture: 'AAAA' },
        { id: 'idp_2', picture: 'BBBB' },
      ],
      others: [{ userid: 'mem_two', nickname: 'Otto', state: 'approved' }],
    }),
    'Admin/IdentityDecide': () => ({ ...row, state: 'approved' }),
  });
  drawScreen(<IdentitiesScreen />);
  fireEvent.click(await screen.findByText('Passport'));
  return asked;
}

test('refuses: to decide, or to show anything, before a look with a reason', async () => {
  const asked = await openRow();
  const show = await screen.findByRole('button', { name: 'Show document and selfie' });
  expect(show.hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Confirm identity' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Why you look'), { target: { value: 'the queue' } });
  fireEvent.click(show);
  expect(await screen.findByText('Mira Example')).toBeDefined();
  expect(screen.getByText('Otto')).toBeDefined();
  expect(screen.getByAltText('Selfie').getAttribute('src')).toBe('data:image/webp;base64,BBBB');
  expect(asked.find(({ path }) => path === 'Admin/IdentityLook')?.input).toEqual({
    id: 'idc_1',
    reason: 'the queue',
  });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Face and document agree' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm identity' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/IdentityDecide')?.input).toEqual({
      id: 'idc_1',
      decision: 'approve',
      note: 'Face and document agree',
    }),
  );
});

test('behavior: the checks of one member, in every state, by the address; and who looked at the document before', async () => {
  const looks = [{ time: '2026-05-05T09:00:00.000Z', account: 'risk-two', reason: 'asked by the bank' }];
  const asked = await openRow('#/identities?state=all&search=mem_one', { state: 'approved', looks });
  expect(asked.find(({ path }) => path === 'Admin/Identities')?.input).toEqual({
    state: 'all',
    search: 'mem_one',
    pageSize: 50,
  });
  expect(await screen.findByText('Who looked at it')).toBeDefined();
  expect(screen.getByText('risk-two · asked by the bank')).toBeDefined();
  cleanup();
  await openRow();
  expect(await screen.findByText('Nobody has looked at it yet')).toBeDefined();
  const field = screen.getByPlaceholderText('Name, code, wallet, e-mail or id');
  fireEvent.change(field, { target: { value: 'Otto' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(location.hash).toBe('#/identities?search=Otto'));
});
