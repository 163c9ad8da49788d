// @vitest-environment happy-dom
import { formatPush } from '@openmere/core/kit/push.ts';
import { nodeSales } from '@openmere/core/node/contract.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receivePush } from '../live.ts';
import { queryClient } from '../query.ts';
import { useTransactionStore } from './transaction-record.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { useChainRead } from './use-chain-read.ts';

/** What the chain has now, and the readings that are under way: each says what it had when it was begun. */
let onChain: string;
const underWay: (() => void)[] = [];

beforeEach(() => {
  onChain = 'old';
});
afterEach(() => {
  cleanup();
  useTransactionStore.setState({ records: [] });
  queryClient.clear();
  underWay.length = 0;
  vi.useRealTimers();
});

function Shown({ pauseMs, staleTime = 0 }: { pauseMs?: number; staleTime?: number }) {
  const { data } = useChainRead({
    queryKey: ['chain', undefined],
    queryFn: () => {
      const answer = onChain;
      return new Promise<string>((resolve) => underWay.push(() => resolve(answer)));
    },
    staleTime,
    pushes: ['node.sales'],
    ...(pauseMs === undefined ? {} : { pauseMs }),
  });
  return <p>{data ?? 'nothing'}</p>;
}

const show = (screenOf: ReactElement) =>
  render(<QueryClientProvider client={queryClient}>{screenOf}</QueryClientProvider>);
const answer = (at: number) => act(async () => underWay[at]?.());
const finish = () =>
  act(async () =>
    useTransactionStore.setState(({ records }) => ({
      records: [...records, { id: String(records.length), state: 'confirmed' } as TransactionRecord],
    })),
  );
const push = () => act(async () => receivePush({}, formatPush(nodeSales, { list: [] })));

test('behavior: a transaction that ends, or a push that comes, while the chain is read is not missed', async () => {
  show(<Shown />);
  onChain = 'mined';
  await finish();
  await answer(0);
  await screen.findByText('old');
  onChain = 'pushed';
  await push();
  await answer(1);
  await screen.findByText('mined');
  await answer(2);
  await screen.findByText('pushed');
  expect(underWay).toHaveLength(3);
});

test('behavior: what ended while nobody looked is read at once, and once', async () => {
  const { unmount } = show(<Shown staleTime={60_000} />);
  await answer(0);
  unmount();
  onChain = 'mined';
  await finish();
  show(<Shown staleTime={60_000} />);
  await vi.waitFor(() => expect(underWay).toHaveLength(2));
  await answer(1);
  await screen.findByText('mined');
  expect(underWay).toHaveLength(2);
});

test('behavior: a reading that was left under way is not taken for one of after a transaction that ended meanwhile', async () => {
  const { unmount } = show(<Shown staleTime={60_000} />);
  unmount();
  onChain = 'mined';
  await finish();
  show(<Shown staleTime={60_000} />);
  await vi.waitFor(() => expect(underWay).toHaveLength(2));
  await answer(0);
  await answer(1);
  await screen.findByText('mined');
});

test('behavior: what a push moved while nobody looked is read again by who looks next', async () => {
  const { unmount } = show(<Shown staleTime={60_000} />);
  await answer(0);
  unmount();
  onChain = 'pushed';
  await push();
  show(<Shown staleTime={60_000} />);
  await vi.waitFor(() => expect(underWay).toHaveLength(2));
  await answer(1);
  await screen.findByText('pushed');
});

test('behavior: pushes in a burst are one reading', async () => {
  show(<Shown pauseMs={50} />);
  await answer(0);
  for (let index = 0; index < 5; index += 1) await push();
  await vi.waitFor(() => expect(underWay).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(underWay).toHaveLength(2);
});
