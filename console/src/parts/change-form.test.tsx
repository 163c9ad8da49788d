// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import { ChangeForm } from './change-form.tsx';
import { testDryRun, testProposal } from './test-proposal.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Typed() {
  const [subject, setSubject] = useState('');
  const fields = (
    <input aria-label="subject" value={subject} onChange={({ target }) => setSubject(target.value)} />
  );
  const choices = [{ value: 'end', label: 'Look' }];
  return <ChangeForm kind="halt" subject={subject} choices={choices} fields={fields} refreshes={[]} />;
}

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

test('refuses: to miss what is proposed because much else of its kind waits; a subject that is typed keeps its field', async () => {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': ({ subject }) => ({ list: subject === '7' ? [testProposal()] : [] }),
  });
  drawScreen(<Typed />);
  const field = await screen.findByLabelText('subject');
  fireEvent.change(field, { target: { value: '6' } });
  expect(screen.getByLabelText('subject')).toBe(field);
  await vi.waitFor(() => expect(asked.at(-1)?.input).toEqual({ kind: 'halt', subject: '6' }));
  fireEvent.change(field, { target: { value: '7' } });
  expect(await screen.findByRole('button', { name: 'Confirm: do exactly this' })).toBeDefined();
});

test('refuses: to take the field away in which the subject is typed, where its proposals cannot be read', async () => {
  let isAway = false;
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return { list: [] };
    },
  });
  drawScreen(<Typed />);
  const field = await screen.findByLabelText('subject');
  isAway = true;
  fireEvent.change(field, { target: { value: '6' } });
  expect(await screen.findByText('The service is not available now.')).toBeDefined();
  expect(screen.getByLabelText('subject')).toBe(field);
  // Whether somebody proposed it already is not known.
  expect(screen.queryByRole('button', { name: 'Look' })).toBeNull();
  isAway = false;
  fireEvent.change(field, { target: { value: '7' } });
  expect(await screen.findByRole('button', { name: 'Look' })).toBeDefined();
});

test('refuses: to take away what was read and typed when the list is not answered', async () => {
  let isAway = false;
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return { list: [testProposal()] };
    },
  });
  const queries = drawScreen(<ChangeForm kind="halt" subject="7" choices={[]} refreshes={[]} />);
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'not what was agreed' } });
  isAway = true;
  await queries.invalidateQueries({ queryKey: ['Admin/Proposals'] });
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('not what was agreed');
});

test('behavior: nobody is asked to read what they proposed anew themselves', async () => {
  let own = testProposal({ maker: 'operator-one' });
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Proposals': () => ({ list: [own] }),
  });
  const queries = drawScreen(<ChangeForm kind="halt" subject="7" choices={[]} refreshes={[]} />);
  expect(await screen.findByText(/found in the log of the key/)).toBeDefined();
  own = testProposal({ maker: 'operator-one', id: 'prp_two', reason: 'found twice' });
  await queries.invalidateQueries({ queryKey: ['Admin/Proposals'] });
  expect(await screen.findByText(/found twice/)).toBeDefined();
});
