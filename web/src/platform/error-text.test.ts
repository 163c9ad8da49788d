// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { CallRefused } from './api-client.ts';
import { errorText } from './error-text.ts';
import { exactTime } from './exact-time.ts';
import { loadTexts, switchLocale } from './i18n.ts';

beforeAll(async () => {
  await loadTexts(['app', 'error:kit'], 'en');
  await switchLocale('en');
});

test('behavior: a lock says its end in the reader’s language and zone, never as a raw time', async () => {
  const until = '2026-11-23T18:05:00.000Z';
  const refused = new CallRefused({
    success: false,
    msg: 'Outgoing money is locked. It opens again at Nov 23, 2026, 6:05 PM UTC.',
    code: 'locked24h',
    data: { reason: 'ledger.locked', params: { until } },
    list: [],
  });
  expect(errorText(refused)).toContain(exactTime(until, 'en'));
  expect(errorText(refused)).not.toContain(until);
  await switchLocale('ja');
  expect(errorText(refused)).toContain(exactTime(until, 'ja'));
  await switchLocale('en');
});

test('behavior: a wallet’s 4001 and -32603 say "Cancel"', () => {
  for (const code of [4001, -32603]) {
    expect(errorText(Object.assign(new Error('User rejected the request'), { code }))).toBe('Cancel');
  }
});
