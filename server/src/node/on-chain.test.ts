import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { deps, equityOf } from '../test/liquidity-logs.ts';
import { addMember, newWallet, setBarred } from '../test/people.ts';
import { happen, mineAt, newHash, openScriptedContext, settle, word } from '../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../test/scripted-context.ts';
import { grantNodeEquity } from './grant-equity.ts';
import { nodeHandlers } from './on-chain.ts';
import { findHeld } from './store.ts';
import { countNodes, listMedalWeights } from './weight-store.ts';

const medal: Hex = `0x${'3d'.repeat(20)}`;
const nobody: Hex = `0x${'0'.repeat(40)}`;
const DAY = 86_400;

let context: ScriptedContext;
beforeAll(async () => {
  context = await openScriptedContext({ medal }, nodeHandlers);
}, 60_000);
afterAll(() => context.close());

function moved(tokenId: number, from: Hex, to: Hex, address: Hex = medal): Emitted {
  const topics: Hex[] = [
    eventTopics.transfer,
    formatAddressWord(from),
    formatAddressWord(to),
    `0x${word(tokenId)}`,
  ];
  return { txHash: newHash(), address, topics, data: '0x' };
}

const held = (holder: Hex) => findHeld(context.db, context.chain.chainId, holder);
const grant = () => grantNodeEquity({ ...deps, db: context.db, chainId: context.chain.chainId });

test('refuses: other contracts, ERC-20 transfers, ids that are no medals, and medals that were never subscribed', async () => {
  const wallet = newWallet();
  await happen(
    context,
    moved(1, nobody, wallet, newWallet()),
    {
      ...moved(1, nobody, wallet),
      topics: moved(1, nobody, wallet).topics.slice(0, 3),
      data: `0x${word(1)}`,
    },
    moved(801, nobody, wallet),
    moved(0, nobody, wallet),
    moved(2, newWallet(), wallet),
  );
  expect(await held(wallet)).toBeUndefined();
});

test('refuses: to change or forget who held what', async () => {
  await happen(context, moved(90, nobody, newWallet()));
  for (const change of [
    sql`update node_medal set type = 'gold' where token_id = 90`,
    sql`update node_holding set holder = ${newWallet()} where token_id = 90`,
    sql`delete from node_holding where token_id = 90`,
    sql`truncate node_medal cascade`,
  ])
    await expect(change.execute(context.owner)).rejects.toThrow('node_');
});

test('behavior: a medal gives EQUITY once, to whom it was subscribed for, whatever hands it goes through', async () => {
  const [ann, ben] = [await addMember(context), await addMember(context)];
  await happen(context, moved(1, nobody, ann.address ?? '0x'));
  await grant();
  await grant();
  expect(await equityOf(context, ann)).toBe(5000n * oneCoin);
  await happen(context, moved(1, ann.address ?? '0x', ben.address ?? '0x'));
  await grant();
  expect(await held(ann.address ?? '0x')).toBeUndefined();
  expect(await held(ben.address ?? '0x')).toMatchObject({
    token_id: 1,
    type: 'genesis',
    equity_member: ann.id,
  });
  expect(await equityOf(context, ben)).toBe(0n);
  expect(await countNodes(context.db, [ann.id, ben.id])).toEqual(
    new Map([[ben.id, { genesis: 1, gold: 0, diamond: 0 }]]),
  );
  const { rows } = await sql<{ data: object }>`
    select data from socket_message where member_id = ${ann.id} and type = 'node' order by seq`.execute(
    context.db,
  );
  expect(rows.map(({ data }) => data)).toMatchObject([
    { kind: 'medal', tokenid: 1, held: true },
    { kind: 'medal', tokenid: 1, held: false },
  ]);
});

test('behavior: a subscription is a use of who gets the medal, by its price and the weight that nodes have; a sale is none', async () => {
  const [none, ann, ben] = [await addMember(context), await addMember(context), await addMember(context)];
  await happen(context, moved(110, nobody, none.address ?? '0x'));
  await inTransaction(context.owner, (tx) =>
    writeSetting({ tx }, { name: 'teamWeightNode', text: '5000', changedBy: 'installation' }),
  );
  await happen(context, moved(111, nobody, ann.address ?? '0x'));
  await happen(context, moved(111, ann.address ?? '0x', ben.address ?? '0x'));
  const { rows } = await sql<object>`
    select member_id as id, kind, amount from performance_day
    where member_id = any(${[none.id, ann.id, ben.id]}::text[])`.execute(context.db);
  expect(rows).toEqual([{ id: ann.id, kind: 'node', amount: 1_000n * oneCoin }]);
});

test('behavior: EQUITY waits for the wallet to be somebody’s, and passes over who may only leave', async () => {
  const [later, leaver] = [newWallet(), await addMember(context, { exitOnly: true })];
  const barred = await addMember(context, { country: 'GB' });
  await happen(context, moved(301, nobody, later), moved(302, nobody, leaver.address ?? '0x'));
  await happen(context, moved(304, nobody, barred.address ?? '0x'));
  await setBarred(context, 'CN,US,GB');
  await grant();
  expect(await equityOf(context, barred)).toBe(0n);
  await setBarred(context, 'CN,US');
  const person = await addMember(context, { wallet: later });
  await grant();
  expect(await equityOf(context, person)).toBe(1000n * oneCoin);
  expect(await equityOf(context, leaver)).toBe(0n);
  expect(await equityOf(context, barred)).toBe(1000n * oneCoin);
});

test('behavior: the week of a medal that is sold on Wednesday is shared; bought right before the end it weighs minutes', async () => {
  const [ann, ben, cyd] = [await addMember(context), await addMember(context), newWallet()];
  const monday = Math.floor(new Date('2032-01-05T00:00:00Z').getTime() / 1000);
  mineAt(context, monday - 3 * DAY, [moved(101, nobody, ann.address ?? '0x')]);
  mineAt(context, monday + 2 * DAY, [moved(101, ann.address ?? '0x', ben.address ?? '0x')]);
  mineAt(context, monday + 7 * DAY - 60, [moved(303, nobody, cyd)]);
  mineAt(context, monday + 7 * DAY, []);
  await settle(context);
  const period = { from: new Date(monday * 1000), to: new Date((monday + 7 * DAY) * 1000) };
  const weights = await inTransaction(context.db, (tx) => listMedalWeights(tx, period));
  const of = (address: string | null) => weights.find((one) => one.address === address);
  expect(of(ann.address)).toMatchObject({ memberId: ann.id, weight: BigInt(2 * DAY * 1000 * 2) });
  expect(of(ben.address)).toMatchObject({ memberId: ben.id, weight: BigInt(5 * DAY * 1000 * 2) });
  expect(of(cyd)).toMatchObject({ memberId: null, weight: 60_000n });
});
