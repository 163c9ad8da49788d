// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import * as client from '../../platform/api-client.ts';
import * as scale from '../../platform/scale-picture.ts';
import { memberInfo } from '../test-member.ts';

const path = '/pages/mine/identity/identity';
const none: OutputOf<'Users/Identity'> = {
  state: 'none',
  kind: null,
  country: null,
  time: null,
  decided: null,
  cause: null,
  reason: '',
  keepdays: 90,
  wiped: null,
};
const time = '2026-11-01T10:00:00.000Z';
const started = { ...none, state: 'started', kind: 'passport', country: 'SG', time } as const;

test('behavior: bones first', async () => {
  await openScreen(path, { 'Users/Identity': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: an error says why and can be tried again', async () => {
  await openScreen(path, {
    'Users/Identity': () => {
      throw new Refused('request.unavailable', 'Too much to do. Try again.');
    },
  });
  expect(await screen.findByText('Too much to do. Try again.')).toBeDefined();
});

test('behavior: it says what it is for and how long pictures are kept, before anything is asked', async () => {
  await openScreen(path, { 'Users/Identity': none });
  expect(await screen.findByText(/You can use everything without it/)).toBeDefined();
  expect(screen.getByText(/90 days after the decision/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Choose the document' })).toBeDefined();
  // Of a card the back is asked for, too.
  fireEvent.click(screen.getByRole('button', { name: /^Document:/ }));
  fireEvent.click(await screen.findByText('Identity card'));
  expect(await screen.findByText('Back of the document')).toBeDefined();
});

test('behavior: with the document in, the selfie is asked for and sent by its id', async () => {
  vi.spyOn(scale, 'scalePicture').mockImplementation((file) => Promise.resolve(file));
  vi.spyOn(client, 'uploadFile').mockResolvedValue({ id: 'idp_1' });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none' }));
  const { asked } = await openScreen(path, { 'Users/Identity': started, 'Users/BindFace': undefined });
  expect(await screen.findByText(/Passport received/)).toBeDefined();
  const input = document.querySelector('input[type=file]');
  fireEvent.change(input as Element, { target: { files: [new File(['x'], 'me.png')] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Send for checking' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/BindFace')?.input).toEqual({ picture: 'idp_1' }),
  );
});

test('behavior: another document leads on to its selfie', async () => {
  vi.spyOn(scale, 'scalePicture').mockImplementation((file) => Promise.resolve(file));
  vi.spyOn(client, 'uploadFile').mockResolvedValue({ id: 'idp_1' });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none' }));
  let identity: OutputOf<'Users/Identity'> = started;
  await openScreen(path, {
    'Users/Identity': () => identity,
    'Users/Info': memberInfo,
    'Users/BindIdcard': () => {
      identity = { ...started, country: 'JP', time: '2026-11-01T10:05:00.000Z' };
    },
  });
  fireEvent.click(await screen.findByText('Use another document'));
  fireEvent.click(await screen.findByRole('button', { name: /^Document:/ }));
  fireEvent.click(await screen.findByText('Passport'));
  fireEvent.click(screen.getByRole('button', { name: /^Issued by:/ }));
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Japan' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Japan' }));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Full name', 'Ann Example');
  type('Document number', 'L898902C3');
  type('Date of birth', '1990-01-31');
  const input = document.querySelector('input[type=file]');
  fireEvent.change(input as Element, { target: { files: [new File(['x'], 'pass.png')] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Continue to the selfie' }));
  expect(await screen.findByText(/Passport received/)).toBeDefined();
  expect(screen.queryByLabelText('Document number')).toBeNull();
});

test('behavior: a rejection says its cause and what the operator wrote, above the form', async () => {
  const rejected = { ...started, state: 'rejected', cause: 'face', reason: 'Please without a hat.' } as const;
  await openScreen(path, { 'Users/Identity': rejected });
  expect(await screen.findByText(/does not show the person/)).toBeDefined();
  expect(screen.getByText(/Please without a hat/)).toBeDefined();
  expect(screen.getByLabelText('Document number')).toBeDefined();
});

test.each([
  ['pending', 'Your identity is being checked'],
  ['approved', 'Your identity is confirmed'],
] as const)('behavior: %s is said, without a form', async (state, title) => {
  await openScreen(path, { 'Users/Identity': { ...started, state } });
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.queryByLabelText('Document number')).toBeNull();
});
