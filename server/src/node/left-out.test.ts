import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from '../platform/chain/log.ts';
import { newWallet } from '../test/people.ts';
import { happen, newHash, openScriptedContext, word } from '../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../test/scripted-context.ts';
import { nodeHandlers } from './on-chain.ts';
import { findHeld, listTouched } from './store.ts';

/** Medals whose transfers a node leaves out: blooms tell nothing, and there is no second node. */
const medal: Hex = `0x${'3d'.repeat(20)}`;
const nobody: Hex = `0x${'0'.repeat(40)}`;
let context: ScriptedContext;
beforeAll(async () => {
  context = await openScriptedContext({ medal }, nodeHandlers);
  context.chain.fullBlooms = true;
}, 60_000);
afterAll(() => context.close());

function moved(tokenId: number, from: Hex, to: Hex): Emitted {
  const topics: Hex[] = [
    eventTopics.transfer,
    formatAddressWord(from),
    formatAddressWord(to),
    `0x${word(tokenId)}`,
  ];
  return { txHash: newHash(), address: medal, topics, data: '0x' };
}

async function leaveOut(log: Emitted): Promise<void> {
  context.chain.lie = () => 'noLogs';
  await happen(context, log);
  context.chain.lie = () => undefined;
}

const heldBy = async (wallet: Hex): Promise<number | undefined> =>
  (await findHeld(context.db, context.chain.chainId, wallet))?.token_id;
/** Who held it, and how many blocks long; the chain's blocks are a second apart. */
async function storyOf(tokenId: number): Promise<[Hex, number | null][]> {
  const { rows } = await sql<{ holder: Hex; seconds: number | null }>`
    select holder, date_part('epoch', until_at - from_at)::int4 as seconds from node_holding
    where token_id = ${tokenId} order by block_number, log_index`.execute(context.db);
  return rows.map(({ holder, seconds }) => [holder, seconds]);
}

test('refuses: to stand still where an address gets a medal before it is known to have given one away', async () => {
  const [ann, ben, cyd] = [newWallet(), newWallet(), newWallet()];
  await happen(context, moved(401, nobody, ann), moved(402, nobody, ben));
  await leaveOut(moved(401, ann, cyd));
  await happen(context, moved(402, ben, ann));
  // What was left out was read again by then.
  expect([await heldBy(ann), await heldBy(ben), await heldBy(cyd)]).toEqual([402, undefined, 401]);
  expect(await storyOf(401)).toEqual([
    [ann, 3],
    [cyd, null],
  ]);
  expect(await storyOf(402)).toEqual([
    [ben, 6],
    [ann, null],
  ]);
});

test('behavior: a transfer that comes late is put between those that are known', async () => {
  const [ann, ben, cyd] = [newWallet(), newWallet(), newWallet()];
  await happen(context, moved(403, nobody, ann));
  await leaveOut(moved(403, ann, ben));
  await happen(context, moved(403, ben, cyd));
  expect([await heldBy(ann), await heldBy(ben), await heldBy(cyd)]).toEqual([undefined, undefined, 403]);
  expect(await storyOf(403)).toEqual([
    [ann, 3],
    [ben, 3],
    [cyd, null],
  ]);
});

test('refuses: to count what was lost and put right long ago for what is lost now', async () => {
  const [ann, ben] = [newWallet(), newWallet()];
  const { chainId } = context.chain;
  const [first, put, second] = [newHash(), newHash(), newHash()];
  const [old, now] = [new Date(Date.UTC(2025, 0, 1)), new Date(Date.UTC(2026, 0, 1))];
  // Sold by what is gone, put right at once; sold again a year later, which is gone now.
  await sql`insert into node_holding (chain_id, token_id, block_number, log_index, holder, tx_hash, from_at, until_at) values
    (${chainId}, 405, 10, 0, ${ben}, ${first}, ${old}, ${old}), (${chainId}, 405, 11, 9, ${ann}, ${put}, ${old}, ${now}),
    (${chainId}, 405, 99, 0, ${ben}, ${second}, ${now}, null)`.execute(context.owner);
  const taken = [first, second].map((txHash) => ({ txHash, logIndex: 0, isGone: true }));
  expect(await listTouched(context.db, chainId, taken)).toEqual([
    { token_id: 405, holder: ben, tx_hash: put, lost_at: now },
  ]);
});

test('behavior: a subscription that comes late finds who has the medal by then', async () => {
  const [ann, ben] = [newWallet(), newWallet()];
  await leaveOut(moved(404, nobody, ann));
  await happen(context, moved(404, ann, ben));
  expect([await heldBy(ann), await heldBy(ben)]).toEqual([undefined, 404]);
  expect(await storyOf(404)).toEqual([
    [ann, 3],
    [ben, null],
  ]);
});
