// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { refresh } from '../platform/query.ts';
import { readStored } from '../platform/storage.ts';
import { currentToasts, dismissToast } from '../ui/toast-store.ts';

afterEach(cleanup);

const path = '/pages/news/news';
const article = {
  id: 'nws_1',
  index: 2_000,
  time: '2026-01-02T03:04:05.000Z',
  title: 'Reading offline',
  summary: 'Records can be read offline.',
  picurl: '',
  pinned: true,
  read: false,
  locale: 'en' as const,
};
const notice = {
  id: 'ntc_1',
  time: '2026-01-02T03:04:05.000Z',
  topic: 'withdrawal',
  title: 'Withdrawal arrived: 19 USDT',
  text: '19 USDT arrived in your wallet.',
  link: '/pages/wallet/withdraw/recode/recodeChain',
  read: false,
};
const counts = { notices: 1, news: 1, latest: 2_000, seen: 1_000 };
const answers = {
  'Ctrls/News': () => ({ list: [article], total: 1 }),
  'Ctrls/Unread': () => counts,
  'Ctrls/NewsSeen': () => undefined,
  'Ctrls/Notices': () => ({ list: [notice] }),
  'Ctrls/NoticeRead': () => ({ unread: 0 }),
};

test('behavior: waiting, nothing yet, and failed', async () => {
  await openScreen(path, { ...answers, 'Ctrls/News': () => unanswered });
  expect(screen.getByRole('tab', { name: /System/ }).getAttribute('aria-selected')).toBe('true');
  await openScreen(path, { ...answers, 'Ctrls/News': () => ({ list: [], total: 0 }) });
  expect(await screen.findByText('No news yet')).toBeTruthy();
  await openScreen(path, {
    ...answers,
    'Ctrls/News': () => {
      throw new Refused('request.unavailable', 'Try again later.');
    },
  });
  expect(await screen.findByText('Try again later.')).toBeTruthy();
});

test('behavior: a list that is opened marks nothing; an article that is opened is read, or all at once', async () => {
  const older = { ...article, id: 'nws_0', index: 1_000, title: 'Earlier', pinned: false, read: true };
  const both = { ...answers, 'Ctrls/News': () => ({ list: [article, older], total: 2 }) };
  const { asked } = await openScreen(path, both);
  const seenOf = (all: typeof asked) => all.filter((one) => one.path === 'Ctrls/NewsSeen');
  expect(await screen.findByText('Reading offline')).toBeTruthy();
  expect(screen.getByText('Pinned')).toBeTruthy();
  expect(screen.getAllByText('Unread')).toHaveLength(1);
  expect(seenOf(asked)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(seenOf(asked).map(({ input }) => input)).toEqual([{ index: 2000 }]));
  const opened = await openScreen(`${path}?id=nws_1`, {
    ...both,
    'Ctrls/NewsFirst': () => ({ ...article, content: '<p>Records can be read.</p>' }),
  });
  await waitFor(() => expect(seenOf(opened.asked).map(({ input }) => input)).toEqual([{ id: 'nws_1' }]));
});

test('refuses: to go on showing an article that is withdrawn while it is open', async () => {
  let withdrawn = false;
  await openScreen(`${path}?id=nws_1`, {
    ...answers,
    'Ctrls/NewsFirst': () => {
      if (withdrawn) throw new Refused('news.noarticle', 'This article is not there any more.');
      return { ...article, content: '<p>Records can be read.</p>' };
    },
  });
  expect(await screen.findByText('Records can be read.')).toBeTruthy();
  withdrawn = true;
  await refresh('Ctrls/NewsFirst');
  expect(await screen.findByText('This article is not there any more.')).toBeTruthy();
  expect(screen.queryByText('Records can be read.')).toBeNull();
});

