// @vitest-environment happy-dom
import { allCalls } from '@openmere/core/calls.ts';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { memberInfo } from '../member/test-member.ts';
import { readAhead } from '../platform/query.ts';
import { fetchRoute } from './routes.ts';
import { openScreen, unanswered } from './test-screen.tsx';

afterEach(cleanup);

const wallet = '/pages/wallet/wallet';

const market = '/pages/swap/swap';

test.each([wallet, market, '/pages/swap/kline/kline'])(
  'refuses: what %s reads ahead and the contract does not answer without parameters',
  async (screen) => {
    const reads = (await fetchRoute(screen))?.reads ?? [];
    expect(reads.length).toBeGreaterThan(0);
    for (const path of reads) {
      const known = allCalls.find((one) => one.path === path);
      expect([path, known?.input.safeParse({}).success]).toEqual([path, true]);
    }
  },
);

test('behavior: what is read ahead is the question that the screen asks, and is asked once', async () => {
  const { asked } = await openScreen(wallet, {
    'Users/Info': () => memberInfo,
    'Users/Balance': () => unanswered,
  });
  await waitFor(() => expect(asked.some(({ path }) => path === 'Users/Balance')).toBe(true));
  readAhead('Users/Balance');
  const paths = asked.map(({ path }) => path);
  expect(paths.filter((path) => path === 'Users/Balance')).toHaveLength(1);
});
