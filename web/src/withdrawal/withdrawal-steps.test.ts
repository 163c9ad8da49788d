// @vitest-environment happy-dom
import { withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { expect, test } from 'vitest';
import { TIME } from './test-record.ts';
import { stepsOf } from './withdrawal-steps.tsx';

const line = (steps: ReturnType<typeof stepsOf>) => steps.map((step) => `${step.status} ${step.state}`);

test('refuses: a withdrawal that ended early shows no steps that will not come', () => {
  const steps = [
    { status: 'reviewing' as const, time: TIME },
    { status: 'rejected' as const, time: TIME },
  ];
  expect(line(stepsOf({ status: 'rejected', steps }))).toEqual(['reviewing done', 'rejected failed']);
});

test('property: every status has exactly one step that is not behind or ahead, but for the last', () => {
  for (const status of withdrawalStatuses) {
    const now = stepsOf({ status, steps: [{ status, time: TIME }] }).filter(
      (step) => step.state !== 'done' && step.state !== 'waiting',
    );
    expect(now.map((step) => step.status)).toEqual(status === 'confirmed' ? [] : [status]);
  }
});

test('behavior: under review it is held; sent it is under way; confirmed all is behind', () => {
  expect(line(stepsOf({ status: 'reviewing', steps: [] }))[0]).toBe('reviewing held');
  expect(line(stepsOf({ status: 'sent', steps: [] }))).toEqual([
    'reviewing done',
    'approved done',
    'sending done',
    'sent current',
    'confirmed waiting',
  ]);
  expect(stepsOf({ status: 'confirmed', steps: [] }).every((step) => step.state === 'done')).toBe(true);
});
