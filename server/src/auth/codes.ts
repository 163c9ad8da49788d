import { randomBytes } from 'node:crypto';
import {
  CODE_LENGTH_LONGEST,
  CODE_LIFE_MS,
  CODE_TRIES,
  CODES_AN_HOUR,
  checkCodeSending,
  codeLengthFor,
  isCodeWorthResending,
  lookUnits,
  nextHourlySending,
  sentWithinHour,
} from '@openmere/core/auth/codes.ts';
import type { SentCode } from '@openmere/core/auth/codes.ts';
import { codesFromPrefixPot, codesInTotalPot, puzzleLevelOf } from '@openmere/core/auth/pots.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { Member } from '../member/store.ts';
import { findMember, findMemberByEmail } from '../member/store.ts';
import type { MemberActor, Origin, VisitorActor } from '../platform/actor.ts';
import type { Ctx, DbCtx, ReadCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import { isKnownBrowser } from './browser-store.ts';
import { askersOf } from './browser.ts';
import {
  addAskers,
  insertCode,
  listLiveCodes,
  listSent,
  lockSending,
  noteSent,
  sumLooks,
  markUsed,
} from './code-store.ts';
import type { LiveCode } from './code-store.ts';
import type { AuthDeps } from './deps.ts';
import { makeFreezeLink } from './freeze-store.ts';
import { prefixUses } from './pots.ts';
import type { CodePot, CodePurpose } from './store.ts';

export type CodeRequest = {
  email: string;
  purpose: CodePurpose;
  actor: VisitorActor | MemberActor;
  /** A solved puzzle, as it came. */
  puzzle?: string | undefined;
};

/** How many digits the code in the mail has, and for how many minutes more it works. */
export type CodeOnItsWay = { length: number; minutes: number };

/** Purposes that anybody can name any address for: what the mail of a full hour brings codes for. */
const openPurposes = ['login', 'password', 'register', 'bind'] as const;

/** Keyed hash under which a destination is kept. */
export function destinationOf(email: string): string {
  return fingerprint(`destination:${email.toLowerCase()}`);
}

/**
 * The digits, derived from a random salt with the installation's pepper: the table knows none, yet the same code can be sent
 * again. Modulo of 120 bits: no code is likelier than another by more than 1e-20.
 */
export function codeOf(code: { salt: string; length: number; destination: string; purpose: string }): string {
  const { salt, length, destination, purpose } = code;
  const number = BigInt(`0x${fingerprint(`code:${salt}:${purpose}:${destination}`).slice(0, 30)}`);
  return String(number % 10n ** BigInt(length)).padStart(length, '0');
}

type Sending = CodeRequest & {
  now: Date;
  destination: string;
  pot: CodePot;
  askers: readonly string[];
  memberId: string | null;
  member: Member | undefined;
  sent: readonly SentCode[];
  live: readonly LiveCode[];
};

/**
 * Sends a code. Who proved something (a session, a browser of an earlier login) has limits of their own: one a minute for a
 * purpose, ten an hour, twenty a day. Everybody else shares such limits for the destination, and pots for the address prefix
 * and for all mails; beyond them a puzzle leads on at once: to another mail while fewer than ten went out within the hour,
 * else to the code that is in the mailbox already. Known and unknown addresses take the same path (T02, T03).
 * Refusals in order: `auth.codetoosoon` `{ seconds, puzzle? }`, `auth.codetoomany` `{ minutes, puzzle? }`.
 */
export async function sendCode(
  ctx: DbCtx & Pick<Ctx, 'now'> & AuthDeps,
  request: CodeRequest,
): Promise<CodeOnItsWay> {
  const { db, now } = ctx;
  // Most requests of a flood end here, before a transaction and its lock.
  const { isPaid, taken } = await payIfNeeded({ ...ctx, tx: db }, request);
  const send = (paid: boolean) =>
    inTransaction(db, (tx) => sendCodeIn({ ...ctx, tx }, { request, isPaid: paid }));
  try {
    return await send(isPaid);
  } catch (error) {
    // No mail went out.
    await ctx.guards.pots.giveBack(taken);
    const isLimit = error instanceof Refusal && taken.length > 0 && !isPaid;
    if (!isLimit) throw error;
    // Somebody else's request came in between; a puzzle is made outside of the destination's lock.
    await payForOne(now, request, error, ctx);
    return send(true);
  }
}

/** The same inside the caller's transaction, whose other work a refusal takes back as well. */
export async function sendCodeWithin(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  request: CodeRequest,
): Promise<CodeOnItsWay> {
  const { isPaid, taken } = await payIfNeeded(ctx, request);
  try {
    return await sendCodeIn(ctx, { request, isPaid });
  } catch (error) {
    // No mail went out.
    await ctx.guards.pots.giveBack(taken);
    throw error;
  }
}

async function sendCodeIn(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  { request, isPaid }: { request: CodeRequest; isPaid: boolean },
): Promise<CodeOnItsWay> {
  const { tx, now } = ctx;
  const { actor, email, purpose } = request;
  const destination = destinationOf(email);
  const member = await findMemberByEmail(tx, email);
  const pot = await potOf(tx, request, member);
  // Another one is on its way to this destination in this very moment.
  if (!(await lockSending(tx, destination))) throw new Refusal('auth.codetoosoon', { seconds: 1 });
  const memberId = actor.kind === 'member' ? actor.id : null;
  const askers = memberId === null ? askersOf(actor.from, true) : [`member:${memberId}`];
  const sent = await listSent(tx, now, destination, pot);
  const live = await listLiveCodes(tx, now, destination);
  const sending = { ...request, now, destination, pot, askers, memberId, member, sent, live };
  const limit = checkCodeSending(now.getTime(), purpose, sent);
  if (pot === 'proved') {
    refuse(limit);
    return mailOne(tx, sending);
  }
  if (limit === undefined) return mailAny(ctx, sending);
  if (!isPaid) throw limit;
  return mailOrJoin(ctx, { sending, limit });
}

/** A session proves something about its own mailbox only: whose address it wants to bind is a stranger's until its code comes back. */
async function potOf(db: Db, request: CodeRequest, member: Member | undefined): Promise<CodePot> {
  const { actor, email } = request;
  if (actor.kind === 'member') {
    const own = await findMember(db, actor.id);
    return own?.email === email.toLowerCase() ? 'proved' : 'unproved';
  }
  return (await isKnownBrowser(db, member?.id, actor.from)) ? 'proved' : 'unproved';
}

/** Paid requests for one destination: how hard its next puzzle is. */
const codesToOnePot = { capacity: 10, refillS: 30 };

type Payment = { isPaid: boolean; taken: string[] };

/** Takes from the pots of the prefix and of all mails. @returns whether a limit of the destination was paid for. */
async function payIfNeeded(
  ctx: ReadCtx & Pick<Ctx, 'now'> & AuthDeps,
  request: CodeRequest,
): Promise<Payment> {
  const { tx, now } = ctx;
  const { actor, email, purpose, puzzle } = request;
  const pot = await potOf(tx, request, await findMemberByEmail(tx, email));
  if (pot === 'proved') return { isPaid: false, taken: [] };
  const destination = destinationOf(email);
  const limit = checkCodeSending(now.getTime(), purpose, await listSent(tx, now, destination, pot));
  const uses = [
    ...prefixUses('codes:from', actor.from.ip, codesFromPrefixPot),
    { key: 'codes:all', pot: codesInTotalPot },
  ];
  const taken = uses.map(({ key }) => key);
  if (limit !== undefined) {
    await payForOne(now, request, limit, ctx);
    await ctx.guards.pots.count(now, uses);
    return { isPaid: true, taken };
  }
  const one = { subject: `code:${destination}`, solved: puzzle, uses, refusal: 'auth.codetoosoon' };
  await ctx.guards.pots.take(now, one);
  return { isPaid: false, taken };
}

async function payForOne(now: Date, request: CodeRequest, limit: Refusal, deps: AuthDeps): Promise<void> {
  const destination = destinationOf(request.email);
  const use = { key: `codes:to:${destination}`, pot: codesToOnePot };
  const level = puzzleLevelOf(await deps.guards.pots.levelOf(now, use), use.pot);
  await deps.guards.pots.payFor(
    now,
    { subject: `code:${destination}`, solved: request.puzzle },
    level,
    limit,
  );
  await deps.guards.pots.count(now, [use]);
}

/** Beyond the limits and paid: another mail while the hour allows one, else the code that lies in the mailbox already. */
async function mailOrJoin(
  ctx: Pick<Ctx, 'tx'> & AuthDeps,
  { sending, limit }: { sending: Sending; limit: Refusal },
): Promise<CodeOnItsWay> {
  const { tx } = ctx;
  const { now, purpose, live, sent, askers } = sending;
  const isTooSoon = limit.code === 'auth.codetoosoon';
  const isFull = sentWithinHour(now.getTime(), sent).length >= CODES_AN_HOUR;
  if (!isTooSoon && !isFull) return mailAny(ctx, sending);
  const waiting = live.find((code) => code.purpose === purpose && code.length === CODE_LENGTH_LONGEST);
  if (waiting) {
    await addAskers(tx, waiting.id, askers);
    return onItsWay(now, waiting);
  }
  const own = live.find((code) => code.purpose === purpose && askers.some((asker) => code.askers.has(asker)));
  if (own) return onItsWay(now, own);
  // Within the minute after somebody else's: a code of one's own, if the hour still has a mail.
  if (!isFull) return mailAny(ctx, sending);
  throw limit;
}

/** The tenth mail of strangers within an hour brings codes for everything until the next one may go, and says what goes on. */
function mailAny(ctx: Pick<Ctx, 'tx'> & AuthDeps, sending: Sending): Promise<CodeOnItsWay> {
  const { tx } = ctx;
  const isLast = sentWithinHour(sending.now.getTime(), sending.sent).length === CODES_AN_HOUR - 1;
  return isLast ? mailAll(ctx, sending) : mailOne(tx, sending);
}

async function mailOne(tx: Tx, sending: Sending): Promise<CodeOnItsWay> {
  const { now, purpose, destination, pot, memberId, askers, live } = sending;
  const length = codeLengthFor(await unitsInUse(tx, sending));
  const own = live.filter(
    (code) => code.purpose === purpose && askers.some((asker) => code.askers.has(asker)),
  );
  const again = own.find(
    (code) =>
      code.member_id === memberId &&
      code.length >= length &&
      code.tries === 0 &&
      askers.every((asker) => (code.askers.get(asker) ?? 0) < CODE_TRIES) &&
      isCodeWorthResending(now.getTime(), code.created_at.getTime()),
  );
  const code = again ?? {
    destination,
    purpose,
    member_id: memberId,
    salt: randomBytes(16).toString('hex'),
    length,
    pot,
    expires_at: new Date(now.getTime() + CODE_LIFE_MS),
  };
  if (!again) {
    for (const former of own) await spendCode({ tx, now }, former.id);
    await insertCode(tx, now, code, askers);
  }
  await noteSent(tx, now, destination, pot, purpose);
  const { minutes } = onItsWay(now, code);
  await mail(tx, sending, `auth.code.${purpose}`, { code: grouped(codeOf(code)), minutes });
  return onItsWay(now, code);
}

async function mailAll(ctx: Pick<Ctx, 'tx'> & AuthDeps, sending: Sending): Promise<CodeOnItsWay> {
  const { tx } = ctx;
  const { now, destination, pot, askers, member, sent, purpose } = sending;
  const expires = new Date(nextHourlySending(now.getTime(), sent) + CODE_LIFE_MS);
  const codes: Record<string, string> = {};
  // What one asks for besides (wallet, payment password) needs a session, which has limits of its own.
  for (const one of new Set<CodePurpose>([...openPurposes, purpose])) {
    const salt = randomBytes(16).toString('hex');
    const code = { destination, purpose: one, salt, length: CODE_LENGTH_LONGEST, pot };
    await insertCode(tx, now, { ...code, member_id: null, expires_at: expires }, askers);
    codes[one] = grouped(codeOf(code));
  }
  await noteSent(tx, now, destination, pot, purpose);
  const answer = onItsWay(now, { length: CODE_LENGTH_LONGEST, expires_at: expires });
  const params = { ...codes, minutes: answer.minutes };
  if (member) {
    const link = await makeFreezeLink(tx, now, {
      memberId: member.id,
      origin: ctx.signing.origin,
      kind: 'attack',
    });
    await mail(tx, sending, 'auth.codes.member', { ...params, link });
  } else await mail(tx, sending, 'auth.codes.visitor', params);
  return answer;
}

function onItsWay(now: Date, code: Pick<LiveCode, 'length' | 'expires_at'>): CodeOnItsWay {
  const minutes = Math.max(1, Math.floor((code.expires_at.getTime() - now.getTime()) / 60_000));
  return { length: code.length, minutes };
}

/** Wrong looks of the day, and the five tries that are promised for six-digit codes of others. */
async function unitsInUse(tx: Tx, { now, destination, pot, live, askers }: Sending): Promise<bigint> {
  const looks = await sumLooks(tx, now, destination, pot);
  // Who has proved something is one person, however many browsers they use.
  if (pot === 'proved') return looks;
  const promised = live.filter(
    (code) => code.pot === pot && code.length === 6 && !askers.some((asker) => code.askers.has(asker)),
  );
  return looks + BigInt(promised.length * CODE_TRIES) * lookUnits(6);
}

function mail(
  tx: Tx,
  { email, member, actor }: Sending,
  template: `${string}.${string}`,
  params: Record<string, string | number>,
): Promise<void> {
  return toMail(tx, {
    to: email.toLowerCase(),
    locale: localeFor(member, actor.from),
    template,
    params,
    antiphishing: member?.antiphishing ?? '',
  });
}

/** A stranger does not choose the language of a member's mail. */
function localeFor(member: Member | undefined, from: Origin): Origin['locale'] {
  return member?.locale ?? from.locale;
}

/** Longer codes in groups of four, as people read them. */
export function grouped(digits: string): string {
  return digits.length === 6 ? digits : digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Uses a code up, once: of two in the same moment the second is refused `auth.codespent`. */
export async function spendCode(ctx: Pick<Ctx, 'tx' | 'now'>, id: bigint): Promise<void> {
  const { tx, now } = ctx;
  if (!(await markUsed(tx, now, id))) throw new Refusal('auth.codespent');
}
