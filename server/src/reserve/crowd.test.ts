import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCrowd, crowdAddress } from '../deposit/test-crowd.ts';
import { clearHalt, readHalt } from '../ledger/halt.ts';
import type { Orphan } from '../platform/chain/fork-store.ts';
import type { Rpc, RpcRequest } from '../platform/chain/rpc.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openAnvilContext, payMany } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { balancesAt } from './chain-balances.ts';
import { findLoss } from './losses.ts';
import type { Shares } from './measure.ts';
import { reconcile } from './reconcile.ts';
import { listReserveChecks } from './store.ts';
import { watchReserves } from './watch-reserves.ts';

/** `OPENMERE_CROWD=1000000` for the figures of a million. */
const crowd = Number(process.env['OPENMERE_CROWD'] ?? 20_000);
const funded = 300;

let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
  await addMember(context);
  await addCrowd(context.clone, crowd);
  await payMany(
    context,
    Array.from({ length: funded }, (_, index) => ({
      to: crowdAddress(index),
      amount: BigInt(index + 10) * coin,
    })),
  );
  await catchUp(context.follower());
}, 600_000);
beforeEach(() => inTransaction(context.db, clearHalt));
afterAll(() => context.close());

/** Counts questions for state, and bends their answers. */
function watched(
  bend: (answer: string, params: readonly unknown[], count: number) => string = (answer) => answer,
) {
  const seen = { calls: 0, filters: [] as unknown[] };
  const note = ({ method, params }: RpcRequest): void => {
    if (method === 'eth_getLogs') seen.filters.push(params?.[0]);
  };
  const rpc: Rpc = {
    call: async (method, params = []) => {
      note({ method, params });
      if (method !== 'eth_call') return context.rpc.call(method, params);
      seen.calls += 1;
      const answer = await context.rpc.call(method, params);
      return bend(answer as string, params, seen.calls);
    },
    batch: (requests) => {
      requests.forEach(note);
      return context.rpc.batch(requests);
    },
  };
  return { seen, rpc };
}

const run = (rpc: Rpc, shares?: Shares) =>
  reconcile({
    db: context.db,
    rpc,
    chainId: TEST_CHAIN_ID,
    startBlock: 0n,
    laterMs: 0,
    ...(shares ? { shares } : {}),
    now: new Date(),
  });
