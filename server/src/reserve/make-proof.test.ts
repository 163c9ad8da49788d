import type { CallResult } from '@openmere/core/kit/call.ts';
import { BANK_ACCOUNT } from '@openmere/core/ledger/bank-account.ts';
import type { reserveProof, reserves } from '@openmere/core/reserve/contract.ts';
import { checkProof } from '@openmere/core/reserve/proof.ts';
import type { ProofClaim } from '@openmere/core/reserve/proof.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositHandlers } from '../deposit/on-chain.ts';
import type { MemberActor } from '../platform/actor.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { addressOf, groupPoster, mine, openAnvilContext, pay, poster } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { getReserveProof } from './get-reserve-proof.ts';
import { makeProof } from './make-proof.ts';
import { sha256 } from './proof-tree.ts';
import { showReserves } from './show-reserves.ts';

const DAY_MS = 86_400_000;
let context: AnvilContext;
const members: MemberActor[] = [];
beforeAll(async () => {
  context = await openAnvilContext();
  for (let amount = 20n; amount < 27n; amount += 1n) {
    const actor = await addMember(context);
    members.push(actor);
    await pay(context, await addressOf(context, actor), amount * coin);
  }
  await mine(context);
  const handlers = depositHandlers({ chainId: TEST_CHAIN_ID, post: groupPoster() });
  await catchUp(context.follower({ handlers }));
}, 90_000);
afterAll(() => context.close());

const make = (rpc = context.rpc) =>
  makeProof({ db: context.db, rpc, chainId: TEST_CHAIN_ID, now: new Date() });
const show = () => inTransaction(context.db, (tx) => showReserves({ tx }, {}));
const proofOf = (actor: MemberActor) => inTransaction(context.db, (tx) => getReserveProof({ tx, actor }, {}));

function claimOf(
  published: NonNullable<CallResult<typeof reserves>>,
  proof: NonNullable<CallResult<typeof reserveProof>>,
  coinid: string,
): ProofClaim {
  const own = proof.coins.find((one) => one.coinid === coinid);
  if (!own) throw new Error(`no leaf of ${coinid}`);
  const { day, chainid, block, blockhash, hash, coins } = published;
  const roots = coins.map((one) => ({ coin: one.coinid, hash: one.root, sum: one.sum, leaves: one.leaves }));
  return {
    leaf: { day: proof.day, coin: coinid, userid: proof.userid, nonce: own.nonce, amount: own.amount },
    path: own.path,
    statement: { day, chainid, block, blockhash, roots },
    hash,
  };
}

const prove = async (claim: ProofClaim) => checkProof(async (text) => sha256(text), claim);

test('refuses: to prove a day whose chain cannot be asked, and makes it anew when it can', async () => {
  const silent = {
    ...context.rpc,
    call: async (method: string, params: readonly unknown[]) => {
      if (method === 'eth_call') throw new Error('no answer');
      return context.rpc.call(method, params);
    },
  };
  await expect(make(silent)).rejects.toThrow();
  expect(await show()).toBeNull();
  expect(await proofOf(members[0] as MemberActor)).toBeNull();
});

test('behavior: what was left of a day that was not finished does not stand in the way', async () => {
  const today = Math.floor(Date.now() / 86_400_000);
  await sql`insert into reserve_leaf (day, coin_id, member_id, place, amount) values (${today}, 'USDT', 'mem_gone', 0, 5)`.execute(
    context.db,
  );
  expect(await make()).toBe('made');
  expect(await make()).toBe('nothing');
  const published = await show();
  expect(published?.coins.find(({ coinid }) => coinid === 'USDT')).toMatchObject({
    leaves: 7,
    members: '161',
  });
});

test('behavior: every member proves what they have, against what lies on chain at the same block', async () => {
  const published = await show();
  if (!published) throw new Error('nothing is published');
  for (const actor of members) {
    const proof = await proofOf(actor);
    if (!proof) throw new Error('no proof');
    const claim = claimOf(published, proof, 'USDT');
    expect(await prove(claim)).toBeUndefined();
    expect(await prove({ ...claim, leaf: { ...claim.leaf, amount: `${claim.leaf.amount}0` } })).toBe('root');
  }
  const usdt = published.coins.find(({ coinid }) => coinid === 'USDT');
  expect(usdt).toMatchObject({ members: '161', onchain: '161', setaside: '0', cold: '0' });
});

