// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { dropDraft, keepDraft, noteRequested, readDraft, readDraftAmount } from './drafts.ts';
import { forgetRequest, lastInputOf, requestIdOf } from './request-id.ts';
import { writeStored } from './storage.ts';

beforeEach(() => localStorage.clear());

const day = 24 * 3_600_000;

/** What happens when the clock of this device stands so much later. */
function later<T>(milliseconds: number, work: () => T): T {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  try {
    return work();
  } finally {
    vi.useRealTimers();
  }
}

test('behavior: what was typed and never sent stays as long as it takes', () => {
  keepDraft('form', { amount: '20' });
  expect(later(30 * day, () => readDraft('form'))).toEqual({ amount: '20' });
});

test('behavior: what was sent without an answer stays for a day', () => {
  keepDraft('form', { amount: '20', requestId: 'one' });
  noteRequested('form');
  expect(later(day - 60_000, () => readDraft('form'))).toMatchObject({ amount: '20', requestId: 'one' });
  expect(later(day + 60_000, () => readDraft('form'))).toEqual({});
});

test('behavior: the same request has the same id for a day after it was last sent', () => {
  const first = requestIdOf('form', { amount: '20' });
  expect(later(day - 60_000, () => requestIdOf('form', { amount: '20' }))).toBe(first);
  expect(later(2 * day - 180_000, () => requestIdOf('form', { amount: '20' }))).toBe(first);
  expect(later(4 * day, () => requestIdOf('form', { amount: '20' }))).not.toBe(first);
});

test.each(['null', '7', '[]', '"x"', '{', '{"form":null}', '{"form":"x"}', '{"form":{"input":"x"}}'])(
  'refuses: to take a page down with %s, which another hand left as its draft',
  (drafts) => {
    writeStored('general.drafts', drafts);
    expect(readDraft('form')['amount']).toBeUndefined();
    expect(readDraftAmount('form')).toBe('');
    expect(lastInputOf('form')).toBeUndefined();
    noteRequested('form');
    keepDraft('form', { amount: '20' });
    expect(readDraft('form')).toEqual({ amount: '20' });
    dropDraft('form');
    expect(readDraft('form')).toEqual({});
  },
);

test('refuses: the id of another input, or of a request that was answered', () => {
  const first = requestIdOf('form', { amount: '20' });
  expect(requestIdOf('form', { amount: '40' })).not.toBe(first);
  const second = requestIdOf('form', { amount: '20' });
  forgetRequest('form');
  expect(requestIdOf('form', { amount: '20' })).not.toBe(second);
});
