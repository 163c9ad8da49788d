import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { MemberActivationTable } from './store.ts';

type Activation = Selectable<MemberActivationTable>;
type EventOf = Pick<
  Activation,
  'wallet_address' | 'inviter_address' | 'tx_hash' | 'block_number' | 'log_index'
>;

/** What the contract said of a wallet, final or only seen. */
export async function findActivation(db: Db, wallet: string): Promise<Activation | undefined> {
  return db
    .selectFrom('member_activation')
    .selectAll()
    .where('wallet_address', '=', wallet)
    .executeTakeFirst();
}

/** Keeps a final event for good: a wallet is activated once on chain, the same final log again changes nothing. */
export async function keepFinal(tx: Tx, event: EventOf & { final_at: Date }): Promise<void> {
  const { wallet_address, ...rest } = event;
  const final = { ...rest, status: 'final' as const };
  await tx
    .insertInto('member_activation')
    .values({ wallet_address, ...final })
    .onConflict((conflict) =>
      conflict.column('wallet_address').doUpdateSet(final).where('member_activation.status', '=', 'seen'),
    )
    .execute();
}

/** Locks the events that are not final. */
export async function lockSeen(
  tx: Tx,
): Promise<Pick<Activation, 'wallet_address' | 'tx_hash' | 'confirmations'>[]> {
  return tx
    .selectFrom('member_activation')
    .select(['wallet_address', 'tx_hash', 'confirmations'])
    .where('status', '=', 'seen')
    .forUpdate()
    .execute();
}

export async function dropSeen(tx: Tx, wallets: readonly string[]): Promise<void> {
  if (wallets.length === 0) return;
  await tx
    .deleteFrom('member_activation')
    .where('wallet_address', 'in', wallets)
    .where('status', '=', 'seen')
    .execute();
}

export async function putSeen(tx: Tx, event: EventOf & { confirmations: number }): Promise<void> {
  const { wallet_address, ...seen } = event;
  await tx
    .insertInto('member_activation')
    .values({ wallet_address, status: 'seen', final_at: null, ...seen })
    .onConflict((conflict) =>
      conflict.column('wallet_address').doUpdateSet(seen).where('member_activation.status', '=', 'seen'),
    )
    .execute();
}
