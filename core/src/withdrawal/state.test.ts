import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  approvalsNeeded,
  canMove,
  isCancellable,
  isHolding,
  isTerminal,
  nextStatuses,
  withdrawalStatuses,
} from './state.ts';

const allowed = new Set([
  'reviewing approved',
  'reviewing rejected',
  'reviewing cancelled',
  'approved sending',
  'approved failed',
  'approved confirmed',
  'sending sent',
  'sending confirmed',
  'sending failed',
  'sent confirmed',
  'sent failed',
  'failed confirmed',
]);

test('refuses: every pair outside the graph', () => {
  for (const from of withdrawalStatuses) {
    for (const to of withdrawalStatuses) {
      expect(canMove(from, to), `${from} → ${to}`).toBe(allowed.has(`${from} ${to}`));
    }
  }
});

test('property: every walk ends in a terminal state that absorbs', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (choices) => {
      let status: (typeof withdrawalStatuses)[number] = 'reviewing';
      for (let step = 0; step < withdrawalStatuses.length; step += 1) {
        const next = nextStatuses(status);
        const choice = next[(choices.next().value ?? 0) % Math.max(next.length, 1)];
        if (choice === undefined) break;
        status = choice;
      }
      expect(isTerminal(status)).toBe(true);
    }),
  );
});

test('behavior: only a request under review can be taken back', () => {
  expect(withdrawalStatuses.filter(isCancellable)).toEqual(['reviewing']);
});

test('behavior: the amount is held until settled or given back', () => {
  expect(withdrawalStatuses.filter((status) => isHolding(status, false))).toEqual([
    'reviewing',
    'approved',
    'sending',
    'sent',
    'failed',
  ]);
  expect(isHolding('failed', true)).toBe(false);
});

test('behavior: large amounts need two operators', () => {
  expect(approvalsNeeded('none')).toBe(0);
  expect(approvalsNeeded('operator')).toBe(1);
  expect(approvalsNeeded('twooperators')).toBe(2);
});
