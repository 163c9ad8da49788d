import type { OutputOf } from '@openmere/core/calls.ts';

export type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;

/** A large withdrawal that waits for its first decision. */
export function heldWithdrawal(change: Partial<AdminWithdrawal> = {}): AdminWithdrawal {
  return {
    id: 'wdr_one',
    time: '2026-05-04T12:00:00.000Z',
    type: 'withdrawal',
    coinid: 'USDT',
    address: `0x${'ab'.repeat(20)}`,
    amount: '6000',
    received: '5999',
    fee: '1',
    hash: null,
    chaintype: 'BEP-20',
    status: 'reviewing',
    description: '',
    checks: [
      { check: 'device', result: 'pass', detail: 'A known device', params: { state: 'known' } },
      {
        check: 'largeamount',
        result: 'held',
        detail: 'A large amount: two people check it',
        params: { value: '6000' },
      },
    ],
    decider: 'twooperators',
    decideby: '2026-05-05T12:00:00.000Z',
    reason: null,
    halt: null,
    steps: [{ status: 'reviewing', time: '2026-05-04T12:00:00.000Z' }],
    userid: 'mem_one',
    nickname: 'Lin',
    score: 70,
    approvals: [],
    approvalsneeded: 2,
    releases: [],
    releasesneeded: 2,
    released: false,
    waits: null,
    lock: null,
    ...change,
  };
}

/** An approval of an operator at noon. */
export function approvalOf(operator: string): AdminWithdrawal['approvals'][number] {
  return { operator, decision: 'approve', reason: 'Looked at it', time: '2026-05-04T12:30:00.000Z' };
}
