// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { useSession } from '../platform/session.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { NewsScreen } from './news-screen.tsx';

afterEach(() => {
  location.hash = '';
  useSession.getState().end();
  sessionStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});

const row: OutputOf<'Admin/News'> = {
  id: 'nws_1',
  kind: 'news',
  state: 'draft',
  title: 'Reading offline',
  locales: ['en'],
  pinned: false,
  from: null,
  until: null,
  changed: '2026-05-04T12:00:00.000Z',
  by: 'operator-one',
};
const whole = { ...row, titles: { en: row.title }, contents: { en: '<p>Text</p>' }, picurl: '' };

function openNews(
  role: OperatorRole,
  save = (): OutputOf<'Admin/NewsFirst'> => whole,
  first = (): OutputOf<'Admin/NewsFirst'> => whole,
): Asked[] {
  location.hash = '#/news';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/News': () => ({ list: [row] }),
    'Admin/NewsFirst': first,
    'Admin/NewsSave': save,
    'Admin/NewsState': () => ({ ...row, state: 'published' }),
  });
  drawScreen(<NewsScreen />);
  return asked;
}

test('refuses: support reads, and neither writes nor publishes', async () => {
  openNews('support');
  fireEvent.click(await screen.findByText('Reading offline'));
  const keep = await screen.findByRole('button', { name: 'Keep' });
  expect(keep.hasAttribute('disabled')).toBe(true);
  expect(screen.getByLabelText('Picture').hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'New article' })).toBeNull();
});

test('refuses: to write over what somebody else changed; what was typed stays to be copied', async () => {
  const asked = openNews('content', () => {
    throw new TestRefusal('operator.changedmeanwhile', 'Somebody changed this meanwhile.', 'conflict');
  });
  fireEvent.click(await screen.findByText('Reading offline'));
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Mine' } });
  const before = asked.filter(({ path }) => path === 'Admin/NewsFirst').length;
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(await screen.findByText('Somebody changed this meanwhile.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Mine');
  expect(asked.find(({ path }) => path === 'Admin/NewsSave')?.input['changed']).toBe(row.changed);
  // Opened again it is as the other person left it.
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === 'Admin/NewsFirst').length).toBeGreaterThan(before),
  );
});

test('behavior: an article is written in its languages, kept, then published', async () => {
  const asked = openNews('content');
  fireEvent.click(await screen.findByRole('button', { name: 'New article' }));
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Reading offline' } });
  fireEvent.change(screen.getByLabelText(/^Text/), { target: { value: 'Text' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/NewsState')?.input).toEqual({
      id: 'nws_1',
      changed: row.changed,
      state: 'published',
    }),
  );
  expect(asked.find(({ path }) => path === 'Admin/NewsSave')?.input).toMatchObject({
    titles: { en: 'Reading offline' },
    contents: { en: 'Text' },
  });
});

test('refuses: to publish what is not kept: a time or a sentence that only stands in the form', async () => {
  const asked = openNews('content');
  fireEvent.click(await screen.findByText('Reading offline'));
  const from = await screen.findByLabelText<HTMLInputElement>('Shown from');
  const publish = screen.getByRole('button', { name: 'Publish' });
  expect(publish.hasAttribute('disabled')).toBe(false);
  fireEvent.change(from, { target: { value: '2026-05-05T09:00' } });
  expect(publish.hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('Keep your changes before you publish')).toBeDefined();
  fireEvent.click(publish);
  fireEvent.change(from, { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Reading' } });
  expect(publish.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: row.title } });
  expect(publish.hasAttribute('disabled')).toBe(false);
  expect(asked.filter(({ path }) => path === 'Admin/NewsState')).toEqual([]);
});

test('behavior: the times are those that were kept: of a published article its beginning stays', async () => {
  const from = '2026-05-04T10:00:00.000Z';
  openNews('content', () => ({ ...whole, state: 'published', from }));
  fireEvent.click(await screen.findByText('Reading offline'));
  const field = await screen.findByLabelText<HTMLInputElement>('Shown from');
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(field.value).not.toBe(''));
  expect(new Date(field.value).toISOString()).toBe(from);
});

test('behavior: what was typed outlives a session that ended; who closes the form drops it', async () => {
  useSession.getState().start('token');
  openNews('content');
  fireEvent.click(await screen.findByText('Reading offline'));
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'An hour of work' } });
  useSession.getState().end();
  cleanup();
  useSession.getState().start('token');
  openNews('content');
  fireEvent.click(await screen.findByText('Reading offline'));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('An hour of work');
  expect(screen.getByText('What you typed before is here again. It is not kept yet.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
  fireEvent.click(screen.getByText('Reading offline'));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Reading offline');
});

test('behavior: of a new article that was kept once, what was typed since is found where the article is', async () => {
  useSession.getState().start('token');
  openNews('content');
  fireEvent.click(await screen.findByRole('button', { name: 'New article' }));
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'First' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(row.title));
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Typed since' } });
  useSession.getState().end();
  cleanup();
  openNews('content');
  fireEvent.click(await screen.findByText(row.title));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Typed since');
});

test('refuses: to take away what was typed when the article cannot be read again, or the storage is full', async () => {
  let isAway = false;
  const away = (): never => {
    throw new TestRefusal('request.unavailable', 'The service is not available now.');
  };
  openNews('content', away, () => (isAway ? away() : whole));
  fireEvent.click(await screen.findByText(row.title));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'An hour of work' } });
  isAway = true;
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('An hour of work');
});

test('behavior: the same picture can be chosen again after it failed', async () => {
  openNews('content');
  fireEvent.click(await screen.findByText('Reading offline'));
  const field = await screen.findByLabelText<HTMLInputElement>('Picture');
  const put = vi.fn();
  Object.defineProperty(field, 'value', { get: () => 'a.png', set: put });
  fireEvent.change(field, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } });
  expect(put).toHaveBeenCalledWith('');
});
