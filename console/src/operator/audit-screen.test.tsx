// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import { AuditScreen } from './audit-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

function rowOf(id: string, change: Partial<OutputOf<'Admin/Audit'>>): OutputOf<'Admin/Audit'> {
  const time = '2026-05-04T12:00:00.000Z';
  const detail = { hash: 'ab'.repeat(32), value: '{"open":true}', reason: 'as planned', proposal: 'prp_1' };
  return { id, time, account: 'operator-one', action: '', subject: 'new', detail, hash: id, ...change };
}

test.each([
  ['anna.lee', { account: 'anna.lee' }],
  ['anna@house.example', { account: 'anna@house.example' }],
  ['halt.set', { action: 'halt.set' }],
  ['Fiatbank.confirm', { action: 'fiatbank.confirm' }],
  ['news.withdraw', { action: 'news.withdraw' }],
  ['withdraw.fee', { about: 'withdraw.fee' }],
  ['bob_lee', { account: 'bob_lee' }],
  [`0x${'aB'.repeat(20)}`, { about: `0x${'aB'.repeat(20)}` }],
  ['wdr_01jd8xk3v5w6y7z8a9b0c1d2e3', { about: 'wdr_01jd8xk3v5w6y7z8a9b0c1d2e3' }],
])('refuses: to look for %s where it is not', async (search, input) => {
  location.hash = `#/audit?search=${search}`;
  const asked = serveTest({ 'Admin/Audit': () => ({ list: [] }) });
  drawScreen(<AuditScreen />);
  await vi.waitFor(() => expect(asked[0]?.input).toEqual({ ...input, pageSize: 50 }));
});

test('behavior: what a row says is said in words, and what only a program reads is left out', async () => {
  const detail = {
    cause: 'expired',
    pinned: true,
    languages: ['en', 'ja'],
    titles: { en: 'News' },
    line: null,
  };
  serveTest({ 'Admin/Audit': () => ({ list: [rowOf('1', { action: 'identity.reject', detail })] }) });
  drawScreen(<AuditScreen />);
  expect(
    await screen.findByText('cause: Expired · pinned: yes · languages: en, ja · titles: en: News'),
  ).toBeDefined();
});

test('behavior: the log says in words what was done to what; hashes and JSON stay in the file', async () => {
  serveTest({
    'Admin/Audit': () => ({
      list: [
        rowOf('1', { action: 'fiatbank.propose' }),
        rowOf('2', { action: 'setting.confirm', subject: 'withdraw.fee' }),
        rowOf('3', { action: 'fiat.import', subject: 'fba_1' }),
        rowOf('4', { action: 'newer.thing' }),
      ],
    }),
  });
  drawScreen(<AuditScreen />);
  for (const text of ['Proposed: Bank account', 'Withdrawal fee', 'Imported a bank statement', 'newer.thing'])
    expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getAllByText('reason: as planned')).toHaveLength(4);
  expect(document.body.textContent).not.toMatch(/\{"open"|prp_1/);
});
