import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { clearHalt, readHalt } from '../ledger/halt.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilKeys, TEST_CHAIN_ID, waitMined } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { addressOf, balance, mine, openAnvilContext } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { takeStep } from '../test/reorg.ts';
import type { ReorgStep } from './decide-reorg.ts';
import type { LossDeps } from './losses.ts';
import { reconcile } from './reconcile.ts';
import { showReorg } from './show-reorg.ts';

const payer = privateKeyToAccount(anvilKeys[1]);
let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
}, 180_000);
afterAll(() => context.close());

/** What the console's routes are given (app/routes.ts), with payouts left to the withdrawal's own tests. */
const deps: LossDeps = {
  chainId: TEST_CHAIN_ID,
  findPayment: async () => undefined,
  again: { find: async () => undefined, ask: async () => undefined },
};
const show = () => inTransaction(context.db, (tx) => showReorg({ tx, ...deps }));
const take = (step: ReorgStep, given: LossDeps = deps) => takeStep(context, given, step);
const compare = () =>
  reconcile({
    db: context.db,
    rpc: context.rpc,
    chainId: TEST_CHAIN_ID,
    startBlock: 0n,
    laterMs: 0,
    now: new Date(),
  });
const suspense = () => balanceOf(context.db, 'suspense:reorg', 'USDT');
const reserve = async (): Promise<bigint> => -(await balanceOf(context.db, RESERVE_ACCOUNT, 'USDT'));

async function payRaw(to: Hex, amount: bigint): Promise<{ raw: Hex; hash: Hex }> {
  const raw = await payer.signTransaction({
    type: 'legacy',
    chainId: TEST_CHAIN_ID,
    nonce: Number(await context.rpc.call('eth_getTransactionCount', [payer.address, 'latest'])),
    to: context.contracts.usdt ?? null,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    gas: 100_000n,
    gasPrice: 3_000_000_000n,
  });
  const hash = (await context.rpc.call('eth_sendRawTransaction', [raw])) as Hex;
  await waitMined(context.rpc, hash);
  return { raw, hash };
}

/** Polls until the changed final block is told of: three times the same. */
async function reportFork(follower: { poll(): Promise<unknown> }): Promise<void> {
  for (let polls = 0; polls < 3; polls += 1) await expect(follower.poll()).rejects.toThrow('chain.fork');
}

