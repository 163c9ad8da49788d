// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { FeedbackScreen } from './feedback-screen.tsx';
import { TicketsScreen } from './tickets-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const time = '2026-05-04T12:00:00.000Z';
const row: OutputOf<'Admin/Tickets'> = {
  id: 'tkt_1',
  time,
  updated: time,
  waiting: time,
  userid: 'mem_one',
  nickname: 'Mira',
  kind: 'withdrawal',
  status: 'open',
  facts: {
    kind: 'withdrawal',
    id: 'wdr_1',
    time,
    status: 'rejected',
    lines: [{ key: 'amount', value: '40', coinid: 'USDT' }],
  },
  preview: 'Why was it rejected?',
  assigned: null,
  lang: 'en',
};
const message: OutputOf<'Admin/Ticket'>['messages'][number] = {
  id: 'tms_1',
  time,
  by: 'member',
  account: null,
  text: 'Why, please?',
  pictures: [],
};

let queries: ReturnType<typeof drawScreen>;
let isAway = false;
let updated = time;
let answering: (() => never) | undefined;

async function openRow(role: OperatorRole): Promise<Asked[]> {
  [isAway, updated, answering] = [false, time, undefined];
  location.hash = '#/tickets';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Tickets': () => ({ list: [row] }),
    'Admin/Ticket': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return { ...row, updated, device: 'Browser: Firefox 141', messages: [message] };
    },
    'Admin/TicketAnswer': () => answering?.() ?? { ...row, status: 'answered', waiting: null },
    'Admin/TicketMove': () => row,
    'Ctrls/GetEnum': () => ({ withdrawal: { rejected: 'Rejected, money returned' } }),
  });
  queries = drawScreen(<TicketsScreen />);
  fireEvent.click(await screen.findByText('Why was it rejected?'));
  await screen.findByText('Why, please?');
  return asked;
}

test('refuses: to pass off an old conversation as new, or to take away the answer that is typed', async () => {
  await openRow('support');
  fireEvent.change(screen.getByLabelText('Answer or note'), { target: { value: 'Wait a week' } });
  isAway = true;
  await queries.invalidateQueries({ queryKey: ['Admin/Ticket'] });
  expect(await screen.findByText(/could not be read again/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Answer or note').value).toBe('Wait a week');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/could not be read again/)).toBeNull());
});

test('behavior: a ticket shows its record, is answered, and keeps a note by another press', async () => {
  const asked = await openRow('support');
  expect(await screen.findByText('Rejected, money returned')).toBeDefined();
  expect(screen.getByText('Browser: Firefox 141')).toBeDefined();
  const send = screen.getByRole('button', { name: 'Send answer' });
  expect(send.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Answer or note'), { target: { value: 'Wait a week' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep as note' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/TicketAnswer')?.input).toMatchObject({
      id: 'tkt_1',
      text: 'Wait a week',
      note: '1',
    }),
  );
});

test('refuses: an answer to what was not read; the new message is shown, and what was typed stays', async () => {
  const asked = await openRow('support');
  answering = () => {
    updated = '2026-05-04T12:05:00.000Z';
    throw new TestRefusal('support.writtenmeanwhile', 'Somebody wrote meanwhile.', 'conflict');
  };
  fireEvent.change(screen.getByLabelText('Answer or note'), { target: { value: 'Wait a week' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Somebody wrote meanwhile.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Answer or note').value).toBe('Wait a week');
  answering = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  const seen = () =>
    asked.filter(({ path }) => path === 'Admin/TicketAnswer').map(({ input }) => input['seen']);
  await waitFor(() => expect(seen()).toEqual([time, '2026-05-04T12:05:00.000Z']));
});

test('refuses: to say only after all is read again, which takes minutes, that no answer came', async () => {
  await openRow('support');
  fireEvent.change(screen.getByLabelText('Answer or note'), { target: { value: 'Wait a week' } });
  const hang = (): Promise<never> => new Promise(() => undefined);
  vi.stubGlobal('fetch', (url: string) =>
    url === '/Admin/TicketAnswer' ? Promise.reject(new TypeError('away')) : hang(),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText(/did not answer/)).toBeDefined();
});

test('behavior: a ticket is taken', async () => {
  const asked = await openRow('support');
  fireEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/TicketMove')?.input).toEqual({
      id: 'tkt_1',
      act: 'take',
    }),
  );
});

test('behavior: feedback is read by somebody, with their name', async () => {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'content', idleminutes: 15 }),
    'Admin/Feedback': () => ({
      list: [
        {
          id: 'fbk_1',
          time,
          userid: '',
          nickname: '',
          text: 'Larger letters',
          contact: 'me@example.org',
          pictures: [],
          lang: 'en',
          readby: null,
        },
      ],
    }),
    'Admin/FeedbackRead': () => ({ id: 'fbk_1' }),
  });
  drawScreen(<FeedbackScreen />);
  fireEvent.click(await screen.findByText('me@example.org'));
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'Admin/FeedbackRead')).toBe(true));
});
