import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceBalances } from '../asset/announce.ts';
import { balanceOf } from '../ledger/balances.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilAccounts } from '../platform/chain/test-anvil.ts';
import { addressOf, balance, mine, openAnvilContext, pay } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { sendFlood } from './test-flood.ts';

/** `OPENMERE_FLOOD=20000` for the figure of the long form; bench/floods/deposits.ts measures it. */
const count = Number(process.env['OPENMERE_FLOOD'] ?? 2_000);
/** At 20,000 the goal is 5 s on a quiet machine; the test must not need one. */
const waitMs = 15_000;

let context: AnvilContext;
let honest: MemberActor;
let victims: MemberActor[];
beforeAll(async () => {
  context = await openAnvilContext();
  honest = await addMember(context);
  victims = [await addMember(context), await addMember(context), await addMember(context)];
}, 120_000);
afterAll(() => context.close());

async function numbers() {
  const { rows } = await sql<{ groups: bigint; messages: bigint; mails: bigint }>`
    select (select count(*) from ledger.batch) as groups, (select count(*) from socket_message) as messages,
      (select count(*) from mail_outbox) as mails`.execute(context.db);
  const [row] = rows;
  return { groups: Number(row?.groups), messages: Number(row?.messages), mails: Number(row?.mails) };
}

test('behavior: an honest deposit behind a flood of tiny ones is credited at once, and the flood is a sum', async () => {
  const receivers: Hex[] = [];
  for (const victim of victims) receivers.push(await addressOf(context, victim));
  const token = context.contracts.usdt as Hex;
  const args = [await addressOf(context, honest), 100n * coin] as const;
  const behind = { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) };
  await mine(context);
  await catchUp(context.follower());
  const [before, suspense] = [await numbers(), await balanceOf(context.db, 'suspense:deposit', 'USDT')];
  const flood = { rpc: context.rpc, token, from: anvilAccounts[1], receivers, count };
  const block = await sendFlood(flood, behind);
  // Shown before it is final: the honest one alone.
  const waiting = context.follower({ confirmations: 20, onPosted: announceBalances });
  await catchUp(waiting);
  const seen = await sql<{ status: string; amount: bigint }>`select status, amount from deposit`.execute(
    context.db,
  );
  expect(seen.rows).toEqual([{ status: 'seen', amount: 100n * coin }]);
  await mine(context, 3);
  const started = performance.now();
  await catchUp(context.follower({ onPosted: announceBalances }));
  const tookMs = performance.now() - started;
  expect(await balance(context, honest.id)).toBe(100n * coin);
  expect(tookMs).toBeLessThan(waitMs);
  // One group of the journal for the whole step; nobody is told of dust.
  const after = await numbers();
  expect(after.groups - before.groups).toBe(1);
  expect(after.messages - before.messages).toBeLessThanOrEqual(4);
  expect(after.mails).toBe(before.mails);
  expect((await balanceOf(context.db, 'suspense:deposit', 'USDT')) - suspense).toBe(BigInt(count));
  // The ledger names how many the sum holds; the records have the honest one.
  const rows = await sql<{ status: string; count: bigint }>`select status, count(*) from deposit
    where block_number = ${BigInt(block)} group by status order by status`.execute(context.db);
  expect(rows.rows).toEqual([{ status: 'credited', count: 1n }]);
  const sums = await sql<{ data: { count: number } }>`select j.data from ledger.journal j
    join ledger.kind k on k.id = j.kind where k.name = 'deposit-dust'`.execute(context.db);
  expect(sums.rows).toEqual([{ data: { block, count } }]);
  const held = await sql<{ total: bigint }>`select sum(expected) as total from deposit_holding`.execute(
    context.db,
  );
  expect(held.rows[0]?.total).toBe(100n * coin + BigInt(count));
  const claimed = await sql<{ count: bigint }>`select count(*) from chain_log
    where handler = 'deposit-transfer' and block_number = ${BigInt(block)}`.execute(context.db);
  expect(claimed.rows[0]?.count).toBe(BigInt(count) + 1n);
  // Read again from the start, nothing is booked twice.
  await sql`insert into chain_rescan (chain_id, from_block, reason) values (31337, 0, 'test')`.execute(
    context.clone.connect('owner', { max: 1 }).db,
  );
  await catchUp(context.follower());
  expect((await numbers()).groups).toBe(after.groups);
  expect(await balance(context, honest.id)).toBe(100n * coin);
}, 180_000);

test('behavior: a few tiny transfers are nobody’s flood: members find them in their records, as ignored', async () => {
  const [victim] = victims;
  if (!victim) throw new Error('no victim');
  const address = await addressOf(context, victim);
  const before = await numbers();
  for (let amount = 1n; amount <= 3n; amount += 1n) await pay(context, address, amount);
  await mine(context);
  await catchUp(context.follower({ onPosted: announceBalances }));
  const rows = await sql<{ status: string; amount: bigint }>`
    select status, amount from deposit where address = ${address} order by amount`.execute(context.db);
  expect(rows.rows).toEqual([1n, 2n, 3n].map((amount) => ({ status: 'ignored', amount })));
  expect((await numbers()).messages).toBe(before.messages);
});
