import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { putChoice } from './choice-store.ts';
import type { Unsubscription } from './unsubscribe-link.ts';

/** Ends mails of a kind for who holds a mail's own address; twice does nothing more. */
export async function unsubscribe(ctx: DbCtx, { memberId, kind }: Unsubscription): Promise<void> {
  const { db } = ctx;
  await inTransaction(db, (tx) => putChoice(tx, { memberId, kind, mail: false }));
}
