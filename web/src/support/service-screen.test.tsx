// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { keepDraft, readDraft } from '../platform/drafts.ts';
import { refresh } from '../platform/query.ts';
import { readStored } from '../platform/storage.ts';

const time = '2026-11-20T10:00:00.000Z';
const facts: NonNullable<OutputOf<'Ticket/Open'>['facts']> = {
  kind: 'withdrawal',
  id: 'wdr_1',
  time,
  status: 'rejected',
  lines: [
    { key: 'amount', value: '40', coinid: 'USDT' },
    { key: 'reason', value: 'The address is watched', coinid: null },
  ],
};
const ticket: OutputOf<'Ticket/Open'> = {
  id: 'tkt_1',
  time,
  updated: time,
  kind: 'withdrawal',
  status: 'answered',
  facts,
  preview: 'It was rejected',
  by: 'staff',
  unread: 1,
  reopenby: null,
  now: time,
  usualminutes: null,
  device: '',
};
const answers = { 'Ctrls/GetEnum': { withdrawal: { rejected: 'Rejected, money returned' } } };
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const typed = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

testList({
  path: '/pages/service/service',
  call: 'Ticket/List',
  row: ticket,
  shown: 'Openmere support: It was rejected',
  empty: 'No requests yet',
});

test('behavior: requests stand under the day on which they were last written in, in which order they come', async () => {
  const written = (id: string, opened: number, updated: number) => {
    const day = (date: number) => new Date(2026, 0, date, 12).toISOString();
    return { ...ticket, id, time: day(opened), updated: day(updated) };
  };
  const list = [written('tkt_3', 3, 9), written('tkt_2', 5, 8), written('tkt_1', 3, 8)];
  await openScreen('/pages/service/service', { 'Ticket/List': { list } });
  await screen.findAllByText('Openmere support: It was rejected');
  const heads = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(heads.filter((head) => head.includes('2026'))).toEqual(['Jan 9, 2026', 'Jan 8, 2026']);
});

test('refuses: a recovery phrase before anything leaves the device, and says why', async () => {
  const { asked } = await openScreen('/pages/service/service?new=1', {});
  typed('Message', phrase);
  expect((await screen.findByRole('alert')).textContent).toContain('recovery phrase');
  expect(screen.getByText('Remove the recovery phrase or key first')).toBeTruthy();
  expect(asked.some(({ path }) => path === 'Ticket/Open')).toBe(false);
  expect(readStored('general.drafts') ?? '').not.toContain('sausage');
});

test('behavior: a question that came along stands before an older unsent one, and is not put there twice', async () => {
  keepDraft('ticket ', { text: 'An older one' });
  const path = '/pages/service/service?new=1&question=Where%20is%20it';
  await openScreen(path, {});
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Message');
  expect(field.value).toBe('Where is it\nAn older one');
  fireEvent.change(field, { target: { value: 'Where is it\nAn older one, still' } });
  await waitFor(() => expect(readDraft('ticket ')['text']).toContain('still'));
  cleanup();
  await openScreen(path, {});
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe(
    'Where is it\nAn older one, still',
  );
});

test('behavior: a closed request may be written in as long as the server says so, whatever this device’s clock', async () => {
  const closed = { ...ticket, status: 'closed' as const, reopenby: '2020-01-02T00:00:00.000Z' };
  await openScreen('/pages/service/service?id=tkt_1', {
    'Ticket/List': { list: [{ ...closed, now: '2020-01-01T00:00:00.000Z' }] },
    'Ticket/Messages': { list: [] },
  });
  expect(await screen.findByLabelText('Message')).toBeTruthy();
  cleanup();
  await openScreen('/pages/service/service?id=tkt_1', {
    'Ticket/List': { list: [{ ...closed, now: '2020-01-02T00:00:00.000Z' }] },
    'Ticket/Messages': { list: [] },
  });
  expect(await screen.findByRole('link', { name: /request/ })).toBeTruthy();
  expect(screen.queryByLabelText('Message')).toBeNull();
});

test('refuses: to throw away what is typed while a message is being sent', async () => {
  const { promise, resolve } = Promise.withResolvers<OutputOf<'Ticket/Send'>>();
  const { asked } = await openScreen('/pages/service/service?id=tkt_1', {
    ...answers,
    'Ticket/List': { list: [ticket] },
    'Ticket/Messages': { list: [] },
    'Ticket/Send': () => promise,
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Message');
  typed('Message', 'It waits since Monday.');
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'Ticket/Send')).toBe(true));
  typed('Message', 'It waits since Monday. And one more thing');
  resolve({ id: 'tms_1', time, by: 'member', text: 'It waits since Monday.', pictures: [] });
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === 'Ticket/Messages').length).toBeGreaterThan(1),
  );
  await new Promise((done) => setTimeout(done, 50));
  expect(field.value).toBe('It waits since Monday. And one more thing');
});

test('behavior: a record’s facts are shown before they are sent with the question', async () => {
  const { asked } = await openScreen('/pages/service/service?about=withdrawal:wdr_1', {
    ...answers,
    'Ticket/About': facts,
    'Ticket/Open': ticket,
    'Ticket/List': { list: [ticket] },
    'Ticket/Messages': { list: [] },
  });
  expect(await screen.findByText('40.00 USDT')).toBeTruthy();
  expect(await screen.findByText('Rejected, money returned')).toBeTruthy();
  typed('Message', 'Why was it rejected?');
  fireEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Ticket/Open')?.input).toMatchObject({
      kind: 'withdrawal',
      about: 'withdrawal:wdr_1',
      text: 'Why was it rejected?',
    }),
  );
});

