// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen, TwoPages } from '../app/test-screen.tsx';
import { holdAnswers, serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { heldWithdrawal } from '../withdrawal/test-withdrawal.ts';
import { WithdrawalsScreen } from '../withdrawal/withdrawals-screen.tsx';

afterEach(() => {
  location.hash = '';
  localStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});

const rows = ['wdr_one', 'wdr_two', 'wdr_three'].map((id) => heldWithdrawal({ id, nickname: '=cmd()' }));

function open(address = '', page: ReactNode = <WithdrawalsScreen />): Asked[] {
  location.hash = address;
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Withdrawals': ({ search, cursor, pageSize }) =>
      search === undefined && Number(pageSize) === 500
        ? // The file is read in pages of its own.
          cursor === undefined
          ? { list: rows.slice(0, 2), cursor: 'next' }
          : { list: rows.slice(2) }
        : { list: rows.filter(({ id }) => (search ?? id) === id) },
  });
  drawScreen(page);
  return asked;
}
const asksOf = (asked: Asked[]) =>
  asked.filter(({ path }) => path === 'Admin/Withdrawals').map(({ input }) => input);

test('behavior: the address says the filters, and a new search changes the address', async () => {
  const asked = open('#/withdrawals?status=all&search=wdr_two');
  expect(await screen.findByRole('button', { name: 'Review wdr_two' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Review wdr_one' })).toBeNull();
  expect(asksOf(asked)[0]).toEqual({ search: 'wdr_two', pageSize: 50 });
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  expect(field.value).toBe('wdr_two');
  fireEvent.change(field, { target: { value: 'wdr_one' } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  fireEvent.keyUp(field, { key: 'Enter', code: 'Enter' });
  expect(await screen.findByRole('button', { name: 'Review wdr_one' })).toBeDefined();
  expect(location.hash).toBe('#/withdrawals?status=all&search=wdr_one');
});

test('behavior: filters are kept under a name, found again, and removed', async () => {
  open('#/withdrawals?status=failed');
  await screen.findByRole('button', { name: 'Review wdr_one' });
  fireEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
  fireEvent.change(await screen.findByLabelText('Name of these filters'), {
    target: { value: 'Failed ones' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Failed ones' })).toBeDefined();
  cleanup();
  open('#/withdrawals');
  fireEvent.click(await screen.findByRole('button', { name: 'Saved filters' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Failed ones' }));
  await waitFor(() => expect(location.hash).toBe('#/withdrawals?status=failed'));
  fireEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Failed ones' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Failed ones' })).toBeNull());
});

test('behavior: j and k walk along the rows, Enter opens, / searches, ? tells the keys; typed letters do nothing', async () => {
  open('#/withdrawals');
  await screen.findByRole('button', { name: 'Review wdr_one' });
  const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key });
  const at = () => document.querySelector('[data-at="true"]')?.getAttribute('data-row-key');
  press('j');
  press('j');
  expect(at()).toBe('wdr_two');
  press('k');
  expect(at()).toBe('wdr_one');
  press('j', screen.getByRole('searchbox'));
  expect(at()).toBe('wdr_one');
  press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  press('?');
  expect(await screen.findByText('Next row')).toBeDefined();
  cleanup();
  open('#/withdrawals');
  await screen.findByRole('button', { name: 'Review wdr_one' });
  press('j');
  press('Enter');
  expect(await screen.findByRole('dialog')).toBeDefined();
  expect(location.hash).toBe('#/withdrawals?open=wdr_one');
});

test('behavior: rows of an earlier visit are shown, and open only when they were read anew', async () => {
  open(
    '#/withdrawals',
    <TwoPages>
      <WithdrawalsScreen />
    </TwoPages>,
  );
  const row = () => screen.getByRole('button', { name: 'Review wdr_one' }).closest('tr');
  const other = await screen.findByRole('button', { name: 'The other page' });
  await screen.findByRole('button', { name: 'Review wdr_one' });
  fireEvent.click(other);
  expect(screen.queryByRole('table')).toBeNull();
  const answer = holdAnswers();
  fireEvent.click(other);
  const press = (): void => {
    const cell = row()?.querySelector('td');
    if (cell) fireEvent.click(cell);
  };
  press();
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(document.querySelector('.ant-spin-spinning')).not.toBeNull();
  expect(location.hash).toBe('#/withdrawals');
  answer();
  await waitFor(() => expect(document.querySelector('.ant-spin-spinning')).toBeNull());
  press();
  expect(location.hash).toBe('#/withdrawals?open=wdr_one');
});

test('behavior: more rows are read after the reading that is under way, and rows of an earlier visit stay veiled until then', async () => {
  location.hash = '#/withdrawals';
  let pages = [[rows[0]], [rows[1]]] as (typeof rows)[];
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Withdrawals': ({ cursor }) =>
      cursor === undefined ? { list: pages[0] ?? [], cursor: 'next' } : { list: pages[1] ?? [] },
  });
  drawScreen(
    <TwoPages>
      <WithdrawalsScreen />
    </TwoPages>,
  );
  const other = await screen.findByRole('button', { name: 'The other page' });
  await screen.findByRole('button', { name: 'Review wdr_one' });
  fireEvent.click(other);
  // The first one was decided meanwhile.
  pages = [[], [rows[1]]] as (typeof rows)[];
  const answer = holdAnswers();
  fireEvent.click(other);
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  answer();
  expect(await screen.findByRole('button', { name: 'Review wdr_two' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Review wdr_one' })).toBeNull();
  expect(asksOf(asked).map(({ cursor }) => cursor)).toEqual([undefined, undefined, 'next']);
});

test('behavior: the CSV file has all pages, and nothing in it is a formula', async () => {
  let text: Promise<string> | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    text = (blob as Blob).text();
    return 'blob:file';
  });
  open('#/withdrawals');
  await screen.findByRole('button', { name: 'Review wdr_one' });
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await screen.findByText('Saved 3 rows')).toBeDefined();
  const lines = ((await text) ?? '').trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('Risk,Amount,Coin,Member,Status');
  expect(lines[3]).toContain('6000,USDT,mem_one,reviewing');
  expect(lines[3]).toContain('wdr_three');
});

test('refuses: to move the keyboard’s mark to another row when one comes or goes', async () => {
  location.hash = '#/withdrawals';
  let shown = rows;
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Withdrawals': () => ({ list: shown }),
  });
  const queries = drawScreen(<WithdrawalsScreen />);
  await screen.findByRole('button', { name: 'Review wdr_two' });
  const press = (key: string) => fireEvent.keyDown(document.body, { key });
  const at = () => document.querySelector('[data-at="true"]')?.getAttribute('data-row-key');
  press('j');
  press('j');
  shown = [heldWithdrawal({ id: 'wdr_new' }), ...rows];
  await queries.invalidateQueries();
  await screen.findByRole('button', { name: 'Review wdr_new' });
  expect(at()).toBe('wdr_two');
  shown = rows.filter(({ id }) => id !== 'wdr_two');
  await queries.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review wdr_two' })).toBeNull());
  expect(at()).toBeUndefined();
  press('Enter');
  expect(location.hash).toBe('#/withdrawals');
  press('j');
  expect(at()).toBe('wdr_three');
});
