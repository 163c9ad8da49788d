import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { readHalt } from '../ledger/halt.ts';
import { seededRandom } from '../ledger/test-ledger.ts';
import type { MemberActor } from '../platform/actor.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Follower } from '../platform/chain/follower.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilKeys, TEST_CHAIN_ID, waitMined } from '../platform/chain/test-anvil.ts';
import { addressOf, balance, groupPoster, mine, openAnvilContext, scan } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { depositHandlers } from './on-chain.ts';

/** Reorganisations up to 64 deep stay inside this window; deeper ones touch what was final. */
const confirmations = 65;
const depthMax = 64;
const schedules = Number(process.env['OPENMERE_REORG_SEEDS'] ?? 60);
const payer = privateKeyToAccount(anvilKeys[1]);

let context: AnvilContext;
let actors: MemberActor[];
let addresses: Hex[];
/** Payments in the order of their nonces, with the block that they are in. */
let sent: { raw: Hex; block: number }[] = [];

/** The node forgets the state of old blocks: a fresh one after so many schedules (some 600 blocks). */
const schedulesPerContext = 6;

async function moveIn(): Promise<void> {
  context = await openAnvilContext();
  sent = [];
  actors = [await addMember(context), await addMember(context), await addMember(context)];
  addresses = [];
  for (const actor of actors) addresses.push(await addressOf(context, actor));
  await mine(context, confirmations);
}
beforeAll(moveIn, 60_000);
afterAll(() => context.close());

const number = async (method: string, ...params: unknown[]): Promise<number> =>
  Number(await context.rpc.call(method, params));

async function payRaw(to: Hex, amount: bigint): Promise<void> {
  const raw = await payer.signTransaction({
    type: 'legacy',
    chainId: TEST_CHAIN_ID,
    nonce: await number('eth_getTransactionCount', payer.address, 'latest'),
    to: context.contracts.usdt ?? null,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    gas: 100_000n,
    gasPrice: 3_000_000_000n,
  });
  const hash = await context.rpc.call('eth_sendRawTransaction', [raw]);
  const block = await waitMined(context.rpc, hash);
  // Otherwise the schedule would prove nothing.
  expect(await context.rpc.call('eth_getTransactionReceipt', [hash])).toMatchObject({
    status: '0x1',
    logs: [{}],
  });
  sent.push({ raw, block });
}

/** Takes `depth` blocks back. Of their payments the first `kept` come back, in other blocks; the others are dropped. */
async function reorganise(depth: number, random: (below: number) => number): Promise<void> {
  const head = await number('eth_blockNumber');
  const hit = sent.filter((payment) => payment.block > head - depth);
  const kept = hit.slice(0, random(hit.length + 1));
  const offsets = kept.map(() => random(depth)).sort((a, b) => a - b);
  await context.rpc.call('anvil_reorg', [depth, kept.map(({ raw }, index) => [raw, offsets[index]])]);
  sent = sent.filter((payment) => payment.block <= head - depth);
  kept.forEach(({ raw }, index) => sent.push({ raw, block: head - depth + 1 + (offsets[index] ?? 0) }));
}

/** A follower whose process dies in the middle of its `dieAt`th posting. */
function mortal(dieAt: number): Follower {
  let posts = 0;
  const post: ReturnType<typeof groupPoster> = async (tx, entry) => {
    const posted = await groupPoster()(tx, entry);
    posts += 1;
    if (posts === dieAt) throw new Error('killed');
    return posted;
  };
  return context.follower({ confirmations, handlers: depositHandlers({ chainId: TEST_CHAIN_ID, post }) });
}

type Booked = { position: string; to: Hex; amount: bigint; status: string; member: string };

async function booked(): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select tx_hash || ':' || log_index as position, address as to, amount, status, member_id as member from deposit
    where status in ('credited', 'ignored')`.execute(context.db);
  return rows.sort((a, b) => (a.position < b.position ? -1 : 1));
}

async function checkAgainstChain(seed: number): Promise<void> {
  const cursor = (await findChainState(context.db, TEST_CHAIN_ID))?.number ?? 0n;
  const chain = await scan(context, addresses, cursor);
  const ledger = await booked();
  const bare = ledger.map(({ position, to, amount }) => ({ position, to, amount }));
  expect(bare, `schedule ${seed}`).toEqual(
    chain.map(({ position, to, amount }) => ({ position, to, amount })),
  );
  for (const one of ledger) expect(one.status).toBe(one.amount >= 10n * coin ? 'credited' : 'ignored');
  for (const actor of actors) {
    const own = ledger.filter((one) => one.member === actor.id && one.status === 'credited');
    expect(await balance(context, actor.id)).toBe(own.reduce((sum, one) => sum + one.amount, 0n));
  }
  const all = chain.reduce((sum, one) => sum + one.amount, 0n);
  expect(-(await balanceOf(context.db, RESERVE_ACCOUNT, 'USDT'))).toBe(all);
}

test(`property: after any reorganisation the booked deposits are exactly the chain’s (${schedules} schedules)`, async () => {
  let total = 0;
  for (let seed = 1; seed <= schedules; seed += 1) {
    const random = seededRandom(seed);
    let follower = context.follower({ confirmations });
    for (let round = 0; round < 4; round += 1) {
      for (let count = random(4); count > 0; count -= 1) {
        await payRaw(addresses[random(addresses.length)] ?? '0x', BigInt(random(30) + 1) * coin);
        if (random(2) === 0) await mine(context, random(12) + 1);
      }
      if (random(2) === 0) await follower.poll();
      if (random(3) > 0) await reorganise(random(depthMax) + 1, random);
      if (random(3) === 0) follower = context.follower({ confirmations });
      await follower.poll();
    }
    await mine(context, confirmations);
    // Killed in the middle of booking, at another place each time; what was half done is not done.
    await catchUp(mortal((seed % 4) + 1)).catch((error: unknown) =>
      expect(String(error)).toContain('killed'),
    );
    await catchUp(context.follower({ confirmations }));
    await checkAgainstChain(seed);
    if (seed % schedulesPerContext !== 0) continue;
    total += (await booked()).length;
    await context.close();
    await moveIn();
  }
  total += (await booked()).length;
  expect(total).toBeGreaterThan(schedules);
}, 900_000);

test('refuses: to credit or take anything when a final block changes; halts payouts and says so', async () => {
  await payRaw(addresses[0] ?? '0x', 50n * coin);
  await mine(context, confirmations);
  const follower = context.follower({ confirmations });
  await catchUp(follower);
  const before = await booked();
  expect(await readHalt(context.db)).toBeUndefined();
  await context.rpc.call('anvil_reorg', [confirmations + 5, []]);
  for (let polls = 0; polls < 4; polls += 1) await expect(follower.poll()).rejects.toThrow('chain.fork');
  expect((await readHalt(context.db))?.facts['detail']).toContain('changed from');
  expect(await booked()).toEqual(before);
});
