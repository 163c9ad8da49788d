// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../../app/test-screen.tsx';
import { holdAnswers, serveTest } from '../../platform/test-server.ts';
import type { Asked } from '../../platform/test-server.ts';
import { ImportStatement } from './import-statement.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const look: OutputOf<'Admin/FiatImport'> = {
  hash: 'a'.repeat(64),
  encoding: 'utf-8',
  sample: '',
  lines: 1,
  fresh: 1,
  matched: 0,
  out: 0,
  takenback: 0,
  unknown: 0,
  maybe: 0,
  problems: [],
  moreproblems: false,
  done: false,
};
const bank = {
  id: 'fbk_one',
  currency: 'EUR',
  decimals: 2,
  name: 'Bank of the lake',
  holder: 'Openmere',
  account: 'DE89370400440532013000',
  bic: '',
  open: true,
  changed: '2026-05-04T12:00:00.000Z',
  made: 'two' as const,
};

function open(found = look): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/FiatBanks': () => ({ list: [bank] }),
    'Admin/FiatImport': () => found,
  });
  drawScreen(<ImportStatement />);
  return asked;
}
const sent = (asked: readonly Asked[]) => asked.filter(({ path }) => path === 'Admin/FiatImport');
const findField = () => screen.findByLabelText<HTMLInputElement>('CSV or camt.053 file');
const choose = (field: HTMLInputElement, text: string): void => {
  fireEvent.change(field, { target: { files: [new File([text], 'may.csv')] } });
};

test('behavior: a corrected file of the same name is taken, and the file that is held is named', async () => {
  const asked = open();
  const field = await findField();
  // A browser tells of a file only when it is another than the field has.
  const put = vi.fn();
  Object.defineProperty(field, 'value', { get: () => 'may.csv', set: put });
  for (const [at, text] of ['wrong', 'right'].entries()) {
    choose(field, text);
    expect(await screen.findByText('may.csv')).toBeDefined();
    expect(put).toHaveBeenCalledTimes(at + 1);
    expect(put).toHaveBeenLastCalledWith('');
    await waitFor(() => expect(field.disabled).toBe(false));
    fireEvent.click(await screen.findByRole('button', { name: 'Look at it' }));
    await waitFor(() => expect(sent(asked)).toHaveLength(at + 1));
    await waitFor(() => expect(field.disabled).toBe(false));
  }
  expect(sent(asked).map(({ input }) => input['file'])).toEqual([btoa('wrong'), btoa('right')]);
});

test('behavior: how the letters were read is said, with some of them; as no UTF-8, with a warning', async () => {
  const lookAt = async (): Promise<void> => {
    choose(await findField(), 'one');
    const button = await screen.findByRole('button', { name: 'Look at it' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
  };
  open();
  await lookAt();
  expect(await screen.findByText('Letters read as UTF-8.')).toBeDefined();
  expect(screen.queryByText(/^It is not UTF-8/)).toBeNull();
  cleanup();
  open({ ...look, encoding: 'windows-1252', sample: 'Jürgen Müller' });
  await lookAt();
  expect(await screen.findByText('Letters read as Windows-1252, such as “Jürgen Müller”.')).toBeDefined();
  expect(screen.getByText(/^It is not UTF-8/)).toBeDefined();
});

test('refuses: another file, or another bank, while one is looked at', async () => {
  open();
  const field = await findField();
  const bankField = screen.getByLabelText<HTMLInputElement>('Bank');
  choose(field, 'one');
  const button = await screen.findByRole('button', { name: 'Look at it' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await waitFor(() => expect(field.disabled).toBe(false));
  const answer = holdAnswers();
  fireEvent.click(button);
  await waitFor(() => expect(field.disabled).toBe(true));
  expect(bankField.disabled).toBe(true);
  answer();
  await waitFor(() => expect(field.disabled).toBe(false));
  expect(bankField.disabled).toBe(false);
});
