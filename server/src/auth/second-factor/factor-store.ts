import type { Db, Tx } from '../../platform/db/connect.ts';
import { fingerprint, open, seal } from '../../platform/secrets-box.ts';

export type TotpSecret = { secret: string; setAt: Date };

export async function findTotp(db: Db, memberId: string): Promise<TotpSecret | undefined> {
  const row = await db
    .selectFrom('totp_secret')
    .select(['secret', 'set_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && { secret: open(row.secret), setAt: row.set_at };
}

export async function hasTotp(db: Db, memberId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('totp_secret')
    .select('member_id')
    .where('member_id', '=', memberId)
    .execute();
  return rows.length > 0;
}

/** Takes the time step of a code; false when it, or a later one, was taken before. */
export async function takeStep(tx: Tx, memberId: string, step: bigint): Promise<boolean> {
  const taken = await tx
    .updateTable('totp_secret')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('last_step', '<', step)
    .returning('member_id')
    .execute();
  return taken.length > 0;
}

export async function putStart(
  tx: Tx,
  start: { memberId: string; sessionId: string; secret: string; until: Date },
): Promise<void> {
  const values = { session_id: start.sessionId, secret: seal(start.secret), expires_at: start.until };
  await tx
    .insertInto('totp_start')
    .values({ member_id: start.memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute();
}

/** The secret that this session began with, while it waits for its first code. */
export async function findStart(
  tx: Tx,
  { memberId, sessionId, now }: { memberId: string; sessionId: string; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('totp_start')
    .select('secret')
    .where('member_id', '=', memberId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row && open(row.secret);
}

export async function dropStart(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('totp_start').where('member_id', '=', memberId).execute();
}

export async function putTotp(
  tx: Tx,
  totp: { memberId: string; secret: string; now: Date; step: bigint },
): Promise<void> {
  const values = { secret: seal(totp.secret), set_at: totp.now, last_step: totp.step };
  await tx
    .insertInto('totp_secret')
    .values({ member_id: totp.memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute();
}

export async function dropTotp(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('totp_secret').where('member_id', '=', memberId).execute();
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute();
}

function recoveryHash(memberId: string, code: string): string {
  return fingerprint(`recovery:${memberId}:${code}`);
}

/** These from now on; former ones no longer work. */
export async function putRecoveryCodes(
  tx: Tx,
  { memberId, codes, now }: { memberId: string; codes: readonly string[]; now: Date },
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute();
  const rows = codes.map((code) => ({
    member_id: memberId,
    code_hash: recoveryHash(memberId, code),
    made_at: now,
  }));
  await tx.insertInto('recovery_code').values(rows).execute();
}

/** Uses a recovery code up; false when there is none such, or it was used. */
export async function takeRecoveryCode(
  tx: Tx,
  { memberId, code, now }: { memberId: string; code: string; now: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', recoveryHash(memberId, code))
    .where('used_at', 'is', null)
    .returning('member_id')
    .execute();
  return taken.length > 0;
}

export async function countRecoveryCodes(db: Db, memberId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
