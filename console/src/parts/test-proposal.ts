import type { OutputOf } from '@openmere/core/calls.ts';
import type { Proposal } from './change-form.tsx';
import type { DryRun } from './dry-run-view.tsx';

const hash = 'ab'.repeat(32);

/** What a change would do: it books 19 USDT that a member is owed. */
export function testDryRun(change: Partial<DryRun> = {}): DryRun {
  return {
    hash,
    changes: [{ what: 'payment', before: 'open', after: 'booked' }],
    entries: [
      {
        kind: 'payment-unmatched',
        reference: 'ref',
        postings: [
          { source: 'suspense:payout', destination: 'treasury:bsc', coinid: 'USDT', amount: '19' },
          { source: 'member:mem_one:held', destination: 'fee:withdrawal', coinid: 'USDT', amount: '1' },
        ],
      },
    ],
    members: [{ userid: 'mem_one', nickname: 'Lin' }],
    everyone: false,
    ...change,
  };
}

/** An open proposal of operator-two. */
export function testProposal(change: Partial<Proposal> = {}): OutputOf<'Admin/Proposals'> {
  return {
    id: 'prp_one',
    kind: 'halt',
    subject: '7',
    value: 'book',
    reason: 'found in the log of the key',
    status: 'open',
    maker: 'operator-two',
    made: '2026-05-04T12:00:00.000Z',
    expires: '2026-05-05T12:00:00.000Z',
    checker: null,
    ended: null,
    endreason: null,
    dryrun: testDryRun(),
    ...change,
  };
}
