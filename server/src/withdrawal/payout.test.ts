import { Fault } from '@openmere/core/kit/fault.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { clearHalt, readHalt, setHalt } from '../ledger/halt.ts';
import { freezeOutbound, lockOutboundFor, thawOutbound } from '../ledger/outbound.ts';
import { loadSanctions } from '../member/sanctions-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilAccounts } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { addPast, inChunks, request } from '../test/withdrawals.ts';
import { approveAutomatic } from './approve.ts';
import { broadcastPayouts } from './broadcast.ts';
import { decideWithdrawal } from './decide.ts';
import { showDecision } from './decision-dry-run.ts';
import { followPayouts } from './follow.ts';
import { encodePay } from './payout-chain.ts';
import { payoutIdOf } from './payout-id.ts';
import { releaseWithdrawal } from './release.ts';
import { signPayout } from './sign.ts';
import { signApproved } from './signer-loop.ts';
import { nextNonce, sumSpent } from './signer-store.ts';
import { startPayouts, testLimits } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

let context: TestContext;
let payouts: Payouts;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  first = await addOperator(context);
  second = await addOperator(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});
beforeEach(() => inTransaction(context.db, clearHalt));

const decide = (operator: TestOperator, id: string, hash?: string) =>
  inTransaction(context.db, (tx) =>
    decideWithdrawal({ tx, actor: operator }, { id, decision: 'approve', reason: 'looked at it', hash }),
  );
