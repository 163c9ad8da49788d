import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { listLooks } from './look-store.ts';
import type { LookedAt } from './look.ts';
import { findPayout, listHashes } from './payout-store.ts';
import { readProofPolicy } from './proof-policy.ts';
import { currentLooks, isProved } from './proof.ts';
import type { ProofPolicy } from './proof.ts';
import type { Payout, PayoutAgainAttemptTable, Withdrawal } from './tables.ts';
import { findWithdrawal } from './withdrawal-store.ts';

/** A payout that was paid in a block that is gone, by the hash that paid it and its bytes, with all that its end is read by. */
export type LostPayout = LookedAt & { paidBy: Hex; raw: Hex };

/** Those among the transactions that were payouts of ours, by nonce. Index payout_attempt_tx_hash_key. */
export async function listLostPayouts(db: Db | Tx, hashes: readonly string[]): Promise<LostPayout[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<LostPayout>`
    select p.withdrawal_id as id, p.chain_id, p.payer, p.nonce, a.tx_hash as "paidBy", a.raw,
      array(select o.tx_hash from payout_attempt o where o.withdrawal_id = p.withdrawal_id order by o.attempt desc) as hashes
    from payout_attempt a join payout p on p.withdrawal_id = a.withdrawal_id
    where a.tx_hash = any(${hashes}::text[]) order by p.nonce`.execute(db);
  return rows;
}

/** Where a new signature stands: nothing proved · proved that the first one is impossible · wanted by two · signed. */
export type AgainState =
  | { kind: 'none' }
  | { kind: 'proved' | 'asked'; takenBy: Hex }
  | { kind: 'signed'; takenBy: Hex; txHash: Hex; raw: Hex };

export async function findAgain(db: Db | Tx, id: string, policy: ProofPolicy): Promise<AgainState> {
  const row = await db
    .selectFrom('payout_again as g')
    .leftJoin('payout_again_attempt as a', 'a.withdrawal_id', 'g.withdrawal_id')
    .select(['g.taken_by', 'a.tx_hash', 'a.raw'])
    .where('g.withdrawal_id', '=', id)
    .executeTakeFirst();
  if (row?.tx_hash && row.raw) {
    return { kind: 'signed', takenBy: row.taken_by as Hex, txHash: row.tx_hash as Hex, raw: row.raw as Hex };
  }
  if (row) return { kind: 'asked', takenBy: row.taken_by as Hex };
  const looks = currentLooks(await listLooks(db, id));
  const takenBy = looks.at(-1)?.tx_hash;
  return isProved(looks, policy) && takenBy ? { kind: 'proved', takenBy: takenBy as Hex } : { kind: 'none' };
}

export async function askAgain(
  tx: Tx,
  id: string,
  takenBy: Hex,
  by: { maker: string; checker: string },
): Promise<void> {
  await tx
    .insertInto('payout_again')
    .values({ withdrawal_id: id, proposed_by: by.maker, approved_by: by.checker, taken_by: takenBy })
    .execute();
}

/** Ids that two operators want signed once more and that are not. */
export async function listToSignAgain(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_again as g')
    .leftJoin('payout_again_attempt as a', 'a.withdrawal_id', 'g.withdrawal_id')
    .select('g.withdrawal_id')
    .where('a.withdrawal_id', 'is', null)
    .orderBy('g.withdrawal_id')
    .execute();
  return rows.map(({ withdrawal_id }) => withdrawal_id);
}

/** The confirmed withdrawal of a payout that was signed once more, by a transaction that paid it before. */
export function findPaidAgain(db: Db | Tx, txHash: Hex) {
  return db
    .selectFrom('payout_attempt as a')
    .innerJoin('payout_again as g', 'g.withdrawal_id', 'a.withdrawal_id')
    .innerJoin('withdrawal as w', 'w.id', 'a.withdrawal_id')
    .select(['w.member_id', 'w.coin_id', 'w.received'])
    .where('a.tx_hash', '=', txHash)
    .where('w.status', '=', 'confirmed')
    .executeTakeFirst();
}

/** Its place in the signer's journal, beside the first signature. */
export function againKey(id: string): string {
  return `${id} again`;
}

/** All that were signed once more; there are few. */
export function listSignedAgain(db: Db) {
  return db
    .selectFrom('payout_again_attempt')
    .select(['withdrawal_id as id', 'payer', 'nonce', 'raw', 'tx_hash as hash'])
    .orderBy('nonce')
    .execute();
}

/** What the signer is asked for: the withdrawal, its first payout, and who used its nonce. */
export type AskedAgain = { row: Withdrawal; payout: Payout; takenBy: string; hashes: string[] };

/** Undefined where nobody asks, or it is signed. */
export async function findAskedAgain(db: Db, id: string): Promise<AskedAgain | undefined> {
  const again = await db
    .selectFrom('payout_again as g')
    .leftJoin('payout_again_attempt as a', 'a.withdrawal_id', 'g.withdrawal_id')
    .select(['g.taken_by', 'a.tx_hash'])
    .where('g.withdrawal_id', '=', id)
    .executeTakeFirst();
  if (!again || again.tx_hash !== null) return undefined;
  const row = await findWithdrawal(db, id);
  const payout = await findPayout(db, id);
  if (!row || !payout) throw new Error(`${id} is to be signed again and was never signed`);
  return { row, payout, takenBy: again.taken_by, hashes: await listHashes(db, id) };
}

/** The transaction of the withdrawal's second signature; undefined where there is none. */
export async function findSignedAgain(db: Db | Tx, withdrawalId: string): Promise<Hex | undefined> {
  const again = await db
    .selectFrom('payout_again_attempt')
    .select('tx_hash')
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirst();
  return again?.tx_hash as Hex | undefined;
}

export async function storeAgain(tx: Tx, attempt: Omit<PayoutAgainAttemptTable, 'signed_at'>): Promise<void> {
  await tx.insertInto('payout_again_attempt').values(attempt).execute();
}

/** What the way out of a reorganisation needs of payouts (reserve/losses.ts): given to it in app/routes.ts. */
export function payoutsAgain(dev: boolean) {
  return {
    async find(tx: Db | Tx, paidBy: Hex): Promise<(AgainState & { id: string }) | undefined> {
      const [lost] = await listLostPayouts(tx, [paidBy]);
      return lost && { id: lost.id, ...(await findAgain(tx, lost.id, await readProofPolicy({ tx }, dev))) };
    },
    ask: askAgain,
  };
}
