import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { SignerJournal } from '../platform/signing/journal.ts';
import { againKey, listSignedAgain } from './again-store.ts';
import { findPayout, insertVoid, listSigned } from './payout-store.ts';
import { listUnsignedReleases } from './release-store.ts';
import type { SignerDeps } from './sign.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

/**
 * Gives the signer's word that it never signed a payout and never will (rulebook §5), for those of which two operators want
 * the money given back: neither its journal nor the database knows a signature. From then on nothing can be signed for it.
 * @returns how many were given up.
 */
export async function voidUnsigned(ctx: Pick<SignerDeps, 'db' | 'journal' | 'log'>): Promise<number> {
  let count = 0;
  for (const id of await listUnsignedReleases(ctx.db)) {
    if (ctx.journal.find(id)) {
      ctx.log.fatal({ withdrawal: id }, 'ALARM to be given back, but the signer signed it');
      continue;
    }
    const voided = await inTransaction(ctx.db, async (tx) => {
      const row = await lockWithdrawal(tx, id);
      if (row?.status !== 'approved') return false;
      if (await findPayout(tx, id)) return false;
      await insertVoid(tx, id, 'never signed');
      return true;
    });
    if (voided) count += 1;
  }
  return count;
}

/** Rows read at once while the journal catches up. */
const PAGE = 5_000;

/** Enters into the journal what the database knows as signed and the journal does not: after a crash between the two. */
export async function catchUpJournal(
  ctx: DbCtx,
  { journal, since }: { journal: SignerJournal; since: Date },
): Promise<void> {
  const { db } = ctx;
  let after = '';
  for (;;) {
    const rows = await listSigned(db, { since, after, limit: PAGE });
    await journal.add(rows.map(({ id, nonce, hash }) => ({ id, nonce: Number(nonce), hash })));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.id;
  }
  const again = await listSignedAgain(db);
  await journal.add(again.map(({ id, nonce, hash }) => ({ id: againKey(id), nonce: Number(nonce), hash })));
}