const statusOf = async (id: string): Promise<string | undefined> =>
  (await context.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;
const rowOf = (id: string) =>
  context.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function approved(amount = '20'): Promise<string> {
  const member = await addMember(context, { coins: Number(amount) });
  const { id } = await request(context, member, amount);
  await decide(first, id);
  if (Number(amount) >= 5000)
    await decide(second, id, (await showDecision(context, { id, action: 'approve' })).hash);
  return id;
}

/** Changes a row behind the triggers, as somebody with the database in their hands would. */
async function forge(id: string, change: ReturnType<typeof sql>): Promise<void> {
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update withdrawal set ${change} where id = ${id}`.execute(tx);
  });
}

describe('the signer', () => {
  const forgeries: [string, () => ReturnType<typeof sql>][] = [
    ['another address', () => sql`address = ${newWallet()}`],
    ['a higher amount', () => sql`amount = ${40n * oneCoin}, received = ${39n * oneCoin}`],
    ['no fee', () => sql`fee = 0, received = ${20n * oneCoin}`],
    ['another payout id', () => sql`payout_id = ${payoutIdOf('wdr_other')}`],
    ['another member', () => sql`member_id = (select id from member where inviter_id is null)`],
    ['another chain', () => sql`chain_id = 56`],
    ['another request', () => sql`request_id = gen_random_uuid()`],
    ['another coin', () => sql`coin_id = 'USDO'`],
  ];
  test.each(forgeries)('refuses: a row forged to %s', async (_name, change) => {
    const id = await approved();
    await forge(id, change());
    expect(await signPayout(payouts.signer, id)).toMatchObject({ kind: 'refused' });
    expect(await statusOf(id)).toBe('failed');
    expect(
      await context.db.selectFrom('payout').selectAll().where('withdrawal_id', '=', id).execute(),
    ).toEqual([]);
  });

  test('refuses: a row made up by the app role, right in itself but without a hold', async () => {
    const member = await addMember(context, { coins: 0 });
    const id = newId('wdr');
    const bound = await sql<{
      wallet: string;
    }>`select wallet_address as wallet from member where id = ${member.id}`.execute(context.db);
    await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
        minimum, multiple, address, decider, score, checks)
      values (${id}, ${payoutIdOf(id)}, ${member.id}, ${member.id}, gen_random_uuid(), 'USDT', 31337, ${20n * oneCoin}, ${oneCoin},
        ${19n * oneCoin}, ${oneCoin}, ${oneCoin}, ${bound.rows[0]?.wallet}, 'none', 0, '[]')`.execute(
      context.db,
    );
    await sql`update withdrawal set status = 'approved' where id = ${id}`.execute(context.db);
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'refused', reason: 'hold' });
  });

  test('refuses: 30 bad destinations, were one ever bound', async () => {
    const own = Object.values(payouts.contracts).map((address) => address.toLowerCase());
    const reserved = Array.from({ length: 15 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}`);
    const dead = `0x${'0'.repeat(36)}dead`;
    const bad = [...new Set([...own, ...reserved, dead, anvilAccounts[2]])];
    expect(bad.length).toBeGreaterThanOrEqual(27);
    for (const address of [...bad, '0x', 'nobody', `0x${'g'.repeat(40)}`]) {
      const id = await approved();
      await inTransaction(context.owner, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`alter table withdrawal drop constraint if exists withdrawal_address_check`.execute(tx);
        await sql`update withdrawal set address = ${address} where id = ${id}`.execute(tx);
      });
      const outcome = await signPayout(payouts.signer, id).catch((error: unknown) => ({
        kind: 'refused',
        error,
      }));
      expect(outcome.kind === 'refused' || outcome.kind === 'waiting', address).toBe(true);
      expect(await statusOf(id)).not.toBe('sending');
      await forge(id, sql`address = ${newWallet()}, status = 'failed', reason = 'test'`);
    }
  }, 60_000);

  test('refuses: while payouts are halted, and signs when operators lifted it', async () => {
    const id = await approved();
    await inTransaction(context.db, (tx) => setHalt(tx, { kind: 'other', subject: 'test', facts: {} }));
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'halted' });
    expect((await rowOf(id)).blocked).toBe('halted');
    await inTransaction(context.db, clearHalt);
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'skipped' });
  });

  test('refuses: what was asked for before a reset or a freeze, while the family is locked', async () => {
    const id = await approved();
    const { family_id: family } = await rowOf(id);
    await inTransaction(context.db, (tx) => lockOutboundFor(tx, family, 24));
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'locked' });
    expect((await rowOf(id)).blocked).toBe('locked');
    await inTransaction(context.db, (tx) => freezeOutbound(tx, family));
    await inTransaction(context.db, (tx) => thawOutbound(tx, family));
    // The freeze is over, the lock that was there before it is not.
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'locked' });
    const ended = sql`update ledger.outbound_lock set locked_until = now() - interval '1 microsecond' where family = ${family}`;
    await ended.execute(context.owner);
    await inTransaction(context.db, (tx) => freezeOutbound(tx, family));
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'locked' });
    await inTransaction(context.db, (tx) => thawOutbound(tx, family));
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
  });

  test('refuses: above each own cap, whatever was approved; too few approvals; clocks that differ', async () => {
    const id = await approved('6000');
    const withPolicy = (change: object) => ({
      ...payouts.signer,
      policy: { ...payouts.signer.policy, ...change },
    });
    const caps = { ...testLimits };
    for (const [cap, reason] of [
      ['perTransaction', 'cap: transaction'],
      ['perHour', 'cap: hour'],
      ['perDay', 'cap: day'],
      ['perMonth', 'cap: month'],
    ] as const) {
      const tight = withPolicy({ caps: { USDT: { ...caps, [cap]: 5998n * oneCoin } } });
      expect(await signPayout(tight, id)).toEqual({ kind: 'waiting', reason });
    }
    await inTransaction(context.owner, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from withdrawal_approval where withdrawal_id = ${id} and operator_id = ${second.id}`.execute(
        tx,
      );
    });
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'approvals' });
    const small = await approved();
    for (const hours of [-25, -1, 1, 25]) {
      const jumped = { ...payouts.signer, clock: () => new Date(Date.now() + hours * 3_600_000) };
      expect(await signPayout(jumped, small)).toEqual({ kind: 'waiting', reason: 'clock' });
    }
    expect(await signPayout(payouts.signer, small)).toEqual({ kind: 'signed' });
  });

  test('refuses: an address that came onto a list after it was approved; and everybody while no list is fresh', async () => {
    const listed = await approved();
    const { address } = await rowOf(listed);
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', address));
    expect(await signPayout(payouts.signer, listed)).toEqual({ kind: 'refused', reason: 'sanctions' });
    expect(await statusOf(listed)).toBe('failed');
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', ''));

    const id = await approved();
    const strict = { ...payouts.signer, policy: { ...payouts.signer.policy, screening: true } };
    await sql`update sanctions_source set loaded_at = now() - interval '25 hours'`.execute(context.owner);
    expect(await signPayout(strict, id)).toEqual({ kind: 'waiting', reason: 'sanctions: not checked' });
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', `0x${'66'.repeat(20)}`));
    expect(await signPayout(strict, id)).toEqual({ kind: 'signed' });
  });

  test('refuses: small payouts of one family that together pass the limits of four eyes, whatever their rows say', async () => {
    const member = await addMember(context, { coins: 400 });
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { id } = await request(context, member, '20');
      await decide(first, id);
      ids.push(id);
    }
    const tight = (change: object) => ({
      ...payouts.signer,
      policy: { ...payouts.signer.policy, ...change },
    });
    const two = tight({ twoOperatorsFrom: 60n * oneCoin });
    const kinds: string[] = [];
    for (const id of ids.slice(0, 3)) kinds.push((await signPayout(two, id)).kind);
    expect(kinds).toEqual(['signed', 'signed', 'waiting']);
    expect((await rowOf(ids[2] ?? '')).blocked).toBe('approvals');
    // The signed ones told of another family: member and address still tell.
    await forge(ids[0] ?? '', sql`family_id = 'mem_another'`);
    expect(await signPayout(two, ids[2] ?? '')).toEqual({ kind: 'waiting', reason: 'approvals' });
    expect(await signPayout(payouts.signer, ids[2] ?? '')).toEqual({ kind: 'signed' });
    await inTransaction(context.owner, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from withdrawal_approval where withdrawal_id = any(${ids}::text[])`.execute(tx);
    });
    const one = tight({ oneOperatorAbove: 79n * oneCoin });
    expect(await signPayout(one, ids[3] ?? '')).toEqual({ kind: 'waiting', reason: 'approvals' });
    expect(await signPayout(tight({ oneOperatorAbove: 80n * oneCoin }), ids[3] ?? '')).toEqual({
      kind: 'signed',
    });
  });

  test('refuses: what the treasury cannot cover together with what is already signed', async () => {
    const signed = await approved();
    const next = await approved();
    expect(await signPayout(payouts.signer, signed)).toEqual({ kind: 'signed' });
    const { rows } = await sql<{
      sum: bigint;
    }>`select sum(p.amount) as sum from payout p join withdrawal w on w.id = p.withdrawal_id
      where w.status in ('sending', 'sent')`.execute(context.db);
    const open = rows[0]?.sum ?? 0n;
    const withRoom = (room: bigint) => ({
      ...payouts.signer,
      chain: { ...payouts.chain, holdings: () => Promise.resolve(room) },
    });
    const short = withRoom(open + 19n * oneCoin - 1n);
    expect(await signPayout(short, next)).toEqual({ kind: 'waiting', reason: 'cover' });
    expect(await signPayout(withRoom(open + 19n * oneCoin), next)).toEqual({ kind: 'signed' });
  });

  test('behavior: many requests at once never pass the hourly cap', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => approved('100')));
    const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from payout`.execute(
      context.db,
    );
    const cap = (rows[0]?.sum ?? 0n) + 5n * 99n * oneCoin;
    const tight = {
      ...payouts.signer,
      policy: { ...payouts.signer.policy, caps: { USDT: { ...testLimits, perHour: cap } } },
    };
    const outcomes = await Promise.all(ids.map((id) => signPayout(tight, id)));
    expect(outcomes.filter(({ kind }) => kind === 'signed')).toHaveLength(5);
    await payouts.round();
  });
});

