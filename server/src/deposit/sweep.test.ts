import { sql } from 'kysely';
import { parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rpc } from '../platform/chain/rpc.ts';
import { anvilKeys, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { addressOf, mine, openAnvilContext, pay } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { sweepDeposits } from './sweep.ts';
import type { Swept } from './sweep.ts';

let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
}, 120_000);
afterAll(() => context.close());

const account = privateKeyToAccount(anvilKeys[0]);
const begun = Date.now();
const GWEI = 10n ** 9n;
const run = (seconds = 0, rpc: Rpc = context.rpc, by = account): Promise<Swept> =>
  sweepDeposits({
    db: context.db,
    rpc,
    chainId: TEST_CHAIN_ID,
    account: by,
    now: new Date(begun + seconds * 1_000),
  });

/** The node, with another answer to some questions. */
function bent(bend: (method: string, params: readonly unknown[], answer: unknown) => unknown): Rpc {
  return {
    ...context.rpc,
    call: async (method, params = []) => bend(method, params, await context.rpc.call(method, params)),
  };
}
const priced = (gwei: bigint): Rpc =>
  bent((method, _params, answer) => (method === 'eth_gasPrice' ? `0x${(gwei * GWEI).toString(16)}` : answer));

async function deposit(amount = 60n): Promise<string> {
  const address = await addressOf(context, await addMember(context));
  await pay(context, address, amount * coin);
  await settle();
  return address;
}
async function settle(): Promise<void> {
  await mine(context);
  await catchUp(context.follower());
}
type Row = { nonce: bigint; attempt: number; done: boolean; outcome: string | null; raw: `0x${string}` };
async function sweeps(): Promise<Row[]> {
  const { rows } = await sql<Row>`select nonce, attempt, done_at is not null as done, outcome, raw
    from deposit_sweep order by id`.execute(context.db);
  return rows;
}
const lying = async (address: string): Promise<bigint> => {
  const { rows } = await sql<{ amount: bigint }>`
    select expected as amount from deposit_holding where address = ${address}`.execute(context.db);
  return rows[0]?.amount ?? 0n;
};
const latestSweep = async (): Promise<Row | undefined> => (await sweeps()).at(-1);

test('refuses: to end a sweep by a transaction count that is not of the final block', async () => {
  const address = await deposit();
  await context.rpc.call('evm_setAutomine', [false]);
  expect(await run()).toBe('sent');
  // A node that answers "latest" from the future, before anything is mined.
  const ahead = bent((method, params, answer) =>
    method === 'eth_getTransactionCount' && params[1] === 'latest'
      ? `0x${(BigInt(String(answer)) + 1n).toString(16)}`
      : answer,
  );
  await run(1, ahead);
  expect(await sweeps()).toMatchObject([{ done: false }]);
  await context.rpc.call('evm_setAutomine', [true]);
  await context.rpc.call('evm_mine');
  // Mined and not applied: the cursor's block knows nothing of it.
  await run(2);
  expect((await sweeps())[0]).toMatchObject({ done: false });
  expect(await lying(address)).toBe(60n * coin);
  await settle();
  expect(await run(3)).toBe('nothing');
  expect((await sweeps())[0]).toMatchObject({ done: true, outcome: 'swept' });
  expect(await lying(address)).toBe(0n);
});

test('behavior: a sweep whose block is taken back is sent again, the same bytes', async () => {
  const address = await deposit();
  expect(await run()).toBe('sent');
  const sent = await latestSweep();
  // The node takes what was in the block back into its pool, and would mine it before it is dropped.
  await context.rpc.call('evm_setAutomine', [false]);
  await context.rpc.call('anvil_reorg', [1, []]);
  await context.rpc.call('anvil_dropAllTransactions');
  await context.rpc.call('evm_setAutomine', [true]);
  expect(await run(1)).toBe('again');
  expect(await latestSweep()).toEqual(sent);
  await settle();
  expect(await run(2)).toBe('nothing');
  expect(await lying(address)).toBe(0n);
});

test('behavior: an address that was just swept is swept again as soon as that is final', async () => {
  const address = await deposit();
  expect(await run()).toBe('sent');
  await settle();
  await pay(context, address as `0x${string}`, 70n * coin);
  await settle();
  expect(await run(1)).toBe('sent');
  await settle();
  expect(await run(1)).toBe('nothing');
  expect(await lying(address)).toBe(0n);
});

test('refuses: to pay more for gas than the configured most; it waits, and goes on when gas is cheaper', async () => {
  const address = await deposit();
  const before = (await sweeps()).length;
  expect(await run(0, priced(752n))).toBe('dear');
  expect(await sweeps()).toHaveLength(before);
  await context.rpc.call('evm_setAutomine', [false]);
  expect(await run(1, priced(4n))).toBe('sent');
  // A replacement needs a tenth more: up to the most of 5 gwei it is made, above it the old bytes go out again.
  expect(await run(200, priced(4n))).toBe('bumped');
  expect(await run(400, priced(4n))).toBe('dear');
  expect(await run(401, priced(752n))).toBe('dear');
  const { attempt, raw } = (await latestSweep()) ?? { attempt: 0, raw: '0x' };
  expect(attempt).toBe(1);
  await context.rpc.call('evm_setAutomine', [true]);
  await context.rpc.call('evm_mine');
  await settle();
  expect(await run(402)).toBe('nothing');
  expect(await lying(address)).toBe(0n);
  expect(parseTransaction(raw).gasPrice).toBe(5n * GWEI);
});

test('behavior: after the key was replaced, what the former one had begun is closed or swept by the new one', async () => {
  const former = privateKeyToAccount(anvilKeys[3]);
  const settled = await deposit();
  expect(await run(410, context.rpc, former)).toBe('sent');
  const mined = await latestSweep();
  const left = await deposit();
  await context.rpc.call('evm_setAutomine', [false]);
  expect(await run(411, context.rpc, former)).toBe('sent');
  const dropped = await latestSweep();
  await context.rpc.call('anvil_dropAllTransactions');
  await context.rpc.call('evm_setAutomine', [true]);
  await settle();
  expect([await lying(settled), await lying(left)]).toEqual([0n, 60n * coin]);

  expect(await run(412)).toBe('sent');
  await settle();
  expect(await run(413)).toBe('nothing');
  expect(await lying(left)).toBe(0n);
  const ended = await sweeps();
  expect(ended.find(({ raw }) => raw === mined?.raw)).toMatchObject({ outcome: 'swept' });
  expect(ended.find(({ raw }) => raw === dropped?.raw)).toMatchObject({ done: false });
});

test('behavior: the addresses of a sweep that failed rest for ten minutes', async () => {
  const address = await deposit();
  expect(await run()).toBe('sent');
  // Nothing of the transfer was told, and the receipt says that it failed.
  const failed = bent((method, _params, answer) =>
    method === 'eth_getTransactionReceipt' && answer ? { ...(answer as object), status: '0x0' } : answer,
  );
  await settle();
  await sql`update deposit_holding set expected = ${60n * coin} where address = ${address}`.execute(
    context.clone.connect('owner', { max: 1 }).db,
  );
  expect(await run(1, failed)).toBe('nothing');
  expect(await latestSweep()).toMatchObject({ outcome: 'reverted' });
  expect(await run(590)).toBe('nothing');
  expect(await run(602)).toBe('sent');
});
