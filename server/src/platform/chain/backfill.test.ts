import { Fault } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchUp } from '../../test/context.ts';
import { FINAL_DEPTH, mineFinal, newHash, openScriptedContext } from '../../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../../test/scripted-context.ts';
import { findChainState } from './cursor-store.ts';
import { follow } from './follow.ts';
import type { Follower } from './follower.ts';
import { listBehind } from './handler-store.ts';
import type { ChainLog, Hex, LogHandler } from './log.ts';
import { createChainReader } from './reader.ts';
import { createRpc } from './rpc.ts';

const token: Hex = `0x${'11'.repeat(20)}`;
const topic0: Hex = `0x${'22'.repeat(32)}`;

let context: ScriptedContext;
let shown: readonly ChainLog[] = [];
const known: LogHandler = {
  name: 'known',
  topic0,
  addresses: async () => [token],
  onFinal: async () => undefined,
  onPending: async (_tx, logs) => {
    shown = logs;
  },
};
beforeEach(async () => {
  context = await openScriptedContext({}, () => [known]);
  for (let count = 0; count < 40; count += 1) context.chain.mine([said()]);
  await catchUp(context.follower());
}, 60_000);
afterEach(() => context.close());

const said = (): Emitted => ({ txHash: newHash(), address: token, topics: [topic0], data: '0x' });
const late = (onFinal: LogHandler['onFinal']): LogHandler => ({
  name: 'late',
  topic0,
  addresses: async () => [token],
  onFinal,
});

/** A handler that is new and fails: what a poll tells of what is new all the same. */
async function pollBeside(handler: LogHandler): Promise<{ head: number; isCurrent: boolean }[]> {
  mineFinal(context, [said()]);
  const told: { head: number; isCurrent: boolean }[] = [];
  const poll = context
    .follower({ handlers: [known, handler] })
    .poll(async ({ head, isCurrent }) => void told.push({ head: Number(head), isCurrent }));
  await expect(poll).rejects.toThrow('gone');
  return told;
}
const gone = late(() => Promise.reject(new Error('gone')));

test('behavior: older blocks that no node has any more stop nothing of what is new', async () => {
  const { head } = context.chain;
  expect(await pollBeside(gone)).toEqual([{ head: head + FINAL_DEPTH, isCurrent: false }]);
  const state = await findChainState(context.db, context.chain.chainId);
  expect(state).toMatchObject({ head: BigInt(head + FINAL_DEPTH), number: BigInt(head + 1) });
  context.chain.mine([said()]);
  await expect(context.follower({ handlers: [known, gone] }).poll()).rejects.toThrow('gone');
  expect(shown).toHaveLength(1);
  // The roles and pauses of one contract before it was known are no part of the market.
  expect(await pollBeside({ ...gone, name: 'single', isPerContract: true })).toMatchObject([
    { isCurrent: true },
  ]);
});

test('refuses: to read each block twice because the cursor runs as fast as what is behind', async () => {
  for (let count = 0; count < 80; count += 1) context.chain.mine();
  const follower = context.follower({ handlers: [known, late(async () => undefined)], spanMax: 2 });
  await follower.poll();
  await follower.poll();
  const { chainId, head } = context.chain;
  expect((await findChainState(context.db, chainId))?.number).toBeLessThan(BigInt(head - FINAL_DEPTH));
  expect((await listBehind(context.db, chainId)).size).toBe(0);
});

test('refuses: to move the cursor without a handler that another process has let join it meanwhile', async () => {
  const { chain, url, owner, db } = context;
  mineFinal(context, [said()]);
  const plain = createChainReader(createRpc(url), chain.chainId);
  const before = await findChainState(db, chain.chainId);
  const handlers = [known, late(async () => undefined)];
  const follower = context.follower({
    handlers,
    reader: {
      ...plain,
      readLogs: async (...asked) => {
        await sql`update chain_handler set next_block = null`.execute(owner);
        return plain.readLogs(...asked);
      },
    },
  });
  await expect(follower.poll()).rejects.toThrow('chain.overtaken');
  expect((await findChainState(db, chain.chainId))?.number).toBe(before?.number);
});

test('refuses: to call a poll whole of which older blocks failed', async () => {
  const ending = new AbortController();
  const told: string[] = [];
  const { db } = context;
  const options = {
    db,
    chainId: context.chain.chainId,
    pollMs: 1,
    onPolled: async () => void told.push('polled'),
    onWhole: async () => {
      told.push('whole');
      ending.abort();
    },
  };
  let polls = 0;
  const handler = late(async () => {
    polls += 1;
    if (polls < 3) throw new Error('gone');
  });
  await follow({ ...options, follower: context.follower({ handlers: [known, handler] }) }, ending.signal);
  expect(told).toEqual(['polled', 'polled', 'polled', 'whole']);
});

test('behavior: a handler that is new asks for less where a node is silent about long ranges', async () => {
  const plain = createChainReader(createRpc(context.url), context.chain.chainId);
  const found: ChainLog[] = [];
  const follower: Follower = context.follower({
    handlers: [known, late(async (_tx, log) => void found.push(log))],
    reader: {
      ...plain,
      readLogs: async (from, to, ...rest) => {
        if (to - from > 5n) throw new Fault('chain.unreachable', { retry: true });
        return plain.readLogs(from, to, ...rest);
      },
    },
  });
  for (let polls = 0; polls < 15; polls += 1) await follower.poll().catch(() => undefined);
  expect(found).toHaveLength(40 - FINAL_DEPTH + 1);
});
