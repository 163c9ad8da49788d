import { BANK_ACCOUNT } from '@openmere/core/ledger/bank-account.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { depositHandlers } from '../deposit/on-chain.ts';
import { clearHalt, readHalt } from '../ledger/halt.ts';
import type { LogHandler } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import { anvilAccounts, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import {
  addressOf,
  balance,
  groupPoster,
  mine,
  openAnvilContext,
  pay,
  poster,
  send,
} from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { reserveHandlers } from './on-chain.ts';
import { reconcile } from './reconcile.ts';
import type { ReconcileDeps } from './reconcile.ts';
import { listReserveChecks } from './store.ts';

let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
}, 60_000);
beforeEach(() => inTransaction(context.db, clearHalt));
afterAll(() => context.close());

const run = (rpc: Rpc = context.rpc, change: Partial<ReconcileDeps> = {}) =>
  reconcile({
    db: context.db,
    rpc,
    chainId: TEST_CHAIN_ID,
    startBlock: 0n,
    laterMs: 0,
    ...change,
    now: new Date(),
  });
const apart = async () =>
  (await listReserveChecks(context.db, TEST_CHAIN_ID)).filter((one) => !one.equal).map((one) => one.coin);

/** A node that leaves the transfers out of every answer, and whose blooms know nothing of them. */
function forgetful(rpc: Rpc): Rpc {
  const bend = (method: string, answer: unknown): unknown => {
    if (method === 'eth_getLogs') return [];
    if (method === 'eth_getBlockReceipts')
      return (answer as { logs: unknown[] }[]).map((one) => ({ ...one, logs: [] }));
    const isBlock = method === 'eth_getBlockByNumber' && answer !== null;
    return isBlock ? { ...(answer as object), logsBloom: `0x${'0'.repeat(512)}` } : answer;
  };
  return {
    call: async (method, params) => bend(method, await rpc.call(method, params)),
    batch: async (requests) => {
      const answers = await rpc.batch(requests);
      return answers.map((answer, index) => bend(requests[index]?.method ?? '', answer));
    },
  };
}

test('refuses: payouts as soon as the chain holds what the ledger does not know, and a rescan mends it', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  await catchUp(context.follower());
  expect((await run()).skipped).toBe(false);
  await pay(context, address, 33n * coin);
  await mine(context);
  await catchUp(context.follower({ rpc: forgetful(context.rpc) }));
  expect(await balance(context, actor.id)).toBe(0n);
  // One cycle finds it.
  await run();
  expect(await readHalt(context.db)).toMatchObject({
    subject: 'USDT',
    facts: { ledger: expect.any(String) },
  });
  expect(await apart()).toEqual(['USDT']);
  // The follower reads the blocks again; the next cycle is equal, and the halt stays until operators lift it.
  await catchUp(context.follower());
  await catchUp(context.follower());
  expect(await balance(context, actor.id)).toBe(33n * coin);
  await run();
  expect(await apart()).toEqual([]);
  expect(await readHalt(context.db)).toBeDefined();
});

test('refuses: payouts when the ledger says more than the chain holds', async () => {
  await catchUp(context.follower());
  const [ours, theirs] = ['treasury:bsc', 'suspense:deposit'] as const;
  const forge = (
    key: string,
    source: typeof ours | typeof theirs,
    destination: typeof ours | typeof theirs,
  ) =>
    inTransaction(context.db, (tx) =>
      poster()(tx, {
        key,
        kind: 'deposit',
        reference: key,
        actor: 'system:chain',
        postings: [{ source, destination, asset: 'USDO', amount: 1n }],
      }),
    );
  await forge('forged', ours, theirs);
  await run();
  expect(await readHalt(context.db)).toMatchObject({
    subject: 'USDO',
    facts: { ledger: '0.000000000000000001', chain: '0' },
  });
  await forge('taken back', theirs, ours);
  await run();
  expect(await apart()).toEqual([]);
});

test('behavior: equal while money comes in, by chain or bank, is swept and goes to the cold address, at any moment', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  const handlers: LogHandler[] = [
    ...depositHandlers({ chainId: TEST_CHAIN_ID, post: groupPoster() }),
    ...reserveHandlers({ post: poster() }),
  ];
  const step = async (): Promise<void> => {
    await run();
    await context.follower({ handlers }).poll();
    await run();
    expect(await readHalt(context.db)).toBeUndefined();
  };
  await pay(context, address, 90n * coin);
  await step();
  // Bank money lies on no chain.
  await inTransaction(context.db, (tx) =>
    poster()(tx, {
      key: 'fiat:credited',
      kind: 'deposit',
      reference: 'credited',
      actor: 'system:fiat',
      postings: [
        {
          source: BANK_ACCOUNT,
          destination: `member:${actor.id}:available`,
          asset: 'USDT',
          amount: 70n * coin,
        },
      ],
    }),
  );
  await step();
  await pay(context, context.contracts.treasury ?? '0x', 15n * coin);
  await pay(context, context.contracts.treasury ?? '0x', 25n * coin, 'open');
  await step();
  await mine(context);
  await step();
  // sweepToCold(address,uint256), called by the pauser.
  const word = (value: string): string => value.padStart(64, '0');
  const data = `0x${'6dfb7e37'}${word((context.contracts.usdt ?? '0x').slice(2))}${word((5n * coin).toString(16))}`;
  await send(context, { from: anvilAccounts[2], to: context.contracts.treasury, data });
  await step();
  await mine(context);
  await step();
  const { rows } = await sql<{ chain: bigint; ledger: bigint }>`
    select chain_amount as chain, ledger_amount as ledger from reserve_check where coin_id = 'OPEN'`.execute(
    context.db,
  );
  expect(rows).toEqual([{ chain: 25n * coin, ledger: 25n * coin }]);
});

test('behavior: a node that cannot answer for the block is no difference', async () => {
  const pruned: Rpc = {
    ...context.rpc,
    call: (method, params) => {
      if (method === 'eth_call') throw new RpcAnswerError(-32000, 'missing trie node', undefined);
      return context.rpc.call(method, params);
    },
  };
  await expect(run(pruned)).rejects.toThrow('chain.nobalances');
  expect(await readHalt(context.db)).toBeUndefined();
});

test('behavior: while the follower is far behind nothing is compared; it is once it has caught up', async () => {
  const setFinal = (by: number) =>
    sql`update chain_cursor set final_number = block_number + ${by} where chain_id = ${TEST_CHAIN_ID}`.execute(
      context.db,
    );
  await setFinal(11);
  expect(await run()).toEqual({ skipped: true, checks: [] });
  await setFinal(10);
  expect((await run()).skipped).toBe(false);
  expect(await readHalt(context.db)).toBeUndefined();
});
