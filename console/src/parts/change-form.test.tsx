// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import { ChangeForm } from './change-form.tsx';
import { testDryRun, testProposal } from './test-proposal.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('refuses: to put another proposal under the hand that confirms; it is read when it is asked for', async () => {
  let proposal = testProposal();
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': () => ({ list: [proposal] }),
    'Admin/ProposalConfirm': () => ({ ...proposal, status: 'confirmed' }),
  });
  const queries = drawScreen(<ChangeForm kind="halt" subject="7" choices={[]} refreshes={[]} />);
  expect(await screen.findByRole('button', { name: 'Confirm: do exactly this' })).toBeDefined();
  const hash = 'cd'.repeat(32);
  proposal = testProposal({ id: 'prp_two', dryrun: testDryRun({ hash }) });
  await queries.invalidateQueries({ queryKey: ['Admin/Proposals'] });
  expect(await screen.findByText(/^operator-two proposed it anew meanwhile/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm: do exactly this' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Read the new one' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm: do exactly this' }));
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/ProposalConfirm')?.input).toEqual({
      id: 'prp_two',
      hash,
    }),
  );
});