test.each([20, 64])(
  'behavior: %i final blocks are taken back; what is gone is listed, booked to suspense by two, and payouts go on',
  async (depth) => {
    await inTransaction(context.db, clearHalt);
    const [before, suspended] = [await reserve(), await suspense()];
    const [anna, bert, cleo] = [await addMember(context), await addMember(context), await addMember(context)];
    const addresses = [
      await addressOf(context, anna),
      await addressOf(context, bert),
      await addressOf(context, cleo),
    ];
    const follower = context.follower();
    // Below the fork: stays.
    await payRaw(addresses[2] ?? '0x', 70n * coin);
    await mine(context, 2);
    await catchUp(follower);
    const top = Number(await context.rpc.call('eth_blockNumber'));
    // In blocks that will be gone: one comes back in another block, one never, one after its loss was booked.
    const [kept, lost] = [
      await payRaw(addresses[0] ?? '0x', 40n * coin),
      await payRaw(addresses[1] ?? '0x', 25n * coin),
    ];
    await mine(context, depth - 4);
    await catchUp(follower);
    await mine(context, 2);
    await catchUp(follower);
    expect([await balance(context, anna.id), await balance(context, bert.id)]).toEqual([
      40n * coin,
      25n * coin,
    ]);
    expect(await reserve()).toBe(before + 135n * coin);

    const head = Number(await context.rpc.call('eth_blockNumber'));
    expect(head - top).toBe(depth);
    await context.rpc.call('anvil_reorg', [depth, [[kept.raw, depth - 3]]]);
    await mine(context, 3);
    await reportFork(follower);
    expect((await readHalt(context.db))?.facts['detail']).toContain('changed from');
    expect(await show()).toMatchObject({ stage: 'found', rows: [] });
    expect((await show()).common).toBeLessThanOrEqual(top);
    expect((await show()).common).toBeGreaterThan(top - 5);
    await expect(take('book')).rejects.toThrow('reserve.notread');

    await expect(follower.poll()).rejects.toThrow('chain.fork');
    expect((await take('rollback')).changes).toMatchObject([{ what: 'cursor' }]);
    await expect(take('rollback')).rejects.toThrow('reserve.noreorg');
    expect(await show()).toMatchObject({ stage: 'rollingback' });
    // Another process reads on: what was told and approved is in the database.
    await catchUp(context.follower());

    // The one that came again counts once; the one that is gone is still its member's.
    expect([await balance(context, anna.id), await balance(context, bert.id)]).toEqual([
      40n * coin,
      25n * coin,
    ]);
    const listed = await show();
    expect(listed).toMatchObject({ stage: 'booking' });
    // Losses of reorganisations before are still in the list, as booked.
    expect(listed.rows.filter(({ state }) => state === 'gone')).toEqual([
      {
        kind: 'deposit-transfer',
        hash: lost.hash,
        block: top + 2,
        userid: bert.id,
        nickname: expect.any(String),
        coinid: 'USDT',
        amount: '25',
        direction: 'in',
        again: null,
        state: 'gone',
        replaced: null,
      },
    ]);
    // Until it is booked, the comparison keeps payouts stopped.
    await inTransaction(context.db, clearHalt);
    for (let looks = 0; looks < 4; looks += 1) await compare();
    expect(await readHalt(context.db)).toBeDefined();

    const booked = await take('book');
    expect(booked.changes).toContainEqual({ what: lost.hash, before: 'deposit-transfer', after: 'booked' });
    expect(booked.members).toEqual([bert.id]);
    expect(await show()).toMatchObject({ stage: 'none' });
    expect(await suspense()).toBe(suspended - 25n * coin);
    await inTransaction(context.db, clearHalt);
    await mine(context, 2);
    await catchUp(context.follower());
    for (let looks = 0; looks < 4; looks += 1) await compare();
    expect(await readHalt(context.db)).toBeUndefined();

    // It comes after all: not credited again, and taken out of suspense.
    await waitMined(context.rpc, await context.rpc.call('eth_sendRawTransaction', [lost.raw]));
    await mine(context, 3);
    await catchUp(context.follower());
    expect(await balance(context, bert.id)).toBe(25n * coin);
    expect((await show()).rows.map(({ state }) => state)).toEqual(['back']);
    expect((await take('book')).changes).toMatchObject([{ what: lost.hash, after: 'back' }]);
    expect(await suspense()).toBe(suspended);
    expect((await show()).stage).toBe('none');
    await inTransaction(context.db, clearHalt);
    for (let looks = 0; looks < 4; looks += 1) await compare();
    expect(await readHalt(context.db)).toBeUndefined();
  },
  240_000,
);

test('refuses: to book a loss twice: a deeper reorganisation takes blocks from under one that was booked, and it comes back after all', async () => {
  await inTransaction(context.db, clearHalt);
  const suspended = await suspense();
  const dora = await addMember(context);
  await mine(context, 4);
  await catchUp(context.follower());
  const top = Number(await context.rpc.call('eth_blockNumber'));
  const lost = await payRaw(await addressOf(context, dora), 30n * coin);
  /** The chain changes above a block; two operators go back, and the new blocks are read. */
  const changeAbove = async (block: number) => {
    await mine(context, 4);
    const follower = context.follower();
    await catchUp(follower);
    const depth = Number(await context.rpc.call('eth_blockNumber')) - block;
    // Else empty blocks come again as the same ones.
    await context.rpc.call('anvil_setCoinbase', [`0x${String(depth).padStart(40, '0')}`]);
    await context.rpc.call('anvil_reorg', [depth, []]);
    await mine(context, 3);
    await reportFork(follower);
    await take('rollback');
    await catchUp(context.follower());
    return (await show()).rows.filter(({ hash }) => hash === lost.hash).map(({ state }) => state);
  };
  await mine(context, 2);
  expect(await changeAbove(top)).toEqual(['gone']);
  await take('book');
  expect(await suspense()).toBe(suspended - 30n * coin);

  expect(await changeAbove(top - 2)).toEqual(['booked']);
  expect((await take('book')).changes).toEqual([]);
  expect(await suspense()).toBe(suspended - 30n * coin);

  await waitMined(context.rpc, await context.rpc.call('eth_sendRawTransaction', [lost.raw]));
  await mine(context, 3);
  await catchUp(context.follower());
  expect((await take('book')).changes).toMatchObject([{ what: lost.hash, after: 'back' }]);
  expect([await suspense(), await balance(context, dora.id)]).toEqual([suspended, 30n * coin]);
}, 120_000);

