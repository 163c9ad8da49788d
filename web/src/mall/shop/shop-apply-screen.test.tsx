// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import * as client from '../../platform/api-client.ts';
import * as scale from '../../platform/scale-picture.ts';
import { application, noShop, ownShop } from './test-shop.ts';

const path = '/pages/mall/shopApply';
const answers = {
  'Users/Info': { ...memberInfo, activated: true },
  'Users/Shopinfo': noShop,
  'Users/ApplyShop': undefined,
} as const;

test('behavior: bones first', async () => {
  await openScreen(path, { ...answers, 'Users/Shopinfo': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: an error says why and can be tried again', async () => {
  await openScreen(path, {
    ...answers,
    'Users/Shopinfo': () => {
      throw new Refused('request.unavailable', 'Too much to do. Try again.');
    },
  });
  expect(await screen.findByText('Too much to do. Try again.')).toBeDefined();
});

test('refuses: who is not activated is shown the way', async () => {
  await openScreen(path, { ...answers, 'Users/Info': { ...memberInfo, activated: false } });
  expect(await screen.findByText('Activate your account first')).toBeDefined();
  expect(screen.queryByLabelText('Shop name')).toBeNull();
});

test('behavior: the form says what is missing, one after the other, and sends name, kind, contact and licences', async () => {
  vi.spyOn(scale, 'scalePicture').mockImplementation((file) => Promise.resolve(file));
  vi.spyOn(client, 'uploadFile').mockResolvedValue({ id: 'lic_1' });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none' }));
  const { asked } = await openScreen(path, answers);
  expect(await screen.findByRole('button', { name: 'Enter the shop name' })).toBeDefined();
  fireEvent.change(screen.getByLabelText('Shop name'), { target: { value: ' Lake Pottery ' } });
  fireEvent.click(screen.getByRole('button', { name: /^What you sell/ }));
  fireEvent.click(await screen.findByText('Home and garden'));
  fireEvent.change(screen.getByLabelText('How we reach you'), { target: { value: '+65 8123 4567' } });
  const [, licences] = document.querySelectorAll('input[type=file]');
  fireEvent.change(licences as Element, { target: { files: [new File(['x'], 'a.png')] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Send the application' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/ApplyShop')?.input).toMatchObject({
      name: 'Lake Pottery',
      kind: 'home',
      contact: '+65 8123 4567',
      licences: ['lic_1'],
    }),
  );
});

test('behavior: what was filled in survives a reload', async () => {
  await openScreen(path, answers);
  fireEvent.change(await screen.findByLabelText('Shop name'), { target: { value: 'Lake Pottery' } });
  fireEvent.change(screen.getByLabelText('About the shop'), { target: { value: 'Thrown by hand' } });
  cleanup();
  await openScreen(path, answers);
  expect((await screen.findByLabelText<HTMLInputElement>('Shop name')).value).toBe('Lake Pottery');
  expect(screen.getByLabelText<HTMLTextAreaElement>('About the shop').value).toBe('Thrown by hand');
});

test('behavior: an application that waits is shown with what was sent', async () => {
  await openScreen(path, { ...answers, 'Users/Shopinfo': { ...noShop, state: 'pending', application } });
  expect(await screen.findByText('We are reading your application')).toBeDefined();
  expect(screen.getByText('Lake Pottery')).toBeDefined();
  expect(screen.getByText('2 pictures')).toBeDefined();
});

test('behavior: a rejected one says why and stands in the form again, but for its licences', async () => {
  const reason = 'The licence is not readable.';
  await openScreen(path, {
    ...answers,
    'Users/Shopinfo': { ...noShop, state: 'rejected', reason, application },
  });
  expect(await screen.findByText(/The licence is not readable/)).toBeDefined();
  expect((screen.getByLabelText('Shop name') as HTMLInputElement).value).toBe('Lake Pottery');
  expect(screen.getByRole('button', { name: 'Add a licence picture' })).toBeDefined();
});

test('behavior: who has a shop is led to it', async () => {
  await openScreen(path, { ...answers, 'Users/Shopinfo': ownShop });
  expect(await screen.findByText('Lake Pottery is your shop')).toBeDefined();
});

test('behavior: what was decided each time stands there with its reason, also after the approval', async () => {
  await openScreen(path, { ...answers, 'Users/Shopinfo': ownShop });
  expect(await screen.findByText('Lake Pottery is your shop')).toBeDefined();
  expect(screen.getByText('Approved: Lake Pottery')).toBeDefined();
  expect(screen.getByText('All is there.')).toBeDefined();
  expect(screen.getByText('Not approved: Pots')).toBeDefined();
  expect(screen.getByText('Name another shop.')).toBeDefined();
});