test('refuses: to sign while the last equal comparison of reserves is older than five minutes', async () => {
  const id = await approved();
  const compared = (age: string) =>
    sql`update reserve_check set equal_at = now() - ${age}::interval where coin_id = 'USDT'`.execute(
      context.owner,
    );
  await compared('301 seconds');
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'reserves: not compared' });
  await compared('-1 day');
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
  await payouts.round();
});

test('behavior: a hundred that must wait do not keep the next one waiting, and ask the chain nothing', async () => {
  const waiting = await inChunks(Array.from({ length: 101 }), 10, () => approved());
  const next = await approved();
  let asked = 0;
  const chain = {
    ...payouts.chain,
    dryRun: (...call: Parameters<typeof payouts.chain.dryRun>) => {
      asked += 1;
      return payouts.chain.dryRun(...call);
    },
  };
  await context.owner.updateTable('withdrawal').set({ blocked: null }).where('id', 'in', waiting).execute();
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update withdrawal set amount = 12000000000000000000000, received = 11999000000000000000000
      where id = any(${waiting}::text[])`.execute(tx);
  });
  const tight = { ...payouts.signer, chain };
  await signApproved(tight);
  expect(await statusOf(next)).toBe('sending');
  expect(asked).toBe(1);
  await payouts.round();
}, 60_000);

test('behavior: one send without an answer does not keep the others waiting, and is sent again', async () => {
  const ids = [await approved(), await approved(), await approved()];
  await signApproved(payouts.signer);
  let sends = 0;
  const chain = {
    ...payouts.chain,
    async send(raw: Hex) {
      sends += 1;
      const isFirst = sends === 1;
      const answer = await payouts.chain.send(raw);
      // The node took it, and the answer was lost.
      if (isFirst) throw new Fault('chain.unreachable', { retry: true });
      return answer;
    },
  };
  expect(await broadcastPayouts({ ...payouts.delivery, chain })).toBe(2);
  expect(await broadcastPayouts({ ...payouts.delivery, chain })).toBe(0);
  await payouts.round();
  for (const id of ids) {
    expect(await statusOf(id)).toBe('confirmed');
    expect((await payouts.paidLogs()).filter(({ payoutId }) => payoutId === payoutIdOf(id))).toHaveLength(1);
  }
});

test('property: what was signed within an hour, a day and a month, by whole hours and the rest, is the plain sum', async () => {
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
        minimum, multiple, address, status, decider, score, checks, reason)
      select 'wdr_' || lpad(n::text, 26, '0'), '0x' || lpad(n::text, 64, '0'), m.id, m.id, gen_random_uuid(), 'USDO', 31337, 20, 0, 20,
        1, 1, '0x' || repeat('a', 40), 'failed', 'none', 0, '[]', 'test'
      from generate_series(1, 400) as n, (select id from member limit 1) as m`.execute(tx);
  });
  await sql`insert into payout (withdrawal_id, chain_id, payer, nonce, treasury, token, coin_id, receiver, amount, calldata, signed_at)
    select 'wdr_' || lpad(n::text, 26, '0'), 1, '0x' || repeat('b', 40), n, '0x' || repeat('c', 40), '0x' || repeat('d', 40), 'USDO',
      '0x' || repeat('e', 40), n, '0x00', now() - (n - 3) * interval '2 hours 7 minutes'
    from generate_series(1, 400) as n`.execute(context.owner);
  const { spent } = await inTransaction(context.owner, (tx) => sumSpent(tx, 'USDO'));
  const { rows } = await sql<{ hour: bigint; day: bigint; month: bigint }>`
    select sum(amount) filter (where signed_at > now() - interval '1 hour') as hour,
      sum(amount) filter (where signed_at > now() - interval '24 hours') as day,
      sum(amount) filter (where signed_at > now() - interval '30 days') as month from payout where coin_id = 'USDO'`.execute(
    context.owner,
  );
  expect(spent).toEqual(rows[0]);
});

