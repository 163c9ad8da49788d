// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { CallList } from '../parts/call-list.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { ListRow } from '../ui/list.tsx';
import { useCallPages } from './pages.ts';
import { refresh } from './query.ts';

const messageOf = (id: string) => ({
  id,
  time: '2026-01-02T03:04:05.000Z',
  by: 'staff' as const,
  text: id,
  pictures: [],
});

function Dated() {
  const query = useCallPages('Ticket/Messages', { id: 'tkt_1' });
  return (
    <CallList query={query} label="Messages" empty={null}>
      {({ text }) => <ListRow title={text} />}
    </CallList>
  );
}

function Paged() {
  const query = useCallPages('Ticket/Messages', { id: 'tkt_1' });
  return (
    <PagedList query={query} label="Messages" items={query.rows ?? []} keyOf={({ id }) => id}>
      {({ text }) => <ListRow title={text} />}
    </PagedList>
  );
}

test.each([
  ['dates', Dated],
  ['an order of its own', Paged],
])(
  'behavior: in a list with %s the next page waits for the refresh that is under way, and one press is enough',
  async (_order, List) => {
    const refreshed = Promise.withResolvers<void>();
    let newest = 'First';
    const { asked } = await openScreen(
      '/pages/service/service',
      {
        'Ticket/Messages': async ({ cursor }) => {
          if (cursor !== undefined) return { list: [messageOf('Older')] };
          const list = [messageOf(newest)];
          if (newest === 'Newest') await refreshed.promise;
          return { list, cursor: 'older' };
        },
      },
      { screen: List },
    );
    await screen.findByText('First');
    newest = 'Newest';
    void refresh('Ticket/Messages');
    await waitFor(() => expect(asked.filter(({ path }) => path === 'Ticket/Messages')).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    refreshed.resolve();
    await screen.findByText('Older');
    expect(screen.getByText('Newest')).toBeTruthy();
    expect(screen.queryByText('First')).toBeNull();
  },
);
