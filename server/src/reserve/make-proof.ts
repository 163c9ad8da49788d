import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { dayOf } from '@openmere/core/kit/day.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { BANK_ACCOUNT } from '@openmere/core/ledger/bank-account.ts';
import type { CoinId } from '@openmere/core/money/coin.ts';
import { statementText } from '@openmere/core/reserve/proof.ts';
import type { ProofLeaf, ProofNode } from '@openmere/core/reserve/proof.ts';
import { balanceOf, listMembersOf, setAsideTotals } from '../ledger/balances.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import { inSnapshot, inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import { readSettings } from '../setting/read.ts';
import { bookedCold, measureCold } from './cold.ts';
import { measureBooks, readBooks } from './look.ts';
import type { Books } from './look.ts';
import { findProof, insertLeaves, insertLevel, insertProof, removeLeaves } from './proof-store.ts';
import type { ProvedCoin } from './proof-store.ts';
import { levelsOf, sha256 } from './proof-tree.ts';

export type MakeProofDeps = { db: Db; rpc: Rpc; chainId: number };

/** Days of which members can have their leaf. */
const PROOF_DAYS = 30;

type OfCoin = Pick<ProvedCoin, 'coin' | 'setAside' | 'bank'> & {
  coldBooked: bigint;
  members: { memberId: string; amount: bigint }[];
};
type Taken = { books: Books; coins: OfCoin[] };

/**
 * Proves once a business day that what members have is covered (rulebook §0.2): balances and the follower's block of one snapshot
 * of the database, and what the chain holds at exactly that block; of what was swept to the cold address no more counts than lies
 * there. Its row is written last: whatever ended the process before, the
 * day is made anew. Answers what there was to do: `nothing` when the day is there, `later` while the follower catches up.
 */
export async function makeProof(
  ctx: Pick<Ctx, 'now'> & MakeProofDeps,
): Promise<'made' | 'nothing' | 'later'> {
  const { db, rpc, chainId, now } = ctx;
  const day = dayOf((await businessNow(db)).getTime());
  if (await findProof(db, day)) return 'nothing';
  const taken = await inSnapshot(db, (tx) => take(tx, chainId));
  if (!taken) return 'later';
  const { books, coins } = taken;
  const { checks } = await measureBooks(rpc, books, now);
  const cold = await measureCold(rpc, books);
  await removeLeaves(db, { day, keptFrom: day - PROOF_DAYS + 1 });
  const proved: ProvedCoin[] = [];
  for (const one of coins) {
    const check = checks.find(({ coin }) => coin === one.coin);
    const coldChain = cold.balances.get(one.coin) ?? 0n;
    const root = await keepTree(db, day, one);
    proved.push({
      coin: one.coin,
      leaves: one.members.length,
      root: root?.hash ?? '',
      members: BigInt(root?.sum ?? 0),
      setAside: one.setAside,
      onChain: check?.chain ?? 0n,
      cold: one.coldBooked < coldChain ? one.coldBooked : coldChain,
      coldBooked: one.coldBooked,
      coldChain,
      bank: one.bank,
      addresses: check?.addresses ?? 0,
    });
  }
  const { number: block, hash: blockHash } = books.at;
  const facts = { day, chainId, block, blockHash };
  const proof = {
    ...facts,
    takenAt: now,
    treasury: books.treasury,
    coldAddress: cold.address,
    hash: sha256(statementText(statementOf(facts, proved))),
  };
  await inTransaction(db, (tx) => insertProof(tx, proof, proved));
  return 'made';
}

/** What is reserved for POY, in USDT. */
const POY_RESERVE: AccountName = 'pool:poy';

/** What members have, and how far the follower came, in one snapshot. */
async function take(tx: Tx, chainId: number): Promise<Taken | undefined> {
  const books = await readBooks({ tx }, { chainId });
  if (!books) return undefined;
  const { chainContracts } = await readSettings(tx);
  const setAside = await setAsideTotals(tx);
  const coins: OfCoin[] = [];
  for (const { coin } of reserveTokens(chainContracts)) {
    coins.push({
      coin,
      setAside: setAside.get(coin) ?? 0n,
      coldBooked: await bookedCold({ tx }, coin),
      bank: -(await balanceOf(tx, BANK_ACCOUNT, coin)),
      members: await listMembersOf(tx, coin),
    });
  }
  // No chain knows it, and it is owed: one USDT each, out of what is set aside (rulebook §2).
  coins.push({
    coin: 'POY',
    setAside: await balanceOf(tx, POY_RESERVE, 'USDT'),
    coldBooked: 0n,
    bank: 0n,
    members: await listMembersOf(tx, 'POY'),
  });
  // As the calls list them, and as the statement is hashed.
  return { books, coins: coins.toSorted((one, other) => (one.coin < other.coin ? -1 : 1)) };
}

/** UTC, `2026-05-04`. */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** What only the member and we know of a leaf: without it a leaf says nothing about anybody. */
export const nonceOf = (day: number, coin: CoinId, memberId: string): string =>
  fingerprint(`reserve-leaf:${day}:${coin}:${memberId}`);

export function statementOf(
  facts: { day: number; chainId: number; block: bigint; blockHash: string },
  coins: readonly ProvedCoin[],
): Parameters<typeof statementText>[0] {
  return {
    day: dayText(facts.day),
    chainid: facts.chainId,
    block: Number(facts.block),
    blockhash: facts.blockHash,
    roots: coins.map(({ coin, root, members, leaves }) => ({
      coin,
      hash: root,
      sum: String(members),
      leaves,
    })),
  };
}

/** Keeps leaves and nodes of a coin; answers the root. In the order of the nonces, so that a place tells nothing. */
async function keepTree(db: Db, day: number, { coin, members }: OfCoin): Promise<ProofNode | undefined> {
  const ordered = members
    .map((member) => ({ ...member, nonce: nonceOf(day, coin, member.memberId) }))
    .sort((one, other) => (one.nonce < other.nonce ? -1 : 1));
  const leaves = ordered.map(({ memberId, amount }, place) => ({ memberId, amount, place }));
  await insertLeaves(db, { day, coin, leaves });
  const hashed = ordered.map(({ memberId, amount, nonce }): ProofLeaf => ({
    day: dayText(day),
    coin,
    userid: memberId,
    nonce,
    amount: String(amount),
  }));
  let level = 0;
  let top: ProofNode[] = [];
  for await (const nodes of levelsOf(hashed)) {
    await insertLevel(db, { day, coin, level }, nodes);
    level += 1;
    top = nodes;
  }
  return top[0];
}