test('behavior: 20 approved by rule arrive as 19, and ledger and chain agree to the unit', async () => {
  const member = await addMember(context, { coins: 100 });
  await addPast(context, member);
  const asked = await request(context, member, '20');
  expect(asked).toMatchObject({
    status: 'reviewing',
    decider: 'none',
    received: '19',
    fee: '1',
    decideby: null,
  });
  const feesBefore = await balanceOf(context.db, 'fee:withdrawal', 'USDT');
  await approveAutomatic({ db: context.db });
  await payouts.round();
  const row = await rowOf(asked.id);
  expect(row.status).toBe('confirmed');
  const [paid, ...more] = (await payouts.paidLogs()).filter(
    ({ payoutId }) => payoutId === payoutIdOf(asked.id),
  );
  expect(more).toEqual([]);
  expect(paid).toMatchObject({ receiver: row.address, amount: 19n * oneCoin });
  expect(await memberBalance(context.db, member.id, 'USDT')).toEqual({
    available: 80n * oneCoin,
    held: 0n,
  });
  expect(formatAmount((await balanceOf(context.db, 'fee:withdrawal', 'USDT')) - feesBefore)).toBe('1');
  const steps = await context.db
    .selectFrom('withdrawal_step')
    .select('status')
    .where('withdrawal_id', '=', asked.id)
    .orderBy('at')
    .execute();
  expect(steps.map(({ status }) => status)).toEqual([
    'reviewing',
    'approved',
    'sending',
    'sent',
    'confirmed',
  ]);
});

