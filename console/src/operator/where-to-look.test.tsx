// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { routes } from '../app/routes.ts';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import { HealthScreen } from './health-screen.tsx';
import type { Health } from './health-screen.tsx';
import { goodHealth } from './test-health.ts';
import { sections } from './where-to-look.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-05-04T12:00:00.000Z';
const lateLoop = { succeeded: at, agems: 95_000, late: true, problem: 'chain.unreachable' };

function open(change: Partial<Health>, role: OperatorRole = 'admin'): void {
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Health': () => goodHealth(change),
  });
  drawScreen(<HealthScreen />);
}
const rowOf = async (text: string | RegExp) => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error('it stands in a table');
  return within(row);
};
const linkIn = async (row: ReturnType<typeof within>, name: string) =>
  (await row.findByRole('link', { name })).getAttribute('href');

test('refuses: a section that the runbook does not have', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8').split('\n');
  for (const section of Object.values(sections)) expect(runbook).toContain(`## ${section}`);
});

test('refuses: the way to a page that the role may not read; what runs well leads nowhere', async () => {
  const loops = [
    { ...lateLoop, name: 'reward-settle' },
    { ...lateLoop, name: 'payout-sign', late: false },
  ];
  open({ loops }, 'support');
  const late = await rowOf(/\(reward-settle\)/);
  expect(await late.findByText('Runbook: A loop has not succeeded for too long')).toBeDefined();
  expect(late.queryByRole('link')).toBeNull();
  expect((await rowOf(/\(payout-sign\)/)).queryByRole('link')).toBeNull();
});

test('behavior: a late loop leads to the page where its work stands, and names what the runbook says', async () => {
  open({ loops: ['payout-sign', 'deposit-sweep', 'some-loop'].map((name) => ({ ...lateLoop, name })) });
  const sign = await rowOf(/\(payout-sign\)/);
  expect(await linkIn(sign, 'Withdrawals')).toBe('#/withdrawals?status=approved');
  expect(sign.getByText('Runbook: A withdrawal is stuck')).toBeDefined();
  expect((await rowOf(/\(deposit-sweep\)/)).getByText('Runbook: Sweeps wait')).toBeDefined();
  expect((await rowOf('some-loop')).getByText(/^Runbook: A loop/)).toBeDefined();
});

test('behavior: what waits, what differs, what is short, silent or broken leads to where it is solved', async () => {
  const [coin] = goodHealth().coins;
  if (!coin) throw new Error('one coin stands there');
  const coldmissing = { there: '35', booked: '4000', since: at };
  const hot = { alarm: 'hot' as const, alarmsince: at, alarmbound: '4000' };
  open({
    coins: [{ ...coin, ...hot, ledgerreserve: '39990', equal: false, coldmissing }],
    queues: [
      { name: 'withdrawal failed, not released', waiting: 2, oldest: at },
      { name: 'deposit seen', waiting: 0, oldest: null },
    ],
    processes: [{ name: 'signer', alive: false, lastseen: at }],
    chain: { ...goodHealth().chain, problem: 'chain.unreachable' },
    wholeended: {
      askedby: null,
      asked: at,
      started: at,
      ended: at,
      percent: 100,
      rows: 12,
      findings: ['I05 batch 17'],
      found: 1,
    },
  });
  expect(await linkIn(await rowOf('Short'), 'Ledger')).toBe('#/ledger?search=treasury%3Absc');
  expect(await linkIn(await rowOf('Different'), 'Payout halts')).toBe('#/halts');
  const failed = await rowOf(/money not given back/);
  expect(await linkIn(failed, 'Withdrawals')).toBe('#/withdrawals?status=failed');
  expect((await rowOf('Deposits waiting for confirmations')).queryByRole('link')).toBeNull();
  expect((await rowOf('Silent')).getByText('Runbook: The processes')).toBeDefined();
  for (const section of [sections.nodes, sections.hot, sections.cold])
    expect(screen.getByText(`Runbook: ${section}`)).toBeDefined();
  const broken = screen.getByText('I05 batch 17').closest<HTMLElement>('[role="alert"]');
  if (!broken) throw new Error('it is said as an alarm');
  expect(await linkIn(within(broken), 'Ledger')).toBe('#/ledger');
  // Every way leads to a page that there is.
  const known = routes.map(({ path }) => `#${path}`);
  for (const link of screen.getAllByRole('link'))
    expect(known).toContain(link.getAttribute('href')?.split('?')[0]);
});
