import { timingSafeEqual } from 'node:crypto';
import { CODE_TRIES, CODE_TRIES_OTHERS, LOOK_BUDGET, lookUnits } from '@openmere/core/auth/codes.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Origin } from '../platform/actor.ts';
import type { Ctx, DbCtx, ReadCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { askersOf } from './browser.ts';
import {
  countLook,
  forgiveLooks,
  listLiveCodes,
  lockTries,
  sumLooks,
  countOwnTry,
  countTryOfOthers,
  hasUsedCode,
} from './code-store.ts';
import type { LiveCode } from './code-store.ts';
import { codeOf, destinationOf } from './codes.ts';
import type { CodePurpose } from './store.ts';

export type CodeProof = {
  email: string;
  purpose: CodePurpose;
  /** The member who proves something with it; null where nobody is logged in. */
  memberId: string | null;
  code: string;
  from: Origin;
};

/**
 * Compares a code in a transaction of its own, so that a wrong try stays counted when the call is refused. The browser that
 * asked for a code has five tries at it, all others together three; what wrong looks of a day add up to is bounded besides,
 * so that guessing finds nothing (rulebook §1, below 1 in 100,000). A try of another length is no look. Refusals:
 * `auth.codespent` (no more tries for this browser: a new code helps), `auth.badcode` (all else).
 */
export async function checkCode(ctx: DbCtx & Pick<Ctx, 'now'>, proof: CodeProof): Promise<bigint> {
  const { db, now } = ctx;
  // Most guesses of a flood end here: tries never come back, so this needs no lock.
  const matching = await listMatching({ tx: db, now }, proof);
  const left = await Promise.all(
    matching.map((code) => mayLook({ tx: db, now }, { code, askers: askersFor(proof) })),
  );
  if (matching.length > 0 && !left.includes(true)) throw new Refusal('auth.codespent');
  const answer = await inTransaction(db, (tx) => compare({ tx, now }, proof));
  // Thrown only here: inside the transaction it would take the counted try back.
  if (answer instanceof Refusal) throw answer;
  return answer;
}

function askersFor({ from, memberId }: CodeProof): string[] {
  return [...askersOf(from), ...(memberId === null ? [] : [`member:${memberId}`])];
}

async function listUsable(ctx: ReadCtx & Pick<Ctx, 'now'>, proof: CodeProof): Promise<LiveCode[]> {
  const { tx, now } = ctx;
  const live = await listLiveCodes(tx, now, destinationOf(proof.email));
  return live.filter(
    (code) =>
      code.purpose === proof.purpose && (code.member_id === null || code.member_id === proof.memberId),
  );
}

async function listMatching(ctx: ReadCtx & Pick<Ctx, 'now'>, proof: CodeProof): Promise<LiveCode[]> {
  const { length } = proof.code.replaceAll(' ', '');
  return (await listUsable(ctx, proof)).filter((code) => code.length === length);
}

async function compare(ctx: Pick<Ctx, 'tx' | 'now'>, proof: CodeProof): Promise<bigint | Refusal> {
  const { tx, now } = ctx;
  const destination = destinationOf(proof.email);
  await lockTries(tx, destination);
  const digits = proof.code.replaceAll(' ', '');
  const askers = askersFor(proof);
  const live = await listUsable(ctx, proof);
  if (live.length === 0) return new Refusal(await wasSpent(ctx, { destination, proof }));
  const matching = live.filter((code) => code.length === digits.length);
  let looked = matching.length === 0;
  // One's own first: a right code costs the others nothing.
  for (const code of [...matching].sort((a, b) => Number(isOwn(b, askers)) - Number(isOwn(a, askers)))) {
    if (!(await mayLook(ctx, { code, askers }))) continue;
    looked = true;
    if (timingSafeEqual(Buffer.from(codeOf(code)), Buffer.from(digits))) {
      await forgiveLooks(tx, now, code, Math.max(0, ...askers.map((asker) => code.askers.get(asker) ?? 0)));
      return code.id;
    }
    await countTry(ctx, { code, askers });
  }
  return new Refusal(looked ? 'auth.badcode' : 'auth.codespent');
}

function isOwn(code: LiveCode, askers: readonly string[]): boolean {
  return askers.some((asker) => code.askers.has(asker));
}

async function mayLook(
  ctx: ReadCtx & Pick<Ctx, 'now'>,
  { code, askers }: { code: LiveCode; askers: readonly string[] },
): Promise<boolean> {
  const { tx, now } = ctx;
  const own = isOwn(code, askers);
  const tries = own ? Math.max(...askers.map((asker) => code.askers.get(asker) ?? 0)) : code.tries;
  if (tries >= (own ? CODE_TRIES : CODE_TRIES_OTHERS)) return false;
  const used = await sumLooks(tx, now, code.destination, own ? code.pot : 'others');
  return used + lookUnits(code.length) <= (own ? LOOK_BUDGET.own : LOOK_BUDGET.others);
}

async function countTry(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { code, askers }: { code: LiveCode; askers: readonly string[] },
): Promise<void> {
  const { tx, now } = ctx;
  const own = isOwn(code, askers);
  await countLook(tx, now, code, own ? code.pot : 'others');
  await (own ? countOwnTry(tx, code.id, askers) : countTryOfOthers(tx, code.id));
}

/** Tells a used code from none: its owner may have pressed twice. */
async function wasSpent(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { destination, proof }: { destination: string; proof: CodeProof },
): Promise<string> {
  const { tx, now } = ctx;
  const { purpose, memberId } = proof;
  const isSpent = await hasUsedCode(tx, now, { destination, purpose, memberId });
  return isSpent ? 'auth.codespent' : 'auth.badcode';
}
