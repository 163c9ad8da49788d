import { CODE_TRIES, lookUnits } from '@openmere/core/auth/codes.ts';
import type { SentCode } from '@openmere/core/auth/codes.ts';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { CodePot, CodePurpose, CodeTable } from './store.ts';

export type LiveCode = Selectable<CodeTable> & {
  /** Wrong tries of each who asked for it. */
  askers: ReadonlyMap<string, number>;
};

/** One try at a destination's codes at a time: a thousand of one moment are looked at one after the other. */
export async function lockTries(tx: Tx, destination: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code try ${destination}`}, 0))`.execute(tx);
}

/** One sending to a destination at a time. Nobody waits for it: a flood would hold all connections. @returns whether it is ours. */
export async function lockSending(tx: Tx, destination: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`code send ${destination}`}, 0)) as mine`.execute(tx);
  return rows[0]?.mine === true;
}

/** The codes of a destination that still work, newest first. */
export async function listLiveCodes(tx: Db, now: Date, destination: string): Promise<LiveCode[]> {
  const rows = await tx
    .selectFrom('auth_code')
    .selectAll()
    .where('destination', '=', destination)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
  if (rows.length === 0) return [];
  const askers = await tx
    .selectFrom('auth_code_asker')
    .selectAll()
    .where(
      'code_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map((row) => ({
    ...row,
    askers: new Map(askers.filter((one) => one.code_id === row.id).map((one) => [one.asker, one.tries])),
  }));
}

export async function insertCode(
  tx: Tx,
  now: Date,
  code: Pick<
    Selectable<CodeTable>,
    'destination' | 'purpose' | 'member_id' | 'salt' | 'length' | 'pot' | 'expires_at'
  >,
  askers: readonly string[],
): Promise<bigint> {
  const { id } = await tx
    .insertInto('auth_code')
    .values({ ...code, created_at: now, used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addAskers(tx, id, askers);
  return id;
}

/** From now on these may try the code, each five times. */
export async function addAskers(tx: Tx, id: bigint, askers: readonly string[]): Promise<void> {
  if (askers.length === 0) return;
  await tx
    .insertInto('auth_code_asker')
    .values(askers.map((asker) => ({ code_id: id, asker })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What went to a destination within a day, in one pot. */
export async function listSent(tx: Db, now: Date, destination: string, pot: CodePot): Promise<SentCode[]> {
  const rows = await tx
    .selectFrom('auth_code_mail')
    .select(['purpose', 'sent_at'])
    .where('destination', '=', destination)
    .where('pot', '=', pot)
    .where('sent_at', '>', new Date(now.getTime() - DAY_MS))
    .execute();
  return rows.map((row) => ({ purpose: row.purpose, at: row.sent_at.getTime() }));
}

export async function noteSent(
  tx: Tx,
  now: Date,
  destination: string,
  pot: CodePot,
  purpose: CodePurpose,
): Promise<void> {
  await tx.insertInto('auth_code_mail').values({ destination, pot, purpose, sent_at: now }).execute();
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Chance that wrong looks of the last day have used up, in units of 1e-16. */
export async function sumLooks(
  tx: Db,
  now: Date,
  destination: string,
  pot: CodePot | 'others',
): Promise<bigint> {
  const { rows } = await sql<{ units: bigint }>`
    select coalesce(sum(units), 0)::int8 as units from auth_code_look
    where destination = ${destination} and pot = ${pot} and hour > ${new Date(now.getTime() - DAY_MS - HOUR_MS)}`.execute(
    tx,
  );
  return rows[0]?.units ?? 0n;
}

/** A wrong look, in the budget of its pot. */
export async function countLook(
  tx: Tx,
  now: Date,
  code: Pick<LiveCode, 'destination' | 'length'>,
  pot: CodePot | 'others',
): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const units = lookUnits(code.length);
  await tx
    .insertInto('auth_code_look')
    .values({ destination: code.destination, pot, hour, units })
    .onConflict((conflict) =>
      conflict
        .columns(['destination', 'pot', 'hour'])
        .doUpdateSet((eb) => ({ units: eb('auth_code_look.units', '+', units) })),
    )
    .execute();
}

/** The code was right in the end: who reads this mailbox mistyped it, nobody guessed. */
export async function forgiveLooks(tx: Tx, now: Date, code: LiveCode, wrong: number): Promise<void> {
  if (wrong === 0) return;
  const units = lookUnits(code.length) * BigInt(Math.min(wrong, CODE_TRIES));
  await sql`
    update auth_code_look set units = greatest(0, units - ${units})
    where (destination, pot, hour) = (
      select destination, pot, hour from auth_code_look
      where destination = ${code.destination} and pot = ${code.pot} and hour <= ${now} order by hour desc limit 1)`.execute(
    tx,
  );
}

/** A wrong try of a browser that asked for the code. */
export async function countOwnTry(tx: Tx, id: bigint, askers: readonly string[]): Promise<void> {
  await tx
    .updateTable('auth_code_asker')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('code_id', '=', id)
    .where('asker', 'in', [...askers])
    .execute();
}

/** A wrong try of anybody else. */
export async function countTryOfOthers(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('auth_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Uses a code up; false when it was before. */
export async function markUsed(tx: Tx, now: Date, id: bigint): Promise<boolean> {
  const spent = await tx
    .updateTable('auth_code')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return spent.length > 0;
}

/** Whether a code that would fit, and would still live, was used. */
export async function hasUsedCode(
  tx: Tx,
  now: Date,
  { destination, purpose, memberId }: { destination: string; purpose: CodePurpose; memberId: string | null },
): Promise<boolean> {
  const rows = await tx
    .selectFrom('auth_code')
    .select('id')
    .where('destination', '=', destination)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is not', null)
    .where((eb) => eb.or([eb('member_id', 'is', null), eb('member_id', '=', memberId)]))
    .limit(1)
    .execute();
  return rows.length > 0;
}