test('refuses: to take the cursor back without two operators, whoever writes it', async () => {
  await expect(
    sql`update chain_cursor set block_number = block_number - 1 where chain_id = ${TEST_CHAIN_ID}`.execute(
      context.db,
    ),
  ).rejects.toThrow('what is final is never taken back');
  await expect(
    sql`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash,
        rollback_proposed_by, rollback_approved_by)
      values (1, 1, '', '', 0, '', 'maker', 'maker')`.execute(context.db),
  ).rejects.toThrow('chain_fork_two_rollback');
});

test('behavior: however much is gone with it, a lost payout is listed, sent again and booked', async () => {
  const [before, txHash] = [await suspense(), `0x${'9b'.repeat(32)}`];
  const [last] = (
    await sql<{
      id: bigint;
    }>`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash,
      rollback_proposed_by, rollback_approved_by, rolled_back_at, measured_at)
    values (${TEST_CHAIN_ID}, 1, '', '', 0, '', 'maker', 'checker', now(), now()) returning id`.execute(
      context.db,
    )
  ).rows;
  await sql`insert into chain_orphan (fork_id, chain_id, handler, tx_hash, log_index, block_number)
    select ${last?.id}::int8, ${TEST_CHAIN_ID}::int4, 'swap-pair', '0x' || lpad(to_hex(n), 64, '0'), 0, 1 from generate_series(1, 1200) n
    union all select ${last?.id}::int8, ${TEST_CHAIN_ID}::int4, 'withdrawal-paid', ${txHash}, 0, 50`.execute(
    context.db,
  );
  const paid = {
    ...deps,
    findPayment: async () => ({ memberId: 'mem_anna', coin: 'USDT', received: 7n * coin }),
  };
  const listed = await inTransaction(context.db, (tx) => showReorg({ tx, ...paid }));
  expect(listed).toMatchObject({ stage: 'booking', resend: 'open' });
  expect(listed.rows[0]).toMatchObject({ hash: txHash, amount: '7', state: 'gone' });
  expect((await take('resend', paid)).changes).toEqual([
    { what: txHash, before: 'gone', after: 'sent again' },
  ]);
  await take('book', paid);
  expect(await suspense()).toBe(before + 7n * coin);
  const { rows } = await sql`select from chain_orphan where fork_id = ${last?.id} and not booked`.execute(
    context.db,
  );
  expect(rows).toEqual([]);
  // As if it were long ago: nothing of it is left for the tests behind.
  await sql`update chain_orphan set returned_block = 2 where fork_id = ${last?.id}`.execute(context.db);
  await take('book', paid);
});

test('behavior: a payment of ours that is gone goes from suspense into the reserve, until it is sent again', async () => {
  const txHash = `0x${'9a'.repeat(32)}`;
  await mine(context, 4);
  await catchUp(context.follower());
  await sql`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash,
      rollback_proposed_by, rollback_approved_by, rolled_back_at, measured_at)
    values (${TEST_CHAIN_ID}, 1, '', '', 0, '', 'maker', 'checker', now(), now())`.execute(context.db);
  await sql`insert into chain_orphan (fork_id, chain_id, handler, tx_hash, log_index, block_number)
    select id, chain_id, 'withdrawal-paid', ${txHash}, 0, 1 from chain_fork where ended_at is null`.execute(
    context.db,
  );
  const paid = {
    ...deps,
    findPayment: async () => ({ memberId: 'mem_anna', coin: 'USDT', received: 19n * coin }),
  };
  const before = [await suspense(), await reserve()];
  const listed = await inTransaction(context.db, (tx) => showReorg({ tx, ...paid }));
  expect(listed.rows.filter(({ hash }) => hash === txHash)).toMatchObject([
    { kind: 'withdrawal-paid', userid: 'mem_anna', amount: '19', direction: 'out', state: 'gone' },
  ]);
  await take('book', paid);
  expect([await suspense(), await reserve()]).toEqual([
    (before[0] ?? 0n) + 19n * coin,
    (before[1] ?? 0n) + 19n * coin,
  ]);
  await sql`update chain_orphan set returned_block = 2 where tx_hash = ${txHash}`.execute(context.db);
  await take('book', paid);
  expect([await suspense(), await reserve()]).toEqual(before);
  // What stands at its place and says something else stays in the list when nothing is left to be booked.
  await sql`update chain_orphan set replaced_block = 7 where tx_hash = ${txHash}`.execute(context.db);
  const after = await inTransaction(context.db, (tx) => showReorg({ tx, ...paid }));
  expect(after.stage).toBe('none');
  expect(after.rows[0]).toMatchObject({ hash: txHash, state: 'back', replaced: 7 });
});
