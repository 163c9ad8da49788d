// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';

const lisbon: OutputOf<'Ctrls/Geocode'> = {
  location: '38.71667,-9.13333',
  address: 'Lisbon, Portugal',
  country: 'PT',
  kind: 'near',
  distancekm: 2.04,
  credit: '',
};
const town = { id: '1', name: 'Lisbon', country: 'Portugal', location: lisbon.location };
const answers: Answers = { 'Ctrls/Places': { list: [town] }, 'Ctrls/Geocode': () => lisbon };
const choosePath = '/choose-location';

async function search(name: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Town'), { target: { value: name } });
}
const use = () => screen.getByRole('button', { name: /Use this place/ });

test('refuses: to use a place before there is one, and says what is missing', async () => {
  await openScreen(choosePath, answers);
  const button = await screen.findByRole('button', { name: 'Choose a point' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('refuses: a name that no town has, and an answer that does not come, are said at the field', async () => {
  const { asked } = await openScreen(choosePath, {
    'Ctrls/Places': ({ name }) => {
      if (name === 'down') throw new Refused('request.unavailable', 'Busy right now');
      return { list: [] };
    },
  });
  await search('q');
  expect(asked.filter(({ path }) => path === 'Ctrls/Places')).toEqual([]);
  await search('qqqq');
  expect(await screen.findByText('No town of this name')).toBeTruthy();
  await search('down');
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('refuses: a device that does not say where it is leads to map and name', async () => {
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(undefined as never);
  await openScreen(choosePath, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
  expect(await screen.findByText(/did not say where it is/)).toBeTruthy();
  vi.restoreAllMocks();
});

test('behavior: without dragging: a town by its name, what it is near to, and its coordinates to copy', async () => {
  await openScreen(choosePath, answers);
  await search('lis');
  fireEvent.click(await screen.findByRole('button', { name: /Lisbon/ }));
  expect(await screen.findByText('Near Lisbon, Portugal (2 km away)')).toBeTruthy();
  await waitFor(() => expect(use().getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(use());
  expect(await screen.findByText('Nearest town')).toBeTruthy();
  expect(screen.getByText(lisbon.location)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Choose another place' }));
  expect(await screen.findByLabelText('Town')).toBeTruthy();
});

test('behavior: a place without an answer of the server is used all the same', async () => {
  await openScreen(choosePath, {
    ...answers,
    'Ctrls/Geocode': () => {
      throw new Refused('request.rate', 'Too many requests');
    },
  });
  await search('lis');
  fireEvent.click(await screen.findByRole('button', { name: /Lisbon/ }));
  expect(await screen.findByText('Too many requests')).toBeTruthy();
  fireEvent.click(use());
  expect(await screen.findByText(lisbon.location)).toBeTruthy();
  expect(screen.queryByText('Nearest town')).toBeNull();
});

test('behavior: a location to look at: its address, and the way into a maps app', async () => {
  const address = {
    ...lisbon,
    kind: 'address',
    address: 'Rua Um 1, Lisbon',
    distancekm: null,
    credit: '© Mapmakers',
  } as const;
  await openScreen(`/open-location?location=${lisbon.location}`, { 'Ctrls/Geocode': () => address });
  expect((await screen.findAllByText('Rua Um 1, Lisbon')).length).toBeGreaterThan(0);
  expect(screen.getByText('Address')).toBeTruthy();
  expect(screen.getByText('© Mapmakers')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open in a maps app' });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=38\.71667/);
});

test('behavior: a location to look at before its answer is there, when it fails, and none at all', async () => {
  const path = `/open-location?location=${lisbon.location}`;
  await openScreen(path, { 'Ctrls/Geocode': () => unanswered });
  expect(await screen.findByRole('link', { name: 'Open in a maps app' })).toBeTruthy();
  await openScreen(path, {
    'Ctrls/Geocode': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  await openScreen('/open-location?location=javascript:1', answers);
  expect(await screen.findByText('There is no location here')).toBeTruthy();
});
