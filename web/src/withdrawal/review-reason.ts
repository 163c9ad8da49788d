import type { OutputOf } from '@openmere/core/calls.ts';

type Check = OutputOf<'Wallet/WithdrawQuote'>['checks'][number];

/** What explains the most stands first: a first withdrawal is also the first to this wallet and with this password. */
const order = [
  'firstwithdrawal',
  'address',
  'device',
  'password',
  'paypassword',
  // Enough by itself, which the following are not.
  'dailylimit',
  'velocity',
  'history',
  'depositage',
  'sanctions',
  'shared',
];

/** The held check that a person looks at a withdrawal for; two people are there for a large amount only. */
export function reasonOf(checks: readonly Check[], decider: 'operator' | 'twooperators'): string {
  if (decider === 'twooperators') return 'largeamount';
  const held = new Set(checks.filter(({ result }) => result === 'held').map(({ check }) => check));
  return order.find((check) => held.has(check)) ?? 'other';
}
