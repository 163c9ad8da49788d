import { accountPot, knownPot, prefixPot } from '@openmere/core/auth/pots.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { adminLogin } from '@openmere/core/operator/contract.ts';
import { checkNewPassword } from '@openmere/core/operator/rules.ts';
import { isKnownBrowser, rememberBrowser } from '../auth/browser-store.ts';
import { prefixUses } from '../auth/pots.ts';
import type { Pots } from '../auth/pots.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword, verifyPassword } from '../platform/passwords.ts';
import { fingerprint, open } from '../platform/secrets-box.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { findTotpStep } from '../platform/totp.ts';
import { recordAudit } from './audit-store.ts';
import { findOperator, takeTotpStep, insertSession, endAllSessions } from './operator-store.ts';
import type { Operator } from './tables.ts';

type Input = CallParsed<typeof adminLogin>;
type LoginCtx = DbCtx & Pick<Ctx<VisitorActor | MemberActor>, 'now' | 'actor'> & { pots: Pots };

/**
 * Admin/Login: password and TOTP in one step, so that neither is confirmed alone. One refusal for every mistake
 * (`operator.badlogin`) after the same work. A browser of an earlier login has a pot of its own; everybody else shares one
 * for the account and one for the address prefix, and goes on by a puzzle when they are empty (`operator.slowdown`
 * { seconds, puzzle }): who knows an account's name cannot lock its operator out (rulebook §1). A TOTP step counts once, also when two logins arrive in the same moment. Then, in order: passwordmustchange (a
 * one-time password without a new one), passwordshort, passwordsame; these use up no step.
 */
export async function loginOperator(ctx: LoginCtx, input: Input): Promise<CallResult<typeof adminLogin>> {
  const { db, now, actor, pots } = ctx;
  const account = input.account.toLowerCase();
  const operator = await findOperator(db, account);
  const taken = await takeTry(ctx, { input, account, operator });
  const passwordRight = await verifyPassword(operator?.password_hash, input.password);
  const step = operator && findTotpStep(open(operator.totp_secret), input.totp, now);
  if (!operator || !passwordRight || step === undefined) throw new Refusal('operator.badlogin');
  if (operator.must_change && input.newpassword === undefined)
    throw new Refusal('operator.passwordmustchange');
  if (input.newpassword !== undefined) refuse(checkNewPassword(input.newpassword, input.password));
  const newHash = input.newpassword === undefined ? undefined : await hashPassword(input.newpassword);
  const token = await inTransaction(db, (tx) =>
    openSession({ tx, now, actor }, { operator, proof: { step, newHash } }),
  );
  if (token === undefined) throw new Refusal('operator.badlogin');
  await pots.giveBack(taken);
  return { token };
}

type Try = { input: Input; account: string; operator: Operator | undefined };

/** Counts a try before the password is looked at. @returns the pots it took from. */
async function takeTry(ctx: LoginCtx, { input, account, operator }: Try): Promise<string[]> {
  const { db, now, actor, pots } = ctx;
  const { from } = actor;
  const name = fingerprint(`operator ${account}`);
  const isKnown = await isKnownBrowser(db, operator?.id, from);
  const own = { key: `operator:${name}:${from.browser?.hash ?? ''}`, pot: knownPot };
  if (isKnown && (await pots.takeIfRoom(now, [own]))) return [own.key];
  const uses = [
    { key: `operator:${name}`, pot: accountPot },
    ...prefixUses('operator:from', from.ip, prefixPot),
  ];
  const one = { subject: `operator:${name}`, refusal: 'operator.slowdown', solved: input.puzzle };
  await pots.take(now, { ...one, uses });
  return uses.map(({ key }) => key);
}

/** Undefined when the TOTP step was used before. */
async function openSession(
  ctx: Ctx<VisitorActor | MemberActor>,
  { operator, proof }: { operator: Operator; proof: { step: bigint; newHash: string | undefined } },
): Promise<string | undefined> {
  const { tx, now, actor } = ctx;
  if (!(await takeTotpStep(tx, operator.id, proof))) return undefined;
  if (proof.newHash !== undefined) await changedPassword(ctx, operator);
  await rememberBrowser(tx, now, operator.id, actor.from);
  const token = newToken();
  const { ip, device } = actor.from;
  await insertSession(tx, {
    id: newId('ops'),
    token_hash: hashToken(token),
    operator_id: operator.id,
    ip,
    device,
    created_at: now,
    last_used_at: now,
    ended_at: null,
  });
  await recordAudit(tx, operator, {
    action: 'operator.login',
    subject: operator.account,
    detail: { ip, device },
  });
  return token;
}

/** Whoever knew the former password is out. */
async function changedPassword(ctx: Pick<Ctx, 'tx' | 'now'>, operator: Operator): Promise<void> {
  const { tx, now } = ctx;
  await endAllSessions(tx, now, operator.id);
  await recordAudit(tx, operator, { action: 'operator.newpassword', subject: operator.account, detail: {} });
}
