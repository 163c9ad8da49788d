import { eventTopics } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../ledger/test-ledger.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { lies } from '../platform/chain/scripted-chain.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Mail } from '../platform/outbox.ts';
import { open } from '../platform/secrets-box.ts';
import { catchUp } from '../test/context.ts';
import {
  addWorth,
  desk,
  emitted,
  equityOf,
  openLiquidityContext,
  ousd,
  passAndSettle,
} from '../test/liquidity-logs.ts';
import type { LiquidityContext } from '../test/liquidity-logs.ts';
import { addMember, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { FINAL_DEPTH, happen, mineFinal } from '../test/scripted-context.ts';
import type { Emitted } from '../test/scripted-context.ts';
import { followLift } from './follow-lift.ts';
import { findLift } from './lift-store.ts';
import { liquidityHandlers } from './on-chain.ts';
import { findHolding } from './store.ts';
import type { LiquidityRecord } from './tables.ts';

let context: LiquidityContext;
beforeAll(async () => {
  context = await openLiquidityContext();
});
afterAll(() => context.close());

const lapse = Math.floor(new Date('2030-01-01').getTime() / 1000);

const recordsOf = (address: string): Promise<LiquidityRecord[]> =>
  context.db
    .selectFrom('liquidity_record')
    .selectAll()
    .where('address', '=', address as LiquidityRecord['address'])
    .orderBy('block_number')
    .orderBy('log_index')
    .execute();

async function told(person: TestMember): Promise<object[]> {
  const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
    select type, data from socket_message where member_id = ${person.id} order by seq`.execute(context.db);
  return rows.map(({ type, data }) => ({ type, ...data }));
}

const holdingOf = (address: TestMember['address']) =>
  findHolding(context.db, { chain_id: context.chain.chainId, address: address ?? '0x' });

test('refuses: a desk or OUSD that is not ours, the desk’s own redemptions, and shapes that are no events', async () => {
  const address = newWallet();
  const strange = newWallet();
  await happen(
    context,
    { ...addWorth(address, oneCoin), address: strange },
    { ...addWorth(address, oneCoin), address: ousd },
    { ...emitted('redeem', address, [1n]), address: desk },
    { ...addWorth(address, oneCoin), data: '0x' },
    emitted('redeem', desk, [5n]),
  );
  expect(await recordsOf(address)).toEqual([]);
  expect(await recordsOf(desk)).toEqual([]);
});

test('refuses: to change or forget what is final', async () => {
  const person = await addMember(context);
  await happen(context, addWorth(person.address ?? '0x', 3n));
  for (const change of [
    sql`update liquidity_record set earns = false where address = ${person.address}`,
    sql`delete from liquidity_record where address = ${person.address}`,
    sql`truncate liquidity_record cascade`,
  ]) {
    await expect(change.execute(context.owner)).rejects.toThrow();
  }
});

test('behavior: seen at once and final later under one id; the member hears both, and of the EQUITY', async () => {
  const person = await addMember(context);
  const log = addWorth(person.address ?? '0x', oneCoin);
  const follower = context.follower();
  await catchUp(follower);
  context.chain.mine([log]);
  await catchUp(follower);
  const [seen] = await recordsOf(person.address ?? '');
  expect(seen).toMatchObject({ status: 'seen', equity: 0n, member_id: null, amount: oneCoin });
  expect(await equityOf(context, person)).toBe(0n);
  expect(await holdingOf(person.address)).toBeUndefined();
  for (let block = 1; block < FINAL_DEPTH; block += 1) context.chain.mine();
  await catchUp(follower);
  const [final] = await recordsOf(person.address ?? '');
  expect(final).toMatchObject({ id: seen?.id, status: 'final', earns: true, member_id: person.id });
  expect(await equityOf(context, person)).toBe(0n);
  const { id } = final ?? {};
  expect(await told(person)).toEqual([
    { type: 'tx', kind: 'liquidity', id, hash: log.txHash, status: 'seen' },
    { type: 'tx', kind: 'liquidity', id, hash: log.txHash, status: 'final' },
  ]);
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(oneCoin);
  expect(await told(person)).toContainEqual({
    type: 'balance',
    list: [expect.objectContaining({ coinid: 'EQUITY', balance: '1' })],
  });
});

test('behavior: a reorganisation moves, changes or takes back what was only seen', async () => {
  const person = await addMember(context);
  const address = person.address ?? '0x';
  const follower = context.follower();
  const [moves, goes] = [
    addWorth(address, 5n),
    emitted('release', address, [9n], { topics: [`0x${'0'.repeat(64)}`] }),
  ];
  const twin = addWorth(address, 7n, moves.txHash);
  context.chain.mine([moves, twin, goes]);
  await catchUp(follower);
  const before = await recordsOf(address);
  expect(before.map(({ type, status, log_index }) => [type, status, log_index])).toEqual([
    ['add', 'seen', 0],
    ['add', 'seen', 1],
    ['release', 'seen', 2],
  ]);
  context.chain.unwind(1);
  // The same transaction one place on, behind a stranger's: its two logs change to places that were taken.
  context.chain.mine([addWorth(newWallet(), 1n), moves, { ...twin, data: addWorth(address, 8n).data }]);
  await catchUp(follower);
  const after = await recordsOf(address);
  expect(after.map(({ id, amount, log_index }) => [id, amount, log_index])).toEqual([
    [before[0]?.id, 5n, 1],
    [before[1]?.id, 8n, 2],
  ]);
  expect(await told(person)).toContainEqual({
    type: 'tx',
    kind: 'liquidity',
    id: before[2]?.id,
    hash: goes.txHash,
    status: 'orphaned',
  });
  context.chain.unwind(1);
  context.chain.mine();
  await catchUp(follower);
  expect(await recordsOf(address)).toEqual([]);
  mineFinal(context, []);
  await catchUp(follower);
  expect(await equityOf(context, person)).toBe(0n);
});

test('behavior: the position follows adding, removing, re-adding, release and redemption', async () => {
  const address = newWallet();
  await happen(
    context,
    emitted('add', address, [100n, 400n, 200n, oneCoin / 4n]),
    emitted('remove', address, [100n, 200n, 40n, 10n, 1n, lapse]),
    emitted('remove', address, [50n, 100n, 20n, 5n, 2n, lapse + 60]),
  );
  const held = [
    { id: 1n, amount: 10n, releaseAt: new Date(lapse * 1000) },
    { id: 2n, amount: 5n, releaseAt: new Date((lapse + 60) * 1000) },
  ];
  expect((await holdingOf(address))?.holding).toMatchObject({
    position: { lp: 50n, paidInUsdt: 25n, paidInOpen: 100n, paidInValue: 50n },
    ousdObtained: 75n,
    holds: held,
  });
  await happen(
    context,
    emitted('readd', address, [12n, 48n, 24n, oneCoin / 4n, 12n]),
    emitted('redeem', address, [30n]),
  );
  expect((await holdingOf(address))?.holding).toMatchObject({
    position: { lp: 74n, paidInUsdt: 37n, paidInOpen: 148n, paidInValue: 74n },
    holds: [{ id: 2n, amount: 3n }],
  });
  await happen(context, emitted('release', address, [3n], { topics: [`0x${'2'.padStart(64, '0')}`] }));
  expect((await holdingOf(address))?.holding.holds).toEqual([]);
  expect((await recordsOf(address)).map(({ type }) => type)).toEqual([
    'add',
    'remove',
    'remove',
    'readd',
    'redeem',
    'release',
  ]);
});

test('behavior: a log that was left out and comes late ends in the same position', async () => {
  const address = newWallet();
  const add = emitted('add', address, [100n, 400n, 200n, oneCoin / 4n]);
  const rest = [
    emitted('remove', address, [100n, 200n, 40n, 10n, 1n, lapse]),
    emitted('readd', address, [4n, 16n, 8n, oneCoin / 4n, 4n]),
  ];
  const kept = liquidityHandlers({ chainId: context.chain.chainId });
  const [handler] = kept;
  if (!handler) throw new Error('no handler');
  mineFinal(context, [add]);
  const block = context.chain.head - FINAL_DEPTH + 1;
  // What a node leaves out is never claimed: the handler does not see it.
  await catchUp(
    context.follower({ handlers: [{ ...handler, topic0: `0x${'00'.repeat(32)}`, moreTopics: [] }] }),
  );
  mineFinal(context, rest);
  await catchUp(context.follower());
  expect((await holdingOf(address))?.holding.position.lp).toBe(8n);
  await sql`insert into chain_rescan (chain_id, from_block, reason) values (${context.chain.chainId}, ${block}, 'test')`.execute(
    context.owner,
  );
  mineFinal(context, []);
  await catchUp(context.follower());
  expect((await holdingOf(address))?.holding).toMatchObject({
    position: { lp: 108n, paidInUsdt: 54n, paidInOpen: 216n },
    holds: [{ id: 1n, amount: 6n }],
    ousdObtained: 50n,
  });
});

test('behavior: killed in the middle of a step and begun anew, each log counts once', async () => {
  const person = await addMember(context);
  const logs = [11n, 13n, 17n].map((value) => addWorth(person.address ?? '0x', value));
  mineFinal(context, logs);
  const [handler] = liquidityHandlers({ chainId: context.chain.chainId });
  if (!handler) throw new Error('no handler');
  const onFinalMany: typeof handler.onFinalMany = async (tx, found) => {
    await handler.onFinalMany?.(tx, found.slice(0, 2));
    throw new Error('killed');
  };
  await expect(catchUp(context.follower({ handlers: [{ ...handler, onFinalMany }] }))).rejects.toThrow(
    'killed',
  );
  expect(await recordsOf(person.address ?? '')).toEqual([]);
  await Promise.allSettled([catchUp(context.follower()), catchUp(context.follower())]);
  await catchUp(context.follower());
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(41n);
  expect(await recordsOf(person.address ?? '')).toHaveLength(3);
});

test('property: whatever a node answers for a while, in the end records are exactly the chain’s', async () => {
  const random = seededRandom(21);
  const people = [await addMember(context), await addMember(context)];
  const said1: Emitted[] = [];
  for (const lie of lies) {
    const person = people[random(2)];
    const log = addWorth(person?.address ?? '0x', BigInt(1 + random(1_000)));
    said1.push(log);
    context.chain.lie = (method) => (method === 'eth_chainId' || random(3) > 0 ? undefined : lie);
    mineFinal(context, [log]);
    const follower = context.follower({ timeoutMs: 100 });
    for (let polls = 0; polls < 4; polls += 1) await follower.poll().catch(() => undefined);
    context.chain.lie = () => undefined;
    await catchUp(context.follower());
  }
  const state = await findChainState(context.db, context.chain.chainId);
  expect(Number(state?.number)).toBe(context.chain.head - FINAL_DEPTH + 1);
  const final = (await Promise.all(people.map((one) => recordsOf(one.address ?? '')))).flat();
  expect(final.map((one) => one.tx_hash).sort()).toEqual(said1.map((log) => log.txHash).sort());
  expect(final.every((one) => one.status === 'final')).toBe(true);
  const counted = final.reduce((sum, { amount, earns }) => (earns ? sum + amount : sum), 0n);
  await passAndSettle(context);
  const balances =
    (await equityOf(context, people[0] as TestMember)) + (await equityOf(context, people[1] as TestMember));
  expect(counted).toBe(balances);
}, 60_000);

test('behavior: a lifted hold, and its end, are told by mail to who has liquidity, in their language, once', async () => {
  const [person, other] = [await addMember(context), await addMember(context)];
  await happen(context, addWorth(person.address ?? '0x', 5n * oneCoin));
  await sql`update member set locale = 'es' where id = ${person.id}`.execute(context.owner);
  const told = async (who: TestMember): Promise<Mail[]> => {
    const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(
      context.db,
    );
    return rows
      .map(({ sealed }) => JSON.parse(open(sealed)) as Mail)
      .filter(({ to }) => to === `${who.id}@example.org`);
  };
  const said = (topic: Hex): Emitted => ({
    txHash: emitted('redeem', desk, [1n]).txHash,
    address: ousd,
    topics: [topic],
    data: `0x${'0'.repeat(64)}`,
  });
  await happen(context, said(eventTopics.paused));
  await happen(context, said(eventTopics.paused));
  await happen(context, said(eventTopics.unpaused));
  const mails = await told(person);
  expect(mails.map(({ template, locale }) => [template, locale])).toEqual([
    ['liquidity.mail.lifted', 'es'],
    ['liquidity.mail.held', 'es'],
  ]);
  expect(mails[0]?.params['time']).toMatch(/UTC$/);
  expect(await told(other)).toEqual([]);
});

test('refuses: to lift the hold by a pause that comes late, when a later block has ended it', async () => {
  const { chainId } = context.chain;
  const at = (event: 'paused' | 'unpaused', block: number, logIndex = 0): ChainLog => ({
    ...emitted('redeem', desk, [1n]),
    chainId,
    blockNumber: BigInt(block),
    blockHash: `0x${'1'.repeat(64)}`,
    blockTime: new Date(Date.UTC(2030, 0, 1, 0, block)),
    logIndex,
    topics: [eventTopics[event]],
  });
  const lift = (...logs: ChainLog[]): Promise<Date | null> =>
    inTransaction(context.db, async (tx) => {
      await followLift({ tx }, logs);
      return findLift(tx, chainId);
    });
  expect(await lift(at('unpaused', 1_020))).toBeNull();
  expect(await lift(at('paused', 1_010))).toBeNull();
  const since = new Date(Date.UTC(2030, 0, 1, 0, 1_030));
  expect(await lift(at('paused', 1_030, 2))).toEqual(since);
  expect(await lift(at('unpaused', 1_025), at('unpaused', 1_030, 1))).toEqual(since);
  expect(await lift(at('unpaused', 1_030, 3))).toBeNull();
});
