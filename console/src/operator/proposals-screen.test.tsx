// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { serveTest } from '../platform/test-server.ts';
import { exactTime } from '../platform/time-text.ts';
import { ProposalsScreen } from './proposals-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const flag: OutputOf<'Admin/Settings'> = {
  idx: 'withdraw.fee',
  val: '1',
  standard: '1',
  type: 'amount',
  range: null,
  public: true,
  changeable: true,
  changed: null,
  changedby: null,
};
const until = '2026-05-06T10:00:00.000Z';
const nobody = { entries: [], members: [], everyone: true };
const list = [
  testProposal({
    id: 'prp_1',
    kind: 'fiatbank',
    subject: 'new',
    value: '{"currency":"EUR","open":true}',
    dryrun: testDryRun({
      ...nobody,
      changes: [
        { what: 'fiatbank_currency', before: null, after: 'EUR' },
        { what: 'fiatbank_open', before: 'false', after: 'true' },
      ],
    }),
  }),
  testProposal({
    id: 'prp_2',
    kind: 'goldpermit',
    subject: `0x${'ab'.repeat(20)}`,
    value: until,
    dryrun: testDryRun({
      entries: [],
      changes: [{ what: `0x${'ab'.repeat(20)}`, before: null, after: until }],
      members: [{ userid: 'mem_lin', nickname: 'Lin Far' }],
    }),
  }),
  testProposal({
    id: 'prp_3',
    kind: 'setting',
    subject: 'withdraw.fee',
    value: '20000',
    dryrun: testDryRun({
      ...nobody,
      changes: [{ what: 'withdraw.fee', before: '1', after: '20000' }],
    }),
  }),
];

test('behavior: a proposal says what it changes in words: no JSON, names for ids, times of the zone, values with their unit', async () => {
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': () => ({ list }),
    'Admin/Settings': () => ({ list: [flag] }),
  });
  drawScreen(<ProposalsScreen />);
  expect(await screen.findByText('EUR')).toBeDefined();
  expect(screen.getByText('yes')).toBeDefined();
  expect(document.body.textContent).not.toContain('{"currency"');
  expect(screen.getByRole('link', { name: 'Lin Far' }).getAttribute('href')).toBe('#/member?id=mem_lin');
  expect(screen.getByText(exactTime(until))).toBeDefined();
  expect(await screen.findByText(/^20,000 /)).toBeDefined();
});

test('behavior: what ended with its maker’s access says so, and not that it was taken back for a reason', async () => {
  const ended = testProposal({ status: 'withdrawn', checker: null, endreason: 'operator.disable' });
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': () => ({ list: [ended] }),
    'Admin/Settings': () => ({ list: [flag] }),
  });
  drawScreen(<ProposalsScreen />);
  fireEvent.click(await screen.findByText('Taken back'));
  expect(await screen.findByText('Operator disabled')).toBeDefined();
});
