import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { COLD_ACCOUNT, RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import { sql } from 'kysely';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteColdAddresses } from '../deposit/cold-store.ts';
import { depositHandlers } from '../deposit/on-chain.ts';
import { balanceOf } from '../ledger/balances.ts';
import { clearHalt, readHalt } from '../ledger/halt.ts';
import { showHealth } from '../operator/health.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { anvilAccounts, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { addressOf, groupPoster, mine, openAnvilContext, pay, poster, send } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { listReserveAlarms } from './alarm-store.ts';
import { watchCold } from './cold.ts';
import { findLoss } from './losses.ts';
import { makeProof } from './make-proof.ts';
import { reserveHandlers } from './on-chain.ts';
import { reconcile } from './reconcile.ts';
import { showReserves } from './show-reserves.ts';

const [, payer, pauser, cold] = anvilAccounts;
const DAY_MS = 86_400_000;
let context: AnvilContext;
let handlers: LogHandler[];
let days = 0;
beforeAll(async () => {
  context = await openAnvilContext();
  handlers = [
    ...depositHandlers({ chainId: TEST_CHAIN_ID, post: groupPoster() }),
    ...reserveHandlers({ post: poster() }),
  ];
  await pay(context, await addressOf(context, await addMember(context)), 60n * coin);
  await pay(context, context.contracts.treasury ?? '0x', 100n * coin);
  await follow();
  await watch();
}, 90_000);
beforeEach(() => inTransaction(context.db, clearHalt));
afterAll(() => context.close());

async function follow(): Promise<void> {
  await mine(context);
  await catchUp(context.follower({ handlers }));
}
const watch = (rpc: Rpc = context.rpc) => watchCold({ db: context.db, rpc, chainId: TEST_CHAIN_ID });
const word = (value: string): string => value.padStart(64, '0');
/** sweepToCold(address,uint256), called by the pauser. */
async function sweep(amount: bigint): Promise<void> {
  const data = `0x6dfb7e37${word((context.contracts.usdt ?? '0x').slice(2))}${word(amount.toString(16))}`;
  await send(context, { from: pauser, to: context.contracts.treasury, data });
}
function moveFrom(from: Hex, to: Hex, amount: bigint): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  return send(context, { from, to: context.contracts.usdt, data });
}
const bringBack = (amount: bigint, from: Hex = cold): Promise<Hex> =>
  moveFrom(from, context.contracts.treasury ?? '0x', amount);
/** In USDT: reserve, cold, what is nobody's. */
async function books(): Promise<bigint[]> {
  const of = async (account: Parameters<typeof balanceOf>[1]) =>
    (await balanceOf(context.db, account, 'USDT')) / coin;
  return [-(await of(RESERVE_ACCOUNT)), -(await of(COLD_ACCOUNT)), await of('suspense:deposit')];
}
/** The proof of a day of its own. */
async function prove() {
  days += 1;
  const offset = days * DAY_MS;
  await sql`update business_clock set offset_ms = ${offset}, target_ms = ${offset}`.execute(context.owner);
  const { db, rpc } = context;
  expect(await makeProof({ db, rpc, chainId: TEST_CHAIN_ID, now: new Date() })).toBe('made');
  const published = await inTransaction(db, (tx) => showReserves({ tx }, {}));
  const usdt = published?.coins.find(({ coinid }) => coinid === 'USDT');
  return { address: published?.coldaddress, onchain: usdt?.onchain, cold: usdt?.cold };
}
const alarms = async () =>
  (await listReserveAlarms(context.db, TEST_CHAIN_ID)).map(({ coin: of, kind, hot, bound }) => [
    of,
    kind,
    hot / coin,
    bound / coin,
  ]);

test('refuses: to count twice what came back from the cold address', async () => {
  expect(await books()).toEqual([160n, 0n, 100n]);
  await sweep(50n * coin);
  await follow();
  expect(await books()).toEqual([110n, 50n, 100n]);
  expect(await prove()).toEqual({ address: cold, onchain: '110', cold: '50' });
  await bringBack(20n * coin);
  await follow();
  expect(await books()).toEqual([130n, 30n, 100n]);
  expect(await prove()).toEqual({ address: cold, onchain: '130', cold: '30' });
});

