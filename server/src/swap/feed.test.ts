import { Fault } from '@openmere/core/kit/fault.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Polled } from '../platform/chain/follower.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { EVERYONE_CHANNEL } from '../platform/outbox.ts';
import { writeSetting } from '../setting/write.ts';
import { coin } from '../test/context.ts';
import { mineAt, settle } from '../test/scripted-context.ts';
import { marketContracts, openSwapContext, swapped } from '../test/swap-logs.ts';
import type { SwapContext } from '../test/swap-logs.ts';
import { MarketFeed } from './feed.ts';

const start = 1_700_000_000;
let context: SwapContext;
beforeAll(async () => {
  context = await openSwapContext();
  await inTransaction(context.owner, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(marketContracts), changedBy: 'installation' },
    ),
  );
  mineAt(context, start, [swapped({ bought: true, usdt: coin, open: coin })]);
  await settle(context);
}, 60_000);
afterAll(() => context.close());

/** A feed whose node is away, and how often it was asked. */
function openFeed() {
  const asked = { count: 0 };
  const call = (): Promise<never> => {
    asked.count += 1;
    return Promise.reject(new Fault('chain.unreachable', { retry: true }));
  };
  const { db, chain } = context;
  const feed = new MarketFeed({ db, rpc: { call, batch: call }, chainId: chain.chainId });
  return { feed, asked };
}

const polled = (change: Pick<Polled, 'more' | 'isCurrent'>): Polled => ({
  cursor: 1n,
  head: 3n,
  headHash: `0x${'5'.repeat(64)}`,
  applied: 0,
  ...change,
});

test('refuses: to show the market of a block below the newest, or before all is read', async () => {
  const { feed, asked } = openFeed();
  await feed.onPolled(polled({ more: false, isCurrent: false }));
  expect(asked.count).toBe(0);
});

test('behavior: the market is read while older blocks are read again; a node that is away says so, and candles are told', async () => {
  const heard: string[] = [];
  const { pool } = context.clone.connect('owner', { max: 1 });
  const client = await pool.connect();
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query(`listen ${EVERYONE_CHANNEL}`);
  const { feed, asked } = openFeed();
  feed.touch([start]);
  await expect(feed.onPolled(polled({ more: true, isCurrent: true }))).rejects.toThrow('chain.unreachable');
  expect(asked.count).toBe(1);
  // Notifications of earlier commits come before the answer to this.
  await client.query('select 1');
  client.release(true);
  expect(heard.filter((text) => text.includes('candle'))).not.toEqual([]);
});
