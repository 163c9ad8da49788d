// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { TypesScreen } from './types-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const type = (
  id: string,
  more: Partial<OutputOf<'Admin/GoodsTypes'>> = {},
): OutputOf<'Admin/GoodsTypes'> => ({
  id,
  pid: '0',
  depth: 1,
  names: { en: id },
  picurl: '',
  positions: 0,
  sort: 0,
  goods: 0,
  empty: true,
  ...more,
});
const home = type('Home', { empty: false, goods: 3 });
const kitchen = type('Kitchen', { pid: 'Home', depth: 2, names: { en: 'Kitchen', ko: '주방' } });

function open(role: OperatorRole): Asked[] {
  location.hash = '#/types';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/GoodsTypes': () => ({ list: [home, kitchen] }),
    'Admin/GoodsTypeSave': () => kitchen,
    'Admin/GoodsTypeDel': () => undefined,
  });
  drawScreen(<TypesScreen />);
  return asked;
}
const saved = (asked: Asked[]) => asked.find(({ path }) => path === 'Admin/GoodsTypeSave')?.input;

test('refuses: a type without an English name; who only reads has no form', async () => {
  open('content');
  fireEvent.click(await screen.findByRole('button', { name: 'New type' }));
  expect((await screen.findByRole('button', { name: 'Add this type' })).hasAttribute('disabled')).toBe(true);
  cleanup();
  open('support');
  fireEvent.click(await screen.findByText('Kitchen'));
  expect(await screen.findByText(/Your role/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'New type' })).toBeNull();
});

test('behavior: a type is added in two languages', async () => {
  const asked = open('content');
  fireEvent.click(await screen.findByRole('button', { name: 'New type' }));
  fireEvent.change(await screen.findByLabelText('English'), { target: { value: 'Garden' } });
  fireEvent.change(screen.getByLabelText('Japanese'), { target: { value: '庭' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add this type' }));
  await waitFor(() =>
    expect(saved(asked)).toEqual({ pid: '0', names: { en: 'Garden', ja: '庭' }, positions: 0, sort: 0 }),
  );
});

test('behavior: a type is renamed; one with goods cannot be removed', async () => {
  const asked = open('admin');
  fireEvent.click(await screen.findByText('Kitchen'));
  expect((await screen.findByRole('button', { name: 'Remove' })).hasAttribute('disabled')).toBe(false);
  fireEvent.change(screen.getByLabelText('Korean'), { target: { value: '부엌' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved(asked)).toMatchObject({ id: 'Kitchen', pid: 'Home', names: { en: 'Kitchen', ko: '부엌' } }),
  );
  cleanup();
  open('admin');
  fireEvent.click(await screen.findByText('Home'));
  expect((await screen.findByRole('button', { name: 'Remove' })).hasAttribute('disabled')).toBe(true);
});
