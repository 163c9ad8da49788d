// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import { GenealogyScreen } from './genealogy-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const lin: OutputOf<'Admin/TeamLegs'> = {
  userid: 'mem_lin',
  nickname: 'Lin',
  code: 'ABC234',
  level: 1,
  activated: '2026-05-04T12:00:00.000Z',
  own: '12',
  total: '30000',
  leg: '30012',
  today: '5',
  members: 7,
};
const top: OutputOf<'Admin/Team'> = {
  member: { ...lin, userid: 'mem_rosa', nickname: 'Rosa' },
  large: '20000',
  small: '10000',
  highest: 2,
  line: [{ userid: 'mem_root', nickname: 'Root' }],
  linecut: true,
  directs: 3,
  waiting: 1,
};

test('refuses: a member who is none, in the server’s words', async () => {
  serveTest({
    'Admin/Team': () => {
      throw new TestRefusal('operator.nomember', 'There is no such member.', 'notfound');
    },
    'Admin/TeamLegs': () => ({ list: [] }),
  });
  drawScreen(<GenealogyScreen />);
  expect(await screen.findByText('There is no such member.')).toBeDefined();
});

test('behavior: the line leads up, a row leads down', async () => {
  location.hash = '#/genealogy?id=mem_rosa';
  const asked = serveTest({ 'Admin/Team': () => top, 'Admin/TeamLegs': () => ({ list: [lin] }) });
  drawScreen(<GenealogyScreen />);
  expect((await screen.findByText('Root')).getAttribute('href')).toBe('#/genealogy?id=mem_root');
  expect(screen.getByText('10,000 USDT')).toBeDefined();
  fireEvent.click(await screen.findByText('30,012'));
  expect(location.hash).toBe('#/genealogy?id=mem_lin');
  expect(asked.find(({ path }) => path === 'Admin/TeamLegs')?.input).toMatchObject({ id: 'mem_rosa' });
});