test('behavior: from a former cold address, too; and what such an address has of its own stays a stray', async () => {
  const former: Hex = anvilAccounts[0];
  const [, place] = reserveHandlers({ post: poster() });
  const log = {
    chainId: TEST_CHAIN_ID,
    blockNumber: 1n,
    blockHash: `0x${'1'.repeat(64)}`,
    blockTime: new Date(),
    txHash: `0x${'2'.repeat(64)}`,
    logIndex: 0,
    address: context.contracts.treasury?.toLowerCase() as Hex,
    topics: [eventTopics.coldChanged, formatAddressWord(former), formatAddressWord(cold)],
    data: '0x',
  } as const;
  await moveFrom(payer, former, 100n * coin);
  await inTransaction(
    context.db,
    (tx) => place?.onFinal(tx, { ...log, topics: [...log.topics] }) ?? follow(),
  );
  await bringBack(10n * coin, former);
  await follow();
  expect(await books()).toEqual([140n, 20n, 100n]);
  // Three in one step, of which the second is only half covered, and the last not at all.
  await bringBack(15n * coin, former);
  const split = await bringBack(10n * coin, former);
  await bringBack(3n * coin, former);
  await follow();
  expect(await books()).toEqual([168n, 0n, 108n]);
  const run = { db: context.db, rpc: context.rpc, chainId: TEST_CHAIN_ID, startBlock: 0n, laterMs: 0 };
  await reconcile({ ...run, now: new Date() });
  expect(await readHalt(context.db)).toBeUndefined();
  // Were it gone from the chain again, each part would go where it came from.
  const { rows } = await sql<{ log_index: number }>`
    select log_index from chain_log where tx_hash = ${split} and handler = 'deposit-transfer'`.execute(
    context.owner,
  );
  const orphan = { handler: 'deposit-transfer', txHash: split, logIndex: rows[0]?.log_index ?? 0 };
  const loss = await inTransaction(context.db, (tx) =>
    findLoss(
      {
        tx,
        chainId: TEST_CHAIN_ID,
        findPayment: async () => undefined,
        again: { find: async () => undefined, ask: async () => undefined },
      },
      orphan as Parameters<typeof findLoss>[1],
    ),
  );
  expect(loss).toMatchObject({
    amount: 10n * coin,
    direction: 'inside',
    parts: [
      { source: COLD_ACCOUNT, destination: RESERVE_ACCOUNT, amount: 5n * coin },
      { source: 'suspense:reorg', destination: RESERVE_ACCOUNT, amount: 5n * coin },
    ],
  });
});

test('refuses: to prove more at the cold address than lies there; it is an alarm until it is back', async () => {
  await sweep(40n * coin);
  await follow();
  await watch();
  expect(await alarms()).toEqual([]);
  // What came from the former address lies here still: 30 beside the 40.
  await moveFrom(cold, payer, 35n * coin);
  await follow();
  expect(await prove()).toMatchObject({ cold: '35' });
  await watch();
  await watch();
  expect(await alarms()).toEqual([['USDT', 'cold', 35n, 40n]]);
  const { coins } = await showHealth({ db: context.db, chainId: TEST_CHAIN_ID });
  expect(coins.find(({ coinid }) => coinid === 'USDT')).toMatchObject({
    alarm: null,
    coldmissing: { there: '35', booked: '40' },
  });
  await moveFrom(payer, cold, 5n * coin);
  await follow();
  await watch();
  expect(await alarms()).toEqual([]);
  expect(await prove()).toMatchObject({ cold: '40' });
});

test('refuses: to take a cold address from a node that does not answer for the block', async () => {
  const empty: Rpc = {
    ...context.rpc,
    call: async (method, params) => (method === 'eth_call' ? '0x' : context.rpc.call(method, params)),
  };
  await expect(watch(empty)).rejects.toThrow('chain.badanswer');
});

test('refuses: to take a cold address out again, or to change one', async () => {
  await noteColdAddresses(context.db, TEST_CHAIN_ID, [cold]);
  await expect(sql`delete from cold_address`.execute(context.db)).rejects.toThrow('permission denied');
});