test('behavior: a retry sends the same bytes; "already known" and "nonce too low" are no failures', async () => {
  const id = await approved();
  await payouts.anvil.rpc.call('evm_setAutomine', [false]);
  await signApproved(payouts.signer);
  await broadcastPayouts(payouts.delivery);
  expect(await statusOf(id)).toBe('sent');
  const attempt = await context.db
    .selectFrom('payout_attempt')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .executeTakeFirstOrThrow();
  expect((await payouts.chain.send(attempt.raw as Hex)).kind).toBe('known');
  await payouts.anvil.rpc.call('evm_setAutomine', [true]);
  await payouts.mine();
  expect((await payouts.chain.send(attempt.raw as Hex)).kind).toBe('toolow');
  await context.owner
    .updateTable('payout_delivery')
    .set({ last_sent_at: new Date(0) })
    .where('withdrawal_id', '=', id)
    .execute();
  await payouts.round();
  expect(await statusOf(id)).toBe('confirmed');
  const sends = await context.db
    .selectFrom('payout_delivery')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(sends.last_error).toBeNull();
});

test('behavior: a stuck payout gets a higher fee with the same nonce, receiver and amount, and is paid once', async () => {
  const id = await approved();
  await payouts.anvil.rpc.call('evm_setAutomine', [false]);
  await signApproved(payouts.signer);
  await broadcastPayouts(payouts.delivery);
  await followPayouts(payouts.delivery, { stuckMs: 0 });
  await signApproved(payouts.signer);
  await broadcastPayouts(payouts.delivery);
  const attempts = await context.db
    .selectFrom('payout_attempt')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .orderBy('attempt')
    .execute();
  expect(attempts).toHaveLength(2);
  expect(attempts[1]?.nonce).toBe(attempts[0]?.nonce);
  expect((attempts[1]?.max_fee ?? 0n) * 100n >= (attempts[0]?.max_fee ?? 0n) * 125n).toBe(true);
  await payouts.anvil.rpc.call('evm_setAutomine', [true]);
  await payouts.mine();
  await payouts.round();
  expect(await statusOf(id)).toBe('confirmed');
  expect((await payouts.paidLogs()).filter(({ payoutId }) => payoutId === payoutIdOf(id))).toHaveLength(1);
});

test('behavior: a Paid event that nobody ordered halts payouts', async () => {
  expect(await readHalt(context.db)).toBeUndefined();
  const id = payoutIdOf('wdr_of_nobody');
  const { treasury, usdt } = payouts.contracts;
  if (!treasury || !usdt) throw new Error('treasury and usdt are deployed');
  const data = encodePay({ id, token: usdt, to: newWallet(), amount: oneCoin });
  await payouts.anvil.rpc.call('eth_sendTransaction', [{ from: anvilAccounts[2], to: treasury, data }]);
  await payouts.mine();
  await payouts.follow();
  expect((await readHalt(context.db))?.facts['payout']).toBe(id);
});

test('refuses: to sign or to give back what the treasury has paid already (a database put back to yesterday)', async () => {
  const id = await approved();
  const row = await rowOf(id);
  const { treasury, usdt } = payouts.contracts;
  if (!treasury || !usdt) throw new Error('treasury and usdt are deployed');
  const data = encodePay({ id: payoutIdOf(id), token: usdt, to: row.address as Hex, amount: row.received });
  await payouts.anvil.rpc.call('eth_sendTransaction', [{ from: anvilAccounts[2], to: treasury, data }]);
  await payouts.mine();
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'paid-already' });
  await payouts.follow();
  const ctx = { ...payouts.delivery, db: context.db, actor: first };
  const release = releaseWithdrawal(ctx, { id, reason: 'nothing left' });
  await expect(release).rejects.toThrow('withdrawal.paidonchain');
  expect((await readHalt(context.db))?.facts['doubt']).toBe('approved');
});

test('behavior: after foreign transactions of the key nonces go on behind them, once those are final', async () => {
  const { nonce } = await context.db
    .selectFrom('payout')
    .select((eb) => eb.fn.max('nonce').as('nonce'))
    .where('payer', '=', payouts.signer.payer.address)
    .executeTakeFirstOrThrow();
  const last = Number(nonce);
  const next = (final: number, latest: number) =>
    inTransaction(context.db, (tx) => nextNonce(tx, 31337, payouts.signer.payer.address, { final, latest }));
  expect(await next(0, last)).toBe(last + 1);
  expect(await next(last, last + 1)).toBe(last + 1);
  expect(await next(last + 2, last + 3)).toBeUndefined();
  expect(await next(last + 3, last + 3)).toBe(last + 3);
  const fresh = await inTransaction(context.db, (tx) =>
    nextNonce(tx, 31337, newWallet(), { final: 3, latest: 5 }),
  );
  expect(fresh).toBe(5);
});
