// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { useCall } from '../platform/query.ts';
import { BonusAtStake } from './bonus-at-stake.tsx';

afterEach(cleanup);

type Info = OutputOf<'Activity/Info'>;
type Bonus = NonNullable<Info['own']>['bonuses'][number];
const held: Bonus = {
  id: 'bon_1',
  kind: 'deposit',
  status: 'held',
  time: '2026-03-01T00:00:00.000Z',
  place: null,
  deposit: '100',
  kept: '90',
  power: '0',
  dueat: '2026-03-08T00:00:00.000Z',
  reason: null,
};

/** Opens it for a member with 100 USDT who types `amount`, and waits until the bonuses are known. */
async function open(amount: string, bonuses: Bonus[], available: string | undefined = '100'): Promise<void> {
  const info: Info = {
    state: 'inprogress',
    starts: '2026-03-01T00:00:00.000Z',
    ends: '2026-03-31T00:00:00.000Z',
    now: '2026-03-02T00:00:00.000Z',
    first: { count: 99, left: 12, bonus: '100' },
    deposit: { tiers: [{ from: '100', factor: '0.25' }], most: '10000', holddays: 7 },
    own: { activated: true, countryoff: false, claimable: '0', bonuses },
  };
  function Part() {
    const { data } = useCall('Activity/Info', {});
    return (
      <>
        <BonusAtStake amount={amount} available={available} />
        {data && <p>known</p>}
      </>
    );
  }
  await openScreen('/pages/home/home', { 'Activity/Info': info }, { screen: Part, texts: ['pay'] });
  await screen.findByText('known');
}

test('behavior: what would be left of a deposit bonus is said before money leaves', async () => {
  await open('40', [held]);
  expect(
    await screen.findByText(
      'Your deposit bonus counts the lowest balance until Mar 8, 2026: 90.00 USDT so far. This would lower it to 60.00 USDT.',
    ),
  ).toBeTruthy();
});

test.each<[string, string, Bonus[]]>([
  ['enough stays', '10', [held]],
  ['nothing is typed', '', [held]],
  ['more is typed than there is', '120', [held]],
  ['it is given already', '40', [{ ...held, status: 'given' }]],
  ['there is none', '40', []],
])('refuses: to warn where %s', async (_why, amount, bonuses) => {
  await open(amount, bonuses);
  expect(screen.queryByText(/deposit bonus/)).toBeNull();
});