test('refuses: to keep the way to mark all as read from who has read what is listed, while more is unread', async () => {
  const { asked } = await openScreen(`${path}?tab=personal`, {
    ...answers,
    'Ctrls/Notices': () => ({ list: [{ ...notice, read: true }], cursor: 'older' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Ctrls/NoticeRead')?.input).toEqual({ upto: 'ntc_1' }),
  );
});

test('refuses: to take the list away from a visitor while what is unread is counted anew', async () => {
  const asks = { count: 0 };
  const visited = {
    ...answers,
    'Ctrls/Unread': () => {
      asks.count += 1;
      return asks.count === 1 ? { ...counts, notices: 0, seen: 0 } : unanswered;
    },
  };
  await openScreen(path, visited, { visitor: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(asks.count).toBeGreaterThan(1));
  expect(screen.getByText('Reading offline')).toBeTruthy();
});

test('behavior: a visitor reads news only, and this device keeps up to where', async () => {
  const { asked } = await openScreen(
    path,
    { ...answers, 'Ctrls/Unread': () => ({ ...counts, notices: 0, seen: 0 }) },
    { visitor: true },
  );
  expect(await screen.findByText('Unread')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(readStored('general.newsSeen')).toBe('2000'));
  expect(asked.map((one) => one.path)).not.toContain('Ctrls/Notices');
  expect(asked.map((one) => one.path)).not.toContain('Ctrls/NewsSeen');
});

test.each([
  [
    'the page it is about',
    '/pages/wallet/withdraw/recode/recodeChain',
    '#/pages/wallet/withdraw/recode/recodeChain',
  ],
  ['no page of elsewhere', 'https://evil.example', '#/pages/news/news'],
])(
  'behavior: a notice from the system’s list of messages is read and leads to %s',
  async (_what, to, hash) => {
    const { asked } = await openScreen(
      `${path}?${new URLSearchParams({ notice: 'ntc_1', to }).toString()}`,
      answers,
    );
    await waitFor(() =>
      expect(asked.find((one) => one.path === 'Ctrls/NoticeRead')?.input).toEqual({ id: 'ntc_1' }),
    );
    await waitFor(() => expect(location.hash).toBe(hash));
  },
);

test('behavior: what is personal is read by pressing it, or all at once', async () => {
  const { asked } = await openScreen(`${path}?tab=personal`, answers);
  fireEvent.click(await screen.findByText('19 USDT arrived in your wallet.'));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Ctrls/NoticeRead')?.input).toEqual({ id: 'ntc_1' }),
  );
  const again = await openScreen(`${path}?tab=personal`, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(again.asked.find((one) => one.path === 'Ctrls/NoticeRead')?.input).toEqual({ upto: 'ntc_1' }),
  );
});

test('refuses: a mark that could not be kept is said', async () => {
  const away = () => {
    throw new Refused('request.unavailable', 'Busy right now');
  };
  for (const at of [path, `${path}?tab=personal`]) {
    await openScreen(at, { ...answers, 'Ctrls/NewsSeen': away, 'Ctrls/NoticeRead': away });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Busy right now'));
    dismissToast(currentToasts().at(-1)?.id ?? 0);
    cleanup();
  }
});

test('behavior: an article that is not there in one’s language says in which it is, in the list as well', async () => {
  await openScreen(path, answers, { locale: 'es' });
  expect((await screen.findByText('Reading offline')).lang).toBe('en');
  expect(screen.getByText(/Está en Inglés/i)).toBeTruthy();
  await openScreen(
    `${path}?id=nws_1`,
    { ...answers, 'Ctrls/NewsFirst': () => ({ ...article, content: '<p>Records can be read.</p>' }) },
    { locale: 'es' },
  );
  expect(await screen.findByRole('heading', { name: 'Reading offline' })).toBeTruthy();
  expect(screen.getByText(/Está en Inglés/i)).toBeTruthy();
});

test('behavior: mails of a kind are switched off, and on again', async () => {
  let mail = true;
  const { asked } = await openScreen('/pages/news/choices', {
    'Ctrls/NoticeChoices': () => ({ list: [{ kind: 'money' as const, mail, push: true }], total: 1 }),
    'Ctrls/NoticeChoose': () => {
      mail = !mail;
    },
  });
  const money = await screen.findByRole('switch', { name: 'Money' });
  fireEvent.click(money);
  await waitFor(() =>
    expect((screen.getByRole('switch', { name: 'Money' }) as HTMLInputElement).checked).toBe(false),
  );
  expect(asked.find((one) => one.path === 'Ctrls/NoticeChoose')?.input).toEqual({ kind: 'money', mail: '0' });
});