const touched = async (): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from deposit_holding where touched`.execute(context.db);
  return Number(rows[0]?.count);
};

test('refuses: no size for good: a node that refuses many holders is asked for fewer', async () => {
  const state = await sql<{ number: bigint; hash: `0x${string}` }>`
    select block_number as number, block_hash as hash from chain_cursor`.execute(context.db);
  const at = state.rows[0] ?? { number: 0n, hash: '0x' };
  const { rpc, seen } = watched((answer, [call]) => {
    if ((call as { data: string }).data.length > 2_400)
      throw new RpcAnswerError(-32000, 'too large', undefined);
    return answer;
  });
  const holders = Array.from({ length: 1_500 }, (_, index) => crowdAddress(index));
  const usdt = context.contracts.usdt ?? '0x';
  const balances = await balancesAt(rpc, at)(usdt, holders);
  expect(balances).toEqual(holders.map((_, index) => (index < funded ? BigInt(index + 10) * coin : 0n)));
  // 700, 350, 175, 88, 44 are refused but the last; then 44 at a time.
  expect(seen.calls).toBeLessThan(4 + Math.ceil(1_500 / 44) + 1);
  const dead = watched(() => {
    throw new RpcAnswerError(-32000, 'missing trie node', undefined);
  });
  await expect(balancesAt(dead.rpc, at)(usdt, holders)).rejects.toThrow('chain.nobalances');
  expect(dead.seen.calls).toBeLessThan(12);
});

test('behavior: reserves at more addresses than one question holds are equal, and what was found right is not asked for again', async () => {
  expect(await touched()).toBe(funded);
  const first = watched();
  const { checks } = await run(first.rpc);
  const usdt = checks.find((check) => check.coin === 'USDT');
  expect(usdt).toMatchObject({ misplaced: 0, ledger: usdt?.chain });
  expect(usdt?.chain).toBeGreaterThan(BigInt(funded * 10) * coin);
  expect(await touched()).toBe(0);
  // Swept or not: only the rounds' shares are asked for now, whatever the number of addresses.
  const second = watched();
  await run(second.rpc, { touched: 1_000, held: 50, all: 100 });
  expect(second.seen.calls).toBe(3);
});

test('behavior: the follower names no address to the node, and picks ours from the transfers', async () => {
  const { rpc, seen } = watched();
  await payMany(context, [
    { to: crowdAddress(crowd - 1), amount: 77n * coin },
    { to: '0x00000000000000000000000000000000000000aa', amount: 88n * coin },
  ]);
  await catchUp(context.follower({ rpc }));
  const { rows } = await sql<{
    member: string;
    amount: bigint;
  }>`select member_id as member, amount from deposit
    where address = ${crowdAddress(crowd - 1)}`.execute(context.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.amount).toBe(77n * coin);
  const { rows: booked } = await sql<{ count: bigint }>`select count(*) from chain_log
    where handler = 'deposit-transfer' and block_number = (select max(block_number) from deposit)`.execute(
    context.db,
  );
  expect(Number(booked[0]?.count)).toBe(1);
  // Whole blocks are read where there is something of ours: the transfer above; strangers' transfers are not worth it.
  const unwatched = watched();
  await payMany(context, [{ to: '0x00000000000000000000000000000000000000aa', amount: coin }]);
  await catchUp(context.follower({ rpc: unwatched.rpc }));
  const whole = (filters: readonly unknown[]): number =>
    filters.filter((filter) => (filter as { blockHash?: string }).blockHash !== undefined).length;
  expect(whole(seen.filters)).toBeGreaterThan(0);
  expect(whole(unwatched.seen.filters)).toBe(0);
  const named = seen.filters.filter((filter) => ((filter as { topics?: unknown[] }).topics?.length ?? 0) > 1);
  expect(named).toEqual([]);
  expect(JSON.stringify(seen.filters).length).toBeLessThan(20_000);
  await run(context.rpc);
  expect(await touched()).toBe(0);
});

test('refuses: payouts when something lies where nothing was told of, as soon as the round comes there', async () => {
  // The follower is told of no transfer at all.
  const deaf: Rpc = {
    ...context.rpc,
    call: async (method, params) => (method === 'eth_getLogs' ? [] : context.rpc.call(method, params)),
    batch: async (requests) => {
      const answers = await context.rpc.batch(requests);
      return answers.map((answer, index) => {
        if (requests[index]?.method === 'eth_getLogs') return [];
        if (requests[index]?.method !== 'eth_getBlockByNumber' || answer === null) return answer;
        return { ...(answer as object), logsBloom: `0x${'0'.repeat(512)}` };
      });
    },
  };
  await payMany(context, [{ to: crowdAddress(crowd - 2), amount: 5n * coin }]);
  await catchUp(context.follower({ rpc: deaf }));
  const share = { touched: 1_000, held: 1_000, all: Math.ceil(crowd / 3) };
  let runs = 0;
  while (!(await readHalt(context.db)) && runs < 6) {
    await run(context.rpc, share);
    runs += 1;
  }
  expect(runs).toBeLessThanOrEqual(4);
  expect((await readHalt(context.db))?.facts['misplaced']).toBe('1');
  const stored = async () =>
    (await listReserveChecks(context.db, TEST_CHAIN_ID)).map(({ misplaced, equal }) => ({
      misplaced,
      equal,
    }));
  expect(await stored()).toContainEqual({ misplaced: 1, equal: false });
  // Read again, it is booked, and all is equal.
  await catchUp(context.follower());
  await catchUp(context.follower());
  const { checks } = await run(context.rpc);
  expect(checks.every((check) => check.ledger === check.chain && check.misplaced === 0)).toBe(true);
  expect((await stored()).every(({ misplaced, equal }) => misplaced === 0 && equal)).toBe(true);
});

test('behavior: a node that answers wrongly twice is no difference, the third time it is', async () => {
  const more = (answer: string): string =>
    `${answer.slice(0, 65)}${answer[65] === '1' ? '2' : '1'}${answer.slice(66)}`;
  const wrong = (times: number): Rpc =>
    watched((answer, _params, count) => (count <= times * 3 ? more(answer) : answer)).rpc;
  // Three questions a look: one a coin.
  const few = { touched: 100, held: 50, all: 100 };
  await run(wrong(2), few);
  expect(await readHalt(context.db)).toBeUndefined();
  await run(wrong(3), few);
  expect(await readHalt(context.db)).toMatchObject({
    kind: 'reserves',
    facts: { ledger: expect.any(String) },
  });
});

test('refuses: payouts after three minutes without a comparison, until operators have looked at it', async () => {
  const dead = watched(() => {
    throw new RpcAnswerError(-32000, 'missing trie node', undefined);
  });
  const begun = Date.now();
  const look = (rpc: Rpc, seconds: number, startedAt = new Date(begun)) =>
    watchReserves({
      db: context.db,
      rpc,
      chainId: TEST_CHAIN_ID,
      startBlock: 0n,
      laterMs: 0,
      startedAt,
      now: new Date(begun + seconds * 1_000),
    });
  await look(context.rpc, 0);
  await expect(look(dead.rpc, 170)).rejects.toThrow('chain.nobalances');
  expect(await readHalt(context.db)).toBeUndefined();
  // A process that has only just begun has not had its three minutes.
  await expect(look(dead.rpc, 190, new Date(begun + 60_000))).rejects.toThrow('chain.nobalances');
  expect(await readHalt(context.db)).toBeUndefined();
  await expect(look(dead.rpc, 190)).rejects.toThrow('chain.nobalances');
  expect(await readHalt(context.db)).toMatchObject({ kind: 'silent', facts: { since: expect.any(String) } });
  // Equal again: it stays until operators have looked at it (rulebook §5).
  expect((await look(context.rpc, 200)).skipped).toBe(false);
  expect(await readHalt(context.db)).toMatchObject({ kind: 'silent' });
});

test('behavior: the loss of an orphaned flood is its sum, once', async () => {
  const dust = Array.from({ length: 120 }, (_, index) => ({ to: crowdAddress(index), amount: 2n }));
  await payMany(context, dust);
  await catchUp(context.follower());
  const { rows } =
    await sql<Orphan>`select 1::int8 as "forkId", handler, tx_hash as "txHash", log_index as "logIndex",
      block_number as "blockNumber", null as "returnedBlock", false as booked from chain_log
    where handler = 'deposit-transfer' order by block_number desc, log_index limit ${dust.length}`.execute(
      context.db,
    );
  const losses = await Promise.all(
    rows.map((orphan) =>
      findLoss(
        {
          tx: context.db,
          chainId: TEST_CHAIN_ID,
          findPayment: () => Promise.resolve(undefined),
          again: { find: () => Promise.resolve(undefined), ask: () => Promise.resolve() },
        },
        orphan,
      ),
    ),
  );
  expect(losses.flatMap((loss) => (loss ? [loss.amount] : []))).toEqual([240n]);
});
