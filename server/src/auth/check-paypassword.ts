import { setTimeout as wait } from 'node:timers/promises';
import { payPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findFamily } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import type { Attempts } from './attempts.ts';
import { findPayHash } from './password-store.ts';

export type PaypasswordDeps = { attempts: Attempts };

/** Tries that other processes are just looking at count until they turn out right: so long it is worth asking again. */
const ASK_AGAIN_MS = 150;
const ASK_AGAIN_MAX = 4;

/** Looks under way, by member, hash and given password: the same one sent many times at once is looked at once. */
const looks = new Map<string, Promise<void>>();

/**
 * Checks the payment password of the acting account, which is the main account's while it is a sub-account: one person, one
 * payment password, one count of wrong tries (rulebook §1, §5). Refusals in order: `auth.nopaypassword`,
 * `auth.paypasswordslow` with `{ seconds }`, `auth.wrongpaypassword`. Wrong tries are counted outside the transaction, right
 * ones never, however many come in the same moment.
 * Ask it before a transaction is opened where that is possible: argon2id takes its time, and a waiting transaction holds one
 * of the database's connections.
 */
export async function checkPaypassword(
  ctx: ReadCtx & Pick<Ctx<Pick<MemberActor, 'id'>>, 'now' | 'actor'> & PaypasswordDeps,
  value: string,
): Promise<void> {
  const { tx, now, actor } = ctx;
  const owner = await findFamily(tx, actor.id);
  const hash = await findPayHash(tx, owner);
  if (hash === undefined) throw new Refusal('auth.nopaypassword');
  const given = fingerprint(`pay ${owner} ${hash} ${value}`);
  let look = looks.get(given);
  if (!look) {
    look = lookAt(now, `pay:${owner}`, hash, value, ctx.attempts).finally(() => looks.delete(given));
    looks.set(given, look);
  }
  await look;
}

async function lookAt(
  now: Date,
  key: string,
  hash: string,
  value: string,
  attempts: Attempts,
): Promise<void> {
  await countTry(now, key, attempts);
  if (!(await verifyPassword(hash, value, 'money'))) throw new Refusal('auth.wrongpaypassword');
  await attempts.settle([key]);
}

/**
 * A try counts before it is looked at, so that a thousand wrong ones in one moment cannot all be looked at. Where that makes
 * a right one wait, because other api processes are at as many of the same member, it asks again a few times.
 */
async function countTry(now: Date, key: string, attempts: Attempts): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    try {
      return await attempts.reserve(now, [{ key, policy: payPasswordAttempts }], 'auth.paypasswordslow');
    } catch (error) {
      const seconds = error instanceof Refusal ? Number(error.params['seconds']) : Number.NaN;
      // The first wait only: longer ones are of tries that turned out wrong long ago.
      if (asked >= ASK_AGAIN_MAX || !(seconds <= payPasswordAttempts.baseS)) throw error;
      await wait(ASK_AGAIN_MS);
    }
  }
}
