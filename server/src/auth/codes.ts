import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  CODE_LIFE_MS,
  CODE_TRIES,
  checkCodeSending,
  isCodeWorthResending,
  recentCodeSendings,
} from '@openmere/core/auth/rules.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import { findMemberByEmail } from '../member/find.ts';
import type { CodePurpose } from './store.ts';

export type CodeRequest = { email: string; purpose: CodePurpose; memberId: string | null; locale: Locale };
export type CodeProof = { email: string; purpose: CodePurpose; memberId: string | null; code: string };

/** Keyed hash under which a destination is kept. */
function destinationOf(email: string): string {
  return fingerprint(`destination:${email.toLowerCase()}`);
}

/**
 * Six digits, derived from a random salt with the installation's pepper: the table knows none, yet the same code can be sent
 * again. 60 bits of the hash modulo a million: no digit is likelier by more than 1e-12.
 */
function codeOf(salt: string, destination: string, purpose: CodePurpose): string {
  const number = BigInt(`0x${fingerprint(`code:${salt}:${purpose}:${destination}`).slice(0, 15)}`);
  return String(number % 1_000_000n).padStart(6, '0');
}

/**
 * Sends a code: at most one a minute, five an hour, ten a day to one destination, whoever asks (T03). A code younger than
 * half its life is sent again as it is. Known and unknown addresses take the same path (T02).
 * Refusals in order: `auth.codetoosoon`, `auth.codetoomany`.
 */
export async function sendCode(tx: Tx, now: Date, request: CodeRequest): Promise<void> {
  const destination = destinationOf(request.email);
  await countSending(tx, now, destination);
  const live = await tx
    .selectFrom('auth_code')
    .select(['id', 'salt', 'tries', 'member_id', 'created_at', 'expires_at'])
    .where('destination', '=', destination)
    .where('purpose', '=', request.purpose)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const again =
    live !== undefined &&
    live.member_id === request.memberId &&
    live.tries < CODE_TRIES &&
    isCodeWorthResending(now.getTime(), live.created_at.getTime());
  const salt = again ? live.salt : await replaceCode(tx, now, destination, request, live?.id);
  const expires = again ? live.expires_at.getTime() : now.getTime() + CODE_LIFE_MS;
  const member = await findMemberByEmail(tx, request.email);
  await toMail(tx, {
    to: request.email.toLowerCase(),
    locale: request.locale,
    template: `auth.code.${request.purpose}`,
    params: {
      code: codeOf(salt, destination, request.purpose),
      minutes: Math.max(1, Math.floor((expires - now.getTime()) / 60_000)),
    },
    antiphishing: member?.antiphishing ?? '',
  });
}

/** Locks the destination's row, so that a thousand requests of one moment are looked at one after the other. */
async function countSending(tx: Tx, now: Date, destination: string): Promise<void> {
  await tx
    .insertInto('auth_code_sending')
    .values({ destination })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sent_at: sent } = await tx
    .selectFrom('auth_code_sending')
    .select('sent_at')
    .where('destination', '=', destination)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const sentMs = sent.map((at) => at.getTime());
  refuse(checkCodeSending(now.getTime(), sentMs));
  const kept = [...recentCodeSendings(now.getTime(), sentMs), now.getTime()].map((at) => new Date(at));
  await tx
    .updateTable('auth_code_sending')
    .set({ sent_at: kept })
    .where('destination', '=', destination)
    .execute();
}

async function replaceCode(
  tx: Tx,
  now: Date,
  destination: string,
  request: CodeRequest,
  formerId: bigint | undefined,
): Promise<string> {
  if (formerId !== undefined) await spendCode(tx, now, formerId);
  const salt = randomBytes(16).toString('hex');
  await tx
    .insertInto('auth_code')
    .values({
      destination,
      purpose: request.purpose,
      member_id: request.memberId,
      salt,
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_LIFE_MS),
      used_at: null,
    })
    .execute();
  return salt;
}

/**
 * Compares a code in a transaction of its own, so that a wrong try stays counted when the call is refused. Refusals:
 * `auth.codespent` (five tries, or used already), `auth.badcode` (all else).
 */
export function checkCode(db: Db, now: Date, proof: CodeProof): Promise<bigint> {
  const destination = destinationOf(proof.email);
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('auth_code')
      .select(['id', 'salt', 'tries', 'member_id', 'expires_at', 'used_at'])
      .where('destination', '=', destination)
      .where('purpose', '=', proof.purpose)
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.expires_at <= now || (row.member_id !== null && row.member_id !== proof.memberId)) {
      return new Refusal('auth.badcode');
    }
    if (row.used_at !== null || row.tries >= CODE_TRIES) return new Refusal('auth.codespent');
    const wanted = Buffer.from(codeOf(row.salt, destination, proof.purpose));
    const given = Buffer.from(proof.code);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return row.id;
    await tx
      .updateTable('auth_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    return new Refusal('auth.badcode');
  }).then((answer) => {
    // Thrown only here: inside the transaction it would take the counted try back.
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
}

/** Uses a code up, once: of two in the same moment the second is refused `auth.codespent`. */
export async function spendCode(tx: Tx, now: Date, id: bigint): Promise<void> {
  const spent = await tx
    .updateTable('auth_code')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  if (spent.length === 0) throw new Refusal('auth.codespent');
}
