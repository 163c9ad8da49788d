import type { OutputOf } from '@openmere/core/calls.ts';

type Health = OutputOf<'Admin/Health'>;

/** Everything runs, everything is covered. */
export function goodHealth(change: Partial<Health> = {}): Health {
  const at = '2026-05-04T12:00:00.000Z';
  return {
    coins: [
      {
        coinid: 'USDT',
        liabilities: '40000',
        ledgerreserve: '40005',
        chainreserve: '40005',
        comparedledger: '40005',
        asofblock: 23,
        comparedat: at,
        equal: true,
        alarm: null,
        alarmsince: null,
        alarmbound: null,
        coldmissing: null,
      },
    ],
    halted: false,
    halt: null,
    chain: { chainid: 31337, head: 24, finalized: 23, cursor: 23, lagms: 1200, polled: at, problem: null },
    queues: [{ name: 'mail', waiting: 0, oldest: null }],
    processes: [{ name: 'signer', alive: true, lastseen: at }],
    loops: [{ name: 'payout-sign', succeeded: at, agems: 2_000, late: false, problem: null }],
    governance: [],
    reconciled: at,
    ledgerverified: null,
    wholeunderway: null,
    wholeended: null,
    ...change,
  };
}
