// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { useSession } from '../platform/session.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { t } from '../platform/texts.ts';
import { AgreementsScreen } from './agreements-screen.tsx';

afterEach(() => {
  location.hash = '';
  useSession.getState().end();
  sessionStorage.clear();
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

function openAgreements(
  role: OperatorRole,
  hash?: string,
  answers: Parameters<typeof serveTest>[0] = {},
): Asked[] {
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
    ...answers,
  });
  queries = drawScreen(<AgreementsScreen />);
  return asked;
}
let queries: ReturnType<typeof drawScreen>;
const away = (): never => {
  throw new TestRefusal('request.unavailable', 'The service is not available now.');
};

test('refuses: support reads, and writes nothing', async () => {
  openAgreements('support');
  fireEvent.click(await screen.findByText('Risk disclosure'));
  expect((await screen.findByRole('button', { name: 'Keep the draft' })).hasAttribute('disabled')).toBe(true);
});

test('refuses: to write over what somebody else kept; what was typed stays to be copied', async () => {
  let agreement = whole;
  openAgreements('admin', undefined, {
    'Admin/Agreement': () => agreement,
    'Admin/AgreementSave': () => {
      const other = { ...texts, en: 'Of the other' };
      agreement = { ...whole, draft: { time, by: 'operator-two', texts: other, hash: 'cd'.repeat(32) } };
      throw new TestRefusal('operator.changedmeanwhile', 'Somebody changed this meanwhile.', 'conflict');
    },
  });
  fireEvent.click(await screen.findByText('Risk disclosure'));
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep the draft' }));
  // The other's draft is there, and could be published.
  expect(await screen.findByRole('button', { name: 'Publish as version 3' })).toBeDefined();
  expect(screen.getByText('Somebody changed this meanwhile.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Mine');
  // Opened again it is as the other person left it.
  useSession.getState().start('token');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
  fireEvent.click(screen.getByText('Risk disclosure'));
  expect((await screen.findByLabelText<HTMLInputElement>('Text')).value).toBe('Of the other');
});

test('refuses: to take away what was typed when the server does not answer, or another version came', async () => {
  let agreement: typeof whole | undefined = whole;
  const asked = openAgreements('admin', undefined, {
    'Admin/Agreement': () => agreement ?? away(),
    'Admin/AgreementSave': () => away(),
  });
  fireEvent.click(await screen.findByText('Risk disclosure'));
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'Mine' } });
  agreement = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Keep the draft' }));
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Mine');
  expect(sessionStorage.length).toBe(1);
  // Somebody published meanwhile: over what holds now nothing is written that began with the former.
  agreement = { ...whole, number: 3, texts: { ...texts, en: 'In force' } };
  fireEvent.click(screen.getByRole('button', { name: 'Keep the draft' }));
  await waitFor(() => expect(screen.queryByText(/Below is what was read at/)).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Keep the draft' }));
  const drafts = () =>
    asked.filter(({ path }) => path === 'Admin/AgreementSave').map((one) => one.input['draft']);
  await waitFor(() => expect(drafts()).toEqual(['none', 'none', '0'.repeat(64)]));
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Mine');
});

test('behavior: where nothing was typed, what somebody else publishes stands there and is no draft', async () => {
  let agreement = whole;
  openAgreements('admin', undefined, { 'Admin/Agreement': () => agreement });
  fireEvent.click(await screen.findByText('Risk disclosure'));
  await screen.findByLabelText('Text');
  agreement = { ...whole, number: 3, texts: { ...texts, en: 'In force' } };
  await queries.invalidateQueries();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('In force'));
  expect(screen.getByRole('button', { name: 'Keep the draft' }).hasAttribute('disabled')).toBe(true);
  expect(sessionStorage.length).toBe(0);
});

test('behavior: back to what holds, the form shows what holds', async () => {
  const draft = { time, by: 'operator-two', texts: { ...texts, en: 'A draft' }, hash: 'cd'.repeat(32) };
  let agreement: typeof whole = { ...whole, draft };
  openAgreements('admin', undefined, {
    'Admin/Agreement': () => agreement,
    'Admin/AgreementSave': () => (agreement = whole),
  });
  fireEvent.click(await screen.findByText('Risk disclosure'));
  expect((await screen.findByLabelText<HTMLInputElement>('Text')).value).toBe('A draft');
  fireEvent.click(screen.getByRole('button', { name: t('agreementBack') }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Text en'));
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
    number: 2,
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

test('behavior: what was typed outlives the session that ended, for the same operator', async () => {
  for (const account of ['operator-one', 'operator-two', 'operator-one']) {
    openAgreements('admin', undefined, { 'Admin/Me': () => ({ account, role: 'admin', idleminutes: 15 }) });
    fireEvent.click(await screen.findByText('Risk disclosure'));
    const field = await screen.findByLabelText<HTMLInputElement>('Text');
    if (sessionStorage.length === 0) fireEvent.change(field, { target: { value: 'An hour of work' } });
    expect(field.value).toBe(account === 'operator-one' ? 'An hour of work' : 'Text en');
    cleanup();
  }
});

test('behavior: an earlier version can be read as it was published', async () => {
  openAgreements('support');
  fireEvent.click(await screen.findByText('Risk disclosure'));
  fireEvent.click(await screen.findByRole('button', { name: 'Show version 1' }));
  expect(await screen.findByDisplayValue('What it was')).toBeTruthy();
});
