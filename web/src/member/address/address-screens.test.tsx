// @vitest-environment happy-dom
import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { memberInfo } from '../test-member.ts';

type Address = OutputOf<'Users/AddEditAddress'>;

const home: Address = {
  id: 'adr_1',
  isdefualt: 1,
  label: '🏠',
  recipient: 'Ada Heron',
  phone: '+49 30 1234567',
  country: 'DE',
  detail: 'Seestraße 1\n10115 Berlin',
};
const work: Address = { ...home, id: 'adr_2', isdefualt: 0, label: '', recipient: 'Ada at work' };

const listPath = '/pages/mine/address/address';
const editPath = '/pages/mine/address/edit';
const me: Answers = { 'Users/Info': () => memberInfo };
const saved: Answers = {
  ...me,
  'Users/GetMyAddress': { list: [home, work] },
  'Users/AddEditAddress': () => home,
};

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
async function type(name: string, value: string): Promise<void> {
  fireEvent.change(await field(name), { target: { value } });
}
async function fillIn(): Promise<void> {
  await type('Recipient', 'Ada Heron');
  await type('Phone', '+49 30 1234567');
  await type('Address', 'Seestraße 1, Berlin');
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save address' }));

test.each([listPath, editPath])('refuses: %s that cannot be read offers another try', async (path) => {
  let away = true;
  await openScreen(path, {
    ...me,
    'Users/GetMyAddress': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [home] };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Busy right now')).toBeNull());
});

test('behavior: a new address survives a reload until it is saved; one that is there begins as it is saved', async () => {
  await openScreen(editPath, saved);
  await fillIn();
  cleanup();
  await openScreen(editPath, saved);
  expect((await field('Recipient')).value).toBe('Ada Heron');
  save();
  await waitFor(() => expect(location.hash).toContain(listPath));
  cleanup();
  await openScreen(editPath, saved);
  expect((await field('Recipient')).value).toBe('');
  cleanup();
  await openScreen(`${editPath}?id=adr_1`, saved);
  await type('Recipient', 'Somebody else');
  cleanup();
  await openScreen(`${editPath}?id=adr_1`, saved);
  expect((await field('Recipient')).value).toBe('Ada Heron');
});

test('refuses: a label of four characters as people count them, at once', async () => {
  const { asked } = await openScreen(editPath, saved);
  await fillIn();
  await type('Label', '👨‍👩‍👧家é한');
  expect(await screen.findByText('Use at most 3 characters for the label.')).toBeTruthy();
  save();
  await type('Label', '👨‍👩‍👧家é');
  expect(screen.queryByText('Use at most 3 characters for the label.')).toBeNull();
  expect(asked.some((one) => one.path === 'Users/AddEditAddress')).toBe(false);
});

test('refuses: a phone number that cannot be called, at its field', async () => {
  const { asked } = await openScreen(editPath, saved);
  await fillIn();
  await type('Phone', '12');
  save();
  expect(await screen.findByText('Enter a phone number that can be called.')).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/AddEditAddress')).toBe(false);
});

test('refuses: what the server does not take stands in the form', async () => {
  await openScreen(editPath, {
    ...saved,
    'Users/AddEditAddress': () => {
      throw new Refused('member.manyaddresses', 'You have saved 20 addresses. Remove one first.');
    },
  });
  await fillIn();
  save();
  expect(await screen.findByText('You have saved 20 addresses. Remove one first.')).toBeTruthy();
  expect((await field('Recipient')).value).toBe('Ada Heron');
});

test('behavior: bones while loading', async () => {
  await openScreen(listPath, { ...me, 'Users/GetMyAddress': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: without addresses the first one is offered', async () => {
  await openScreen(listPath, { ...me, 'Users/GetMyAddress': { list: [] } });
  expect(await screen.findByText('No addresses yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add an address' }).getAttribute('href')).toBe(`#${editPath}`);
});

test('behavior: the default one is marked, each leads to its form', async () => {
  await openScreen(listPath, saved);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(first as HTMLElement).getByText('Default')).toBeTruthy();
  expect(within(first as HTMLElement).getByText('Germany')).toBeTruthy();
  expect(within(second as HTMLElement).queryByText('Default')).toBeNull();
  expect(
    within(second as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`#${editPath}?id=adr_2`);
});

test('behavior: a new one has the country of the member, and the first is the default', async () => {
  const { asked } = await openScreen(editPath, { ...saved, 'Users/GetMyAddress': { list: [] } });
  expect(await screen.findByRole('button', { name: /Germany/ })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
  await fillIn();
  fireEvent.click(screen.getByRole('button', { name: '🏢' }));
  save();
  await waitFor(() => expect(asked.some((one) => one.path === 'Users/AddEditAddress')).toBe(true));
  const sent = asked.find((one) => one.path === 'Users/AddEditAddress')
    ?.input as InputOf<'Users/AddEditAddress'>;
  expect(sent).toEqual({
    isdefualt: 0,
    label: '🏢',
    recipient: 'Ada Heron',
    phone: '+49 30 1234567',
    country: 'DE',
    detail: 'Seestraße 1, Berlin',
  });
});

test('behavior: another one can be made the default', async () => {
  const { asked } = await openScreen(`${editPath}?id=adr_2`, saved);
  expect((await field('Recipient')).value).toBe('Ada at work');
  fireEvent.click(screen.getByRole('switch'));
  save();
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/AddEditAddress')?.input).toEqual({
      ...work,
      isdefualt: 1,
    }),
  );
});

test('behavior: deleting is asked for first', async () => {
  const { asked } = await openScreen(`${editPath}?id=adr_2`, {
    ...saved,
    'Users/DelAddress': () => undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete address' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Delete this address?')).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/DelAddress')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete address' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/DelAddress')?.input).toEqual({ id: 'adr_2' }),
  );
});

test('behavior: an address that is gone says so', async () => {
  await openScreen(`${editPath}?id=adr_9`, saved);
  expect(await screen.findByText('This address is no longer there')).toBeTruthy();
});