test('behavior: who has nothing of a coin has no leaf of it, and who is new has none at all', async () => {
  const stranger = await addMember(context);
  expect((await proofOf(stranger))?.coins).toEqual([]);
  expect((await proofOf(members[0] as MemberActor))?.coins.map(({ coinid }) => coinid)).toEqual(['USDT']);
});

test('refuses: a leaf below zero, whatever the program does', async () => {
  await expect(
    sql`insert into reserve_leaf (day, coin_id, member_id, place, amount) values (1, 'USDT', 'mem_x', 0, -1)`.execute(
      context.db,
    ),
  ).rejects.toThrow('reserve_leaf_not_negative');
});

test('behavior: what was moved since stands in the next day’s proof, not in this one', async () => {
  const [first] = members as [MemberActor];
  await inTransaction(context.db, (tx) =>
    poster()(tx, {
      key: 'moved',
      kind: 'transfer',
      reference: 'moved',
      actor: `member:${first.id}`,
      postings: [
        { source: `member:${first.id}:available`, destination: 'fee:transfer', asset: 'USDT', amount: coin },
      ],
    }),
  );
  const published = await show();
  const proof = await proofOf(first);
  if (!published || !proof) throw new Error('nothing is published');
  expect(await prove(claimOf(published, proof, 'USDT'))).toBeUndefined();
  expect(proof.coins[0]?.amount).toBe(String(20n * coin));
});

test('behavior: what was credited from a bank is held there, as we declare it, and neither on chain nor missing', async () => {
  const [first] = members as [MemberActor];
  await inTransaction(context.db, (tx) =>
    poster()(tx, {
      key: 'fiat:credited',
      kind: 'deposit',
      reference: 'credited',
      actor: 'system:fiat',
      postings: [
        {
          source: BANK_ACCOUNT,
          destination: `member:${first.id}:available`,
          asset: 'USDT',
          amount: (3n * coin) / 2n,
        },
      ],
    }),
  );
  await sql`update business_clock set offset_ms = ${DAY_MS}, target_ms = ${DAY_MS}`.execute(context.owner);
  const earlier = await show();
  expect(await make()).toBe('made');
  const published = await show();
  // One of the 161 went as a fee before: what members have and what is set aside is what is held.
  expect(published?.coins.find(({ coinid }) => coinid === 'USDT')).toMatchObject({
    members: '161.5',
    setaside: '1',
    onchain: '161',
    cold: '0',
    bank: '1.5',
  });
  expect(published?.coins.filter(({ bank }) => bank !== '0')).toHaveLength(1);
  expect(earlier?.coins.map(({ bank }) => bank)).toEqual(earlier?.coins.map(() => '0'));
});

test('behavior: POY is in a tree of its own, held by the USDT that is reserved for it', async () => {
  const [first] = members as [MemberActor];
  await inTransaction(context.db, (tx) =>
    poster()(tx, {
      key: 'poy',
      kind: 'reward-claim',
      reference: 'poy',
      actor: 'system:reward',
      postings: [
        { source: 'world', destination: `member:${first.id}:available`, asset: 'POY', amount: coin / 2n },
        { source: 'fee:transfer', destination: 'pool:poy', asset: 'USDT', amount: coin / 2n },
      ],
    }),
  );
  await sql`update business_clock set offset_ms = ${2 * DAY_MS}, target_ms = ${2 * DAY_MS}`.execute(
    context.owner,
  );
  expect((await show())?.coins.find(({ coinid }) => coinid === 'POY')).toMatchObject({ leaves: 0, root: '' });
  expect(await make()).toBe('made');
  const [published, proof] = [await show(), await proofOf(first)];
  if (!published || !proof) throw new Error('nothing is published');
  expect(published.coins.find(({ coinid }) => coinid === 'POY')).toMatchObject({
    leaves: 1,
    members: '0.5',
    setaside: '0.5',
    onchain: '0',
    bank: '0',
  });
  expect(await prove(claimOf(published, proof, 'POY'))).toBeUndefined();
  expect(await prove(claimOf(published, proof, 'USDT'))).toBeUndefined();
});
