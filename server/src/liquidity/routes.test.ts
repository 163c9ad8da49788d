import { quotePosition } from '@openmere/core/liquidity/position.ts';
import { formatAmount, oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionOwner } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createTestApi, memorySessions } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import type { PoolSnapshot } from '../swap/pool-state.ts';
import { catchUp } from '../test/context.ts';
import { addWorth, deps, emitted, openLiquidityContext, passAndSettle } from '../test/liquidity-logs.ts';
import type { LiquidityContext } from '../test/liquidity-logs.ts';
import { addMember, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { happen } from '../test/scripted-context.ts';
import { liquidityRoutes } from './routes.ts';
import { spendEquity } from './spend-equity.ts';
import { findHolding } from './store.ts';

const tokenOf = (name: string): string => `${name}-liquidity-test-token`.padEnd(43, 'a');
let context: LiquidityContext;
let api: TestApi;
let ann: TestMember;
let ben: TestMember;
let bare: TestMember;
let pool: PoolSnapshot | undefined;

const snapshot: PoolSnapshot = {
  reserveUsdt: 1_000n * oneCoin,
  reserveOpen: 4_000n * oneCoin,
  lpTotal: 1_900n * oneCoin,
  // As on PancakeSwap: the pool's root has grown from 1,950 since LP was last made or given up.
  kLast: (1_950n * oneCoin) ** 2n,
  burned: 0n,
  priceE18: oneCoin / 4n,
  twapE18: oneCoin / 4n,
  poolBps: 30,
  communityBps: 50,
  burnBps: 100,
  tradable: true,
  desk: { minimumAdd: 10n * oneCoin, holdBps: 2_000, holdSeconds: 2_592_000n },
  block: 77n,
  time: new Date('2026-05-04T12:00:00Z'),
};

function owner({ id, family }: TestMember): SessionOwner {
  return { kind: 'member', id, family, sessionId: `ses_${id}` };
}

beforeAll(async () => {
  context = await openLiquidityContext();
  ann = await addMember(context);
  ben = await addMember(context);
  bare = await addMember(context, { wallet: null });
  const sessions = memorySessions<SessionOwner>({
    [tokenOf('ann')]: owner(ann),
    [tokenOf('ben')]: owner(ben),
    [tokenOf('bare')]: owner(bare),
  });
  api = await createTestApi({
    db: context.db,
    sessions,
    routes: (target) =>
      liquidityRoutes(target, { chainId: context.chain.chainId, findPool: async () => pool }),
  });
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const records = (name: string, input: object = {}) =>
  api.call('trade/LiquidityRecords', input, { token: tokenOf(name) });
const position = async (name: string) => {
  const answer = await api.call('trade/Liquidity', {}, { token: tokenOf(name) });
  return { ...answer, data: answer.data as Record<string, unknown> };
};

test('refuses: visitors, and while the pool or the desk is not known', async () => {
  expect((await api.call('trade/Liquidity')).code).toBe('notlogin');
  expect((await api.call('trade/LiquidityRecords')).code).toBe('notlogin');
  for (const unknown of [undefined, { ...snapshot, desk: undefined }]) {
    pool = unknown;
    expect(await position('ann')).toMatchObject({ success: false, data: { reason: 'swap.nopool' } });
  }
  pool = snapshot;
});

test.each([
  { type: 'swap' },
  { type: '' },
  { id: 'x' },
  { id: `liq_${'a'.repeat(65)}` },
  { id: "liq_' or 1=1" },
  { cursor: 'made-up.abc' },
  { cursor: 'x'.repeat(513) },
  { pageSize: 0 },
  { pageSize: 1001 },
  { pageSize: '1e3' },
  { address: '0x1' },
])('refuses: records with %j', async (input) => {
  const answer = await records('ann', input);
  // Empty parameters are dropped, as calls.md says.
  if ('type' in input && input.type === '') expect(answer.success).toBe(true);
  else expect(answer).toMatchObject({ success: false, code: 'invalid' });
});

test('refuses: another member’s record, wallet and cursor', async () => {
  await happen(context, addWorth(ann.address ?? '0x', 5n), addWorth(ann.address ?? '0x', 6n));
  const page = await records('ann', { pageSize: 1 });
  const [own] = page.list as { id: string }[];
  expect((await records('ann', { id: own?.id ?? '' })).list).toEqual([own]);
  expect((await records('ben', { id: own?.id ?? '' })).list).toEqual([]);
  expect((await records('ben')).list).toEqual([]);
  const { cursor } = page.data as { cursor: string };
  expect(await records('ben', { pageSize: 1, cursor })).toMatchObject({ success: false, code: 'invalid' });
});

test('behavior: without a wallet, and without liquidity, everything is zero', async () => {
  const none = await position('bare');
  expect(none.data).toMatchObject({
    address: null,
    lp: '0',
    share: '0',
    value: '0',
    net: '0',
    holds: [],
    heldtotal: '0',
    minimumadd: '10',
    holdbps: 2_000,
    holdseconds: 2_592_000,
    block: 77,
    asof: '2026-05-04T12:00:00.000Z',
    equity: {
      balance: '0',
      earned: '0',
      spent: '0',
      cap: '12500',
      room: '12500',
      capped: false,
      again: '0',
      counted: '0',
      mark: '0',
      due: [],
      next: { at: '2026-05-06T00:00:00.000Z', above: '0' },
    },
  });
  expect((await records('bare')).list).toEqual([]);
  expect((await position('ben')).data).toMatchObject({ address: ben.address, lp: '0', feesearned: '0' });
});

test('behavior: pages, newest first, each record once; filters; what is seen stands on top', async () => {
  const person = ben.address ?? '0x';
  const far = 1_900_000_000;
  for (let round = 0; round < 4; round += 1) {
    await happen(
      context,
      emitted('add', person, [2n * oneCoin, 8n * oneCoin, 4n * oneCoin, oneCoin / 4n]),
      emitted('remove', person, [oneCoin, 2n * oneCoin, oneCoin / 10n, oneCoin / 40n, round, far]),
    );
  }
  context.chain.mine([emitted('redeem', person, [oneCoin])]);
  await catchUp(context.follower());
  type Row = { id: string; type: string; block: number; status: string };
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 9; pages += 1) {
    const answer = await records('ben', { pageSize: 2, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...(answer.list as Row[]));
    cursor = (answer.data as { cursor?: string } | undefined)?.cursor;
    if (cursor === undefined) break;
  }
  expect(rows.map(({ type }) => type)).toEqual(['redeem', ...Array(4).fill(['remove', 'add']).flat()]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(9);
  expect(rows[0]).toMatchObject({ status: 'seen' });
  expect(
    ((await records('ben', { type: 'remove' })).list as Row[]).every(({ type }) => type === 'remove'),
  ).toBe(true);
  const [, removed, added] = (await records('ben', { pageSize: 3 })).list as Row[];
  expect(added).toMatchObject({
    type: 'add',
    amount: '4',
    usdt: '2',
    open: '8',
    lp: '4',
    lpvalue: '4',
    equity: '0',
    counts: '4',
    settlesat: '2023-11-16T00:00:00.000Z',
    ousd: '0',
    ousdheld: '0',
    releaseat: null,
    status: 'final',
  });
  expect(removed).toMatchObject({
    type: 'remove',
    amount: '0.25',
    usdt: '0.125',
    open: '2',
    lp: '1',
    lpvalue: '0.25',
    equity: '0',
    counts: '0',
    settlesat: null,
    ousd: '0.1',
    ousdheld: '0.025',
    releaseat: new Date(far * 1000).toISOString(),
  });
});

test('behavior: the position in figures is what core’s rules say of it; spending shows in the EQUITY', async () => {
  const { data } = await position('ben');
  const spot = { chain_id: context.chain.chainId, address: ben.address ?? '0x' } as const;
  const kept = (await findHolding(context.db, spot))?.holding;
  if (!kept) throw new Error('ben has a position');
  const quote = quotePosition(kept.position, snapshot);
  const amount = (name: string) => parseAmount(String(data[name]).replace('-', ''));
  expect([amount('lp'), amount('usdt'), amount('open')]).toEqual([12n * oneCoin, quote.usdt, quote.open]);
  expect([amount('value'), amount('heldvalue')]).toEqual([quote.value, quote.heldValue]);
  expect(amount('feesearned')).toBe(quote.feesEarned);
  expect(amount('net')).toBe(quote.net < 0n ? -quote.net : quote.net);
  const removals = (await records('ben', { type: 'remove', pageSize: 100 })).list as { amount: string }[];
  const added = (await records('ben', { type: 'add', pageSize: 100 })).list as { amount: string }[];
  const readded = (await records('ben', { type: 'readd', pageSize: 100 })).list as { amount: string }[];
  const sum = (rows: { amount: string }[]) =>
    rows.reduce((all, one) => all + (parseAmount(one.amount) ?? 0n), 0n);
  expect(removals.length).toBeGreaterThan(0);
  // What was paid in is still there, or it is what the removed part had cost.
  const cost = sum(added) + sum(readded) - kept.position.paidInValue;
  expect(data['realised']).toBe(formatAmount(sum(removals) - cost));
  expect(amount('share')).toBe(100n * ((12n * oneCoin * oneCoin) / snapshot.lpTotal));
  expect(data).toMatchObject({
    ousdobtained: '0.5',
    heldtotal: '0.1',
    lplocked: '0',
    locks: [],
    equity: { balance: '0', counted: '12', mark: '0' },
  });
  expect((data['holds'] as { id: number }[]).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  const what = {
    memberId: ben.id,
    amount: oneCoin,
    key: 'y',
    reference: '',
    data: {},
    actor: 'system:yield',
  };
  // What the page promises is what the settlements then give.
  const promised = (data['equity'] as { due: { amount: string }[] }).due;
  expect(promised.map(({ amount }) => amount)).toEqual(['12']);
  await passAndSettle(context);
  expect((await position('ben')).data).toMatchObject({ equity: { balance: '12', room: '12488', due: [] } });
  await inTransaction(context.db, (tx) => spendEquity({ tx, ...deps }, what));
  await happen(context, addWorth(ben.address ?? '0x', 20_000n * oneCoin));
  await passAndSettle(context);
  expect((await position('ben')).data['equity']).toMatchObject({
    balance: '12500',
    earned: '12501',
    spent: '1',
    cap: '12500',
    room: '0',
    capped: true,
    again: '250',
    counted: '20012',
    mark: '20012',
  });
});

test('behavior: a wallet that is bound later brings its records and position, without the EQUITY of before', async () => {
  const address = newWallet();
  await happen(context, emitted('add', address, [oneCoin, 4n * oneCoin, 2n * oneCoin, oneCoin / 4n]));
  await context.owner
    .updateTable('member')
    .set({ wallet_address: address, wallet_bound_at: new Date() })
    .where('id', '=', bare.id)
    .execute();
  await passAndSettle(context);
  expect((await position('bare')).data).toMatchObject({
    address,
    lp: '2',
    paidinvalue: '2',
    equity: { balance: '0' },
  });
  expect((await records('bare')).list).toMatchObject([{ type: 'add', amount: '2', equity: '0' }]);
});
