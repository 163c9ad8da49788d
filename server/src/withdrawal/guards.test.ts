import { withdrawalStatuses, canMove } from '@openmere/core/withdrawal/state.ts';
import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const hash = (fill: string) => `0x${fill.repeat(64).slice(0, 64)}`;
let nonce = 0n;

/** A withdrawal in a given state, with everything that its state must rest on, put there beside the triggers. */
async function place(status: WithdrawalStatus): Promise<string> {
  const member = await addMember(context, { coins: 20 });
  const { id } = await request(context, member, '20');
  nonce += 1n;
  const own = nonce;
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into payout (withdrawal_id, chain_id, payer, nonce, treasury, token, coin_id, receiver, amount, calldata)
      values (${id}, 31337, ${hash('1').slice(0, 42)}, ${own}, ${hash('2').slice(0, 42)}, ${hash('3').slice(0, 42)}, 'USDT',
        ${hash('4').slice(0, 42)}, 1, '0x00')`.execute(tx);
    await sql`insert into payout_attempt (withdrawal_id, nonce, attempt, raw, tx_hash, gas_limit, max_fee, priority_fee)
      values (${id}, ${own}, 0, '0x00', ${hash(own.toString(16).padStart(4, '0'))}, 1, 1, 1)`.execute(tx);
    await sql`insert into payout_outcome (withdrawal_id, outcome, tx_hash, final_block)
      values (${id}, 'reverted', ${hash('c')}, 1)`.execute(tx);
    await sql`update withdrawal set status = ${status}, decider = 'none', reason = 'because',
      paid_tx = ${status === 'confirmed' ? hash('9') : null}, paid_block = ${status === 'confirmed' ? 1 : null}
      where id = ${id}`.execute(tx);
  });
  return id;
}

test('refuses: every pair of states outside the graph, as owner of the tables; all inside pass', async () => {
  for (const from of withdrawalStatuses) {
    for (const to of withdrawalStatuses) {
      if (from === to) continue;
      const id = await place(from);
      const paid =
        to === 'confirmed' ? { paid_tx: hash('8'), paid_block: 2n } : { paid_tx: null, paid_block: null };
      const move = context.owner
        .updateTable('withdrawal')
        .set({ status: to, ...paid })
        .where('id', '=', id)
        .execute();
      if (canMove(from, to)) await move;
      else await expect(move, `${from} → ${to}`).rejects.toThrow(/does not lead to/);
    }
  }
}, 60_000);

test('refuses: as the app, everything that only the signer, a trigger or nobody may write', async () => {
  const id = await place('approved');
  const forged = [
    sql`insert into payout (withdrawal_id, chain_id, payer, nonce, treasury, token, coin_id, receiver, amount, calldata)
      select withdrawal_id, chain_id, payer, nonce + 1000, treasury, token, coin_id, receiver, amount, calldata from payout`,
    sql`insert into payout_attempt select withdrawal_id, nonce, attempt + 1, raw, ${hash('f')}, 1, 1, 1 from payout_attempt`,
    sql`update payout set receiver = ${hash('5').slice(0, 42)}`,
    sql`update payout_attempt set raw = '0x01'`,
    sql`delete from payout_attempt`,
    sql`delete from withdrawal`,
    sql`truncate withdrawal cascade`,
    sql`insert into withdrawal_step (withdrawal_id, status) values (${id}, 'sent')`,
    sql`update withdrawal set amount = amount * 2, received = received * 2, fee = fee * 2 where id = ${id}`,
    sql`update withdrawal set address = ${hash('6').slice(0, 42)} where id = ${id}`,
    sql`update withdrawal set member_id = member_id where id = ${id}`,
    sql`update withdrawal_approval set decision = 'approve'`,
    sql`delete from withdrawal_approval`,
    sql`update payout_outcome set outcome = 'mined'`,
    sql`update payout_look set finding = 'other'`,
    sql`delete from payout_look`,
    sql`insert into payout_void (withdrawal_id, reason) values (${id}, 'never signed')`,
    sql`delete from withdrawal_release`,
    sql`update member set wallet_address = ${hash('7').slice(0, 42)} where wallet_address is not null`,
  ];
  for (const statement of forged) await expect(statement.execute(context.db)).rejects.toThrow();
});

test('refuses: as the signer, everything but signed bytes and its two moves', async () => {
  const signer = context.clone.connect('signer');
  const id = await place('approved');
  const forged = [
    sql`update withdrawal set amount = amount where id = ${id}`,
    sql`update withdrawal set decider = 'none' where id = ${id}`,
    sql`update withdrawal set released_at = now() where id = ${id}`,
    sql`insert into withdrawal_approval (withdrawal_id, operator_id, decision, reason) values (${id}, 'opr_x', 'approve', 'because')`,
    sql`update payout set amount = 1`,
    sql`delete from payout`,
    sql`select email from member`,
    sql`update member set wallet_address = null`,
    sql`select * from operator`,
    sql`select hash from pay_password`,
    sql`select * from auth_session`,
    sql`insert into ledger.halt (kind, subject, facts) values ('other', 'no', '{}')`,
    sql`select ledger.end_halt(1, 'no')`,
    sql`insert into withdrawal_release (withdrawal_id, operator_id, reason) values (${id}, 'opr_x', 'because')`,
    sql`insert into payout_look (withdrawal_id, block_number, block_hash, finding) values (${id}, 1, ${hash('1')}, 'other')`,
  ];
  for (const statement of forged)
    await expect(statement.execute(signer.db)).rejects.toThrow(/permission denied/);
});

test('refuses: as owner, changing what was asked for, an easier decider, giving back twice, failing a payout that may live', async () => {
  const reviewing = await place('reviewing');
  const failed = await place('failed');
  const db = context.owner;
  const release = sql`update withdrawal set released_at = now() where id = ${failed}`;
  await expect(release.execute(db)).rejects.toThrow(/two operators/);
  for (let count = 0; count < 2; count += 1) {
    const { id } = await addOperator(context);
    await sql`insert into withdrawal_release (withdrawal_id, operator_id, reason) values (${failed}, ${id}, 'because')`.execute(
      db,
    );
    if (count === 0) await expect(release.execute(db)).rejects.toThrow(/two operators/);
  }
  await release.execute(db);
  await sql`update withdrawal set decider = 'twooperators' where id = ${reviewing}`.execute(db);
  const refused = [
    sql`update withdrawal set address = ${hash('6').slice(0, 42)} where id = ${reviewing}`,
    sql`update withdrawal set payout_id = ${hash('6')} where id = ${reviewing}`,
    sql`update withdrawal set decider = 'none' where id = ${reviewing}`,
    sql`update withdrawal set score = 0 where id = ${reviewing}`,
    sql`update withdrawal set checks = '[]' where id = ${failed}`,
    sql`update withdrawal set status = 'approved' where id = ${reviewing}`,
    sql`update withdrawal set status = 'confirmed', paid_tx = ${hash('8')}, paid_block = 2 where id = ${failed}`,
    sql`insert into withdrawal_release (withdrawal_id, operator_id, reason) values (${reviewing}, 'opr_x', 'because')`,
    sql`update withdrawal set released_at = null where id = ${failed}`,
    sql`update withdrawal set released_at = now() where id = ${reviewing}`,
    sql`insert into withdrawal_approval (withdrawal_id, operator_id, decision, reason) values (${failed}, 'opr_x', 'approve', 'because')`,
  ];
  for (const statement of refused) await expect(statement.execute(db)).rejects.toThrow();
});

test('refuses: amounts that are no whole multiple, do not add up, or are nothing (I15)', async () => {
  const member = await addMember(context, { coins: 20 });
  const insert = (amount: bigint, fee: bigint, received: bigint) =>
    sql`
    insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received, minimum,
      multiple, address, decider, score, checks)
    values (${newId('wdr')}, ${hash('e')}, ${member.id}, ${member.id}, gen_random_uuid(), 'USDT', 31337, ${amount}, ${fee},
      ${received}, 20, 20, ${hash('a').slice(0, 42)}, 'none', 0, '[]')`.execute(context.db);
  for (const [amount, fee, received] of [
    [0n, 0n, 0n],
    [-20n, 0n, -20n],
    [19n, 1n, 18n],
    [21n, 1n, 20n],
    [20n, 1n, 20n],
    [20n, -1n, 21n],
    [20n, 20n, 0n],
  ] as const) {
    await expect(insert(amount, fee, received)).rejects.toThrow(/constraint/);
  }
  await insert(40n, 1n, 39n);
});

test('refuses: an end without five looks by the same transaction over two blocks; signing what was given up', async () => {
  const db = context.owner;
  const member = await addMember(context, { coins: 20 });
  const { id } = await request(context, member, '20');
  nonce += 1n;
  const own = nonce;
  const payout = (of: string, at: bigint) => sql`
    insert into payout (withdrawal_id, chain_id, payer, nonce, treasury, token, coin_id, receiver, amount, calldata)
    values (${of}, 31337, ${hash('1').slice(0, 42)}, ${at}, ${hash('2').slice(0, 42)}, ${hash('3').slice(0, 42)}, 'USDT',
      ${hash('4').slice(0, 42)}, 1, '0x00')`;
  await payout(id, own).execute(db);
  const look = (tx: string, block: number) =>
    sql`
    insert into payout_look (withdrawal_id, block_number, block_hash, finding, tx_hash, tx_block)
    values (${id}, ${block}, ${hash('1')}, 'reverted', ${tx}, 1)`.execute(db);
  const end = () =>
    sql`insert into payout_outcome (withdrawal_id, outcome, tx_hash, final_block)
      values (${id}, 'reverted', ${hash('a')}, 9)`.execute(db);
  for (let count = 0; count < 4; count += 1) await look(hash('a'), 5 + count);
  await look(hash('b'), 20);
  await expect(end()).rejects.toThrow(/4 looks over 3 blocks prove nothing/);
  await look(hash('a'), 8);
  await end();
  await expect(
    sql`insert into payout_void (withdrawal_id, reason) values (${id}, 'never signed')`.execute(db),
  ).rejects.toThrow(/it was signed/);
  const other = await place('reviewing');
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from payout_attempt where withdrawal_id = ${other}`.execute(tx);
    await sql`delete from payout_outcome where withdrawal_id = ${other}`.execute(tx);
    await sql`delete from payout where withdrawal_id = ${other}`.execute(tx);
  });
  await sql`insert into payout_void (withdrawal_id, reason) values (${other}, 'never signed')`.execute(db);
  await expect(payout(other, own + 500n).execute(db)).rejects.toThrow(/given up/);
});
