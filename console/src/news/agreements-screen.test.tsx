// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { AgreementsScreen } from './agreements-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const time = '2026-05-04T12:00:00.000Z';
const texts = Object.fromEntries(locales.map((locale) => [locale, `Text ${locale}`]));
const people = { maker: 'operator-one', checker: 'operator-two' };
const whole: OutputOf<'Admin/Agreement'> = {
  kind: 'risk',
  number: 2,
  time,
  ...people,
  texts,
  draft: null,
  versions: [
    { number: 2, time, ...people },
    { number: 1, time, maker: 'installation', checker: 'installation' },
  ],
};

function openAgreements(role: OperatorRole, hash?: string): Asked[] {
  location.hash = '#/agreements';
  let agreement = whole;
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Agreements': () => ({ rows: [{ ...whole, draft: null }] }),
    'Admin/Agreement': (input) =>
      input['version'] === 1 ? { ...whole, texts: { ...texts, en: 'What it was' } } : agreement,
    'Admin/AgreementSave': (input) => {
      const draft = { time, by: 'operator-one', texts: input['texts'] as typeof texts, hash: hash ?? '' };
      agreement = { ...whole, draft };
      return agreement;
    },
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () => testDryRun({ entries: [], everyone: true }),
  });
  drawScreen(<AgreementsScreen />);
  return asked;
}

test('refuses: support reads, and writes nothing', async () => {
  openAgreements('support');
  fireEvent.click(await screen.findByText('Risk disclosure'));
  expect((await screen.findByRole('button', { name: 'Keep the draft' })).hasAttribute('disabled')).toBe(true);
});

test('behavior: a draft is kept, then looked at as the next version', async () => {
  const asked = openAgreements('admin', 'ab'.repeat(32));
  fireEvent.click(await screen.findByText('Risk disclosure'));
  const field = await screen.findByLabelText('Text');
  expect(screen.getByText('Nothing differs from the version in force')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'New text' } });
  expect(screen.getByText('changed')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep the draft' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Publish as version 3' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual({
      kind: 'agreement',
      subject: 'risk',
      value: 'ab'.repeat(32),
    }),
  );
  expect(asked.find(({ path }) => path === 'Admin/AgreementSave')?.input).toEqual({
    kind: 'risk',
    texts: { ...texts, en: 'New text' },
    draft: 'none',
  });
  // The next one says which draft it was written over.
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Newer text' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep the draft' }));
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === 'Admin/AgreementSave')?.input['draft']).toBe(
      'ab'.repeat(32),
    ),
  );
});

test('behavior: an earlier version can be read as it was published', async () => {
  openAgreements('support');
  fireEvent.click(await screen.findByText('Risk disclosure'));
  fireEvent.click(await screen.findByRole('button', { name: 'Show version 1' }));
  expect(await screen.findByDisplayValue('What it was')).toBeTruthy();
});
