// @vitest-environment happy-dom
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { goTo } from '../platform/address.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { heldWithdrawal } from '../withdrawal/test-withdrawal.ts';
import { MemberScreen } from './member-screen.tsx';
import type { Member } from './member-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-05-04T12:00:00.000Z';
const lin: Member = {
  userid: 'mem_one',
  nickname: 'Lin',
  code: 'ABC234',
  email: 'l***@example.org',
  wallet: `0x${'ab'.repeat(20)}`,
  country: 'SG',
  registered: at,
  activated: at,
  exitonly: false,
  closed: null,
  username: null,
  walletbound: at,
  inviter: { userid: 'mem_root', nickname: 'Rosa' },
  directs: 3,
  main: null,
  subaccounts: [{ userid: 'mem_sub', nickname: 'Lin 2' }],
  balances: [{ coinid: 'USDT', available: '12000', held: '6000' }],
  sessions: [
    {
      id: 'ses_one',
      device: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
      ip: '10.0.0.1',
      country: 'SG',
      created: at,
      lastused: at,
    },
  ],
  risk: {
    frozen: false,
    lockeduntil: null,
    sanctions: 'clear',
    listed: [],
    device: { isnew: false, sharing: 0, sameaddress: 0 },
    paypasswordset: at,
  },
};

let queries: ReturnType<typeof drawScreen>;
function open(member: () => Member = () => lin, role: OperatorRole = 'risk'): Asked[] {
  location.hash = '#/member?id=mem_one';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Member': member,
    'Admin/Withdrawals': () => ({ list: [heldWithdrawal({ status: 'failed' })] }),
    'Admin/Deposits': () => ({ list: [] }),
    'Admin/LedgerEntries': () => ({ list: [] }),
    'Admin/MemberFreeze': () => undefined,
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () => testDryRun({}),
  });
  queries = drawScreen(<MemberScreen />);
  return asked;
}

test('refuses: a member who is none, in the server’s words', async () => {
  open(() => {
    throw new TestRefusal('operator.nomember', 'There is no such member.', 'notfound');
  });
  expect(await screen.findByText('There is no such member.')).toBeDefined();
});

test('refuses: to take away what was typed, and read, when it cannot be read again', async () => {
  let isAway = false;
  open(() => {
    if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
    return lin;
  });
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'calls for help' } });
  isAway = true;
  await queries.invalidateQueries({ queryKey: ['Admin/Member'] });
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('calls for help');
  expect(screen.getByRole('link', { name: 'Audit log' }).getAttribute('href')).toBe('#/audit?search=mem_one');
});

test('refuses: to take the reason that was typed for one along to another one’s page', async () => {
  const anna = { ...lin, userid: 'mem_two', nickname: 'Anna' };
  open(() => (location.hash.endsWith('mem_two') ? anna : lin));
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'calls for help' } });
  // A page that was read before is there at once.
  queries.setQueryData(['Admin/Member', 'mem_two'], anna);
  act(() => goTo('/member?id=mem_two'));
  expect(await screen.findByRole('heading', { name: 'Anna' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('');
});

test('refuses: the ledger to a role that may not read it', async () => {
  open(() => lin, 'support');
  expect(await screen.findByRole('radio', { name: 'Deposits' })).toBeDefined();
  expect(screen.queryByRole('radio', { name: 'Entries' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Transfers' })).toBeNull();
});

test('behavior: people stand by name and lead to their pages; balances, sessions and records of every status', async () => {
  const asked = open();
  expect(await screen.findByRole('heading', { name: 'Lin' })).toBeDefined();
  expect(screen.getByText('Nothing speaks against this member')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Rosa' }).getAttribute('href')).toBe('#/member?id=mem_root');
  expect(screen.getByRole('link', { name: 'Lin 2' }).getAttribute('href')).toBe('#/member?id=mem_sub');
  expect(screen.getByText('12,000')).toBeDefined();
  expect(screen.getByText('10.0.0.1 · SG')).toBeDefined();
  expect(screen.getByText('Chrome · Android')).toBeDefined();
  expect(await screen.findByText('Failed')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/Withdrawals')?.input).toEqual({
    search: 'mem_one',
    pageSize: 50,
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Transfers' }));
  await expect
    .poll(() => asked.find(({ path }) => path === 'Admin/LedgerEntries')?.input)
    .toMatchObject({
      account: 'member:mem_one:available',
      kind: 'transfer',
    });
  fireEvent.click(screen.getByRole('radio', { name: 'Entries of what is held' }));
  await expect
    .poll(() => asked.findLast(({ path }) => path === 'Admin/LedgerEntries')?.input)
    .toEqual({ account: 'member:mem_one:held', pageSize: 50 });
  const ways = ['Orders', 'Tickets'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  expect(ways).toEqual(['#/orders?search=mem_one', '#/tickets?search=mem_one']);
});

test('refuses: the way to identity checks to a role that may not read them; risk is led to all of this member', async () => {
  open(() => lin, 'support');
  expect(await screen.findByRole('link', { name: 'Tickets' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Identity checks' })).toBeNull();
  cleanup();
  open(() => lin, 'risk');
  const link = await screen.findByRole('link', { name: 'Identity checks' });
  expect(link.getAttribute('href')).toBe('#/identities?search=mem_one&state=all');
});

test('behavior: what speaks against a member stands first', async () => {
  const device = { isnew: true, sharing: 2, sameaddress: 0 };
  open(() => ({ ...lin, risk: { ...lin.risk, frozen: true, sanctions: 'listed', device } }));
  expect(await screen.findByText('Frozen, until its owner lifts it')).toBeDefined();
  expect(screen.getByText('The address is on a sanctions list')).toBeDefined();
  expect(screen.getByText('Others on the same device: 2')).toBeDefined();
  expect(screen.queryByText('Nothing speaks against this member')).toBeNull();
});

test('behavior: a wallet of the same person that is on a sanctions list speaks against every account, and leads to its own', async () => {
  const listed = [{ userid: 'mem_two', nickname: 'Lin Harbour' }];
  open(() => ({ ...lin, risk: { ...lin.risk, listed } }));
  const link = await screen.findByRole('link', { name: /same person.*sanctions list: Lin Harbour/ });
  expect(link.getAttribute('href')).toBe('#/member?id=mem_two');
  expect(screen.queryByText('Nothing speaks against this member')).toBeNull();
});

test('behavior: what lifts a freeze again is proposed on the page of who is frozen, and of nobody else', async () => {
  const frozen = { ...lin, risk: { ...lin.risk, frozen: true } };
  const asked = open(() => frozen, 'admin');
  fireEvent.click(await screen.findByText('Look at what it does'));
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toMatchObject({
      kind: 'freezeproof',
      subject: 'mem_one',
    }),
  );
  cleanup();
  open(() => lin, 'admin');
  await screen.findByText('Freeze this member');
  expect(screen.queryByText('Let this member lift the freeze')).toBeNull();
});

test('behavior: whoever calls for help is frozen, with a reason; who is frozen already is not', async () => {
  let frozen = false;
  const asked = open(() => ({ ...lin, risk: { ...lin.risk, frozen } }), 'support');
  const button = (await screen.findByRole('button', { name: 'Freeze' })) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'lost phone, call 12' } });
  frozen = true;
  fireEvent.click(button);
  await expect
    .poll(() => asked.find(({ path }) => path === 'Admin/MemberFreeze')?.input)
    .toEqual({
      id: 'mem_one',
      reason: 'lost phone, call 12',
    });
  expect(await screen.findByText('Frozen, until its owner lifts it')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});