test('refuses: to send anything of the device that was not switched on; then what was shown, without inputs', async () => {
  const opened = async () =>
    (
      await openScreen('/pages/service/service?new=1', {
        'Ticket/Open': ticket,
        'Ticket/List': () => {
          throw new Refused('request.unavailable', 'Busy');
        },
        'Ticket/Messages': { list: [] },
      })
    ).asked;
  const sentOf = (asked: Awaited<ReturnType<typeof opened>>) =>
    asked.find(({ path }) => path === 'Ticket/Open')?.input as { device?: string } | undefined;
  const send = async () => fireEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  const first = await opened();
  typed('Message', 'Help');
  await send();
  await waitFor(() => expect(sentOf(first)).toBeDefined());
  expect(sentOf(first)).not.toHaveProperty('device');
  cleanup();
  const second = await opened();
  const shown = screen.getByText(/^App: 1\.0\.0 \(web\)/).textContent ?? '';
  expect(shown).toContain('Browser: ');
  // The failure of the list before is among them; what was written is not.
  expect(shown).toContain(' Ticket/List request.unavailable');
  expect(shown).not.toContain('Help');
  typed('Message', 'Help again');
  fireEvent.click(screen.getByRole('switch', { name: 'Send details of the app and this device' }));
  await send();
  await waitFor(() => expect(sentOf(second)?.device).toBe(shown));
});

test('behavior: who waits reads how long answers took lately, and what they sent of the device', async () => {
  const waiting = { ...ticket, status: 'open' as const, usualminutes: 250, device: 'App: 1.0.0 (web)' };
  await openScreen('/pages/service/service?id=tkt_1', {
    ...answers,
    'Ticket/List': { list: [waiting] },
    'Ticket/Messages': { list: [] },
  });
  expect(await screen.findByText(/had their first answer within 5 hours\./)).toBeTruthy();
  expect(screen.getByText('App: 1.0.0 (web)')).toBeTruthy();
});

test('refuses: what the server turns down stands above the button', async () => {
  await openScreen('/pages/service/service?new=1', {
    'Ticket/Open': () => {
      throw new Refused('support.manytickets', 'You have 5 open requests.');
    },
  });
  typed('Message', 'Help');
  fireEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('You have 5 open requests.')).toBeTruthy();
});

test('behavior: earlier messages wait for the answer that is on its way, and one press is enough', async () => {
  const answered = Promise.withResolvers<void>();
  const message = { id: 'tms_1', time, by: 'staff' as const, text: 'It was rejected', pictures: [] };
  let list = [message];
  const { asked } = await openScreen('/pages/service/service?id=tkt_1', {
    ...answers,
    'Ticket/List': { list: [ticket] },
    'Ticket/Messages': async ({ cursor }) => {
      if (cursor !== undefined) return { list: [{ ...message, id: 'tms_0', text: 'We look into it' }] };
      const page = { list, cursor: 'earlier' };
      if (list.length > 1) await answered.promise;
      return page;
    },
  });
  await screen.findByText('It was rejected');
  list = [{ ...message, id: 'tms_2', text: 'It was a mistake' }, message];
  void refresh('Ticket/Messages');
  const isMessages = ({ path }: { path: string }) => path === 'Ticket/Messages';
  await waitFor(() => expect(asked.filter(isMessages)).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
  answered.resolve();
  await screen.findByText('We look into it');
  expect(screen.getByText('It was a mistake')).toBeTruthy();
});

test('behavior: staff is marked, one’s own words are not; a message is sent once more as the same', async () => {
  const staff = { id: 'tms_2', time, by: 'staff' as const, text: 'It was rejected', pictures: [] };
  const own = { ...staff, id: 'tms_1', by: 'member' as const, text: 'Openmere support: send me money' };
  const { asked } = await openScreen('/pages/service/service?id=tkt_1', {
    ...answers,
    'Ticket/List': { list: [ticket] },
    'Ticket/Messages': { list: [staff, own] },
    'Ticket/Send': () => {
      throw new Refused('request.unavailable', 'Busy');
    },
  });
  await screen.findByText('It was rejected');
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items[0]).toMatch(/^YouOpenmere support: send me money/);
  expect(items[1]).toMatch(/^Openmere supportIt was rejected/);
  typed('Message', 'Thank you');
  for (let n = 0; n < 2; n += 1) {
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByText('Busy');
  }
  await waitFor(() => expect(asked.filter(({ path }) => path === 'Ticket/Send')).toHaveLength(2));
  const ids = asked.filter(({ path }) => path === 'Ticket/Send').map(({ input }) => input['requestId']);
  expect(new Set(ids).size).toBe(1);
});

test('behavior: a visitor gives feedback without pictures', async () => {
  const { asked } = await openScreen(
    '/pages/service/feedback',
    { 'Ctrls/Feedback': undefined },
    { visitor: true },
  );
  expect(screen.queryByText('Pictures')).toBeNull();
  typed('What would you like to tell us?', 'Larger letters');
  fireEvent.click(await screen.findByRole('button', { name: 'Send feedback' }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'Ctrls/Feedback')).toBe(true));
});

test('behavior: a reward’s facts name its kind and state, and hash power is no coin', async () => {
  await openScreen('/pages/service/service?about=reward:rwd_7', {
    'Ctrls/GetEnum': { reward: { notqualified: 'Not qualified' }, rewardkind: { bonus: 'Bonus power' } },
    'Ticket/About': {
      ...facts,
      kind: 'reward',
      id: 'rwd_7',
      status: 'notqualified',
      lines: [
        { key: 'type', value: 'bonus', coinid: null },
        { key: 'amount', value: '3', coinid: 'POWER' },
      ],
    },
  });
  for (const text of ['Reward', 'Not qualified', 'Bonus power', '3.00 hash power'])
    expect(await screen.findByText(text)).toBeTruthy();
});
