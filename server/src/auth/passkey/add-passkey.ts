import type {
  passkeyAdd,
  passkeyRemove,
  passkeyRename,
  passkeyStart,
  passkeys,
} from '@openmere/core/auth/passkey/contract.ts';
import { PASSKEYS_MAX, PASSKEY_QUESTION_MS, relyingPartyOf } from '@openmere/core/auth/passkey/rules.ts';
import type { CallOutput, CallParsed, CallResult, Page } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { findMember, lockMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { AuthDeps } from '../deps.ts';
import { isFrozen } from '../freeze-store.ts';
import { proveFresh } from '../prove.ts';
import { announceFactor } from '../second-factor/announce.ts';
import { checkFactor } from '../second-factor/check.ts';
import { checkLiving } from '../session-store.ts';
import {
  dropPasskey,
  insertPasskey,
  listPasskeys,
  putQuestion,
  renamePasskeyRow,
  takeQuestion,
} from './passkey-store.ts';
import { parseAnswer } from './verify.ts';

type PasskeyCtx = Ctx<MemberActor> & AuthDeps;

/** Users/Passkeys: one's own, newest first. */
export async function showPasskeys(ctx: Ctx<MemberActor>): Promise<Page<CallOutput<typeof passkeys>>> {
  const rows = await listPasskeys(ctx.tx, ctx.actor.id);
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    made: row.made_at.toISOString(),
    lastused: row.last_used_at?.toISOString() ?? null,
  }));
  return { list };
}

/**
 * Users/PasskeyStart: what the browser is asked to make. A stolen session alone must not add a way in: refusals in order
 * `ledger.frozen`, `auth.passkeysmost`, those of checkFactor (what the session proved at its login counts), those of proveFresh.
 */
export async function startPasskey(
  ctx: PasskeyCtx,
  input: CallParsed<typeof passkeyStart>,
): Promise<CallResult<typeof passkeyStart>> {
  const { tx, now, actor, signing } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  await refuseFrozen(ctx);
  const known = await listPasskeys(tx, member.id);
  if (known.length >= PASSKEYS_MAX) throw new Refusal('auth.passkeysmost', { max: PASSKEYS_MAX });
  await checkFactor(ctx, { proof: input, freshCounts: true });
  await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  const party = relyingPartyOf(signing.origin);
  const options = await generateRegistrationOptions({
    rpName: 'Openmere',
    rpID: party.id,
    userName: member.username ?? member.email ?? member.nickname,
    userDisplayName: member.nickname,
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one.credential_id })),
    // Found without a name being typed, and never without its holder being checked.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: PASSKEY_QUESTION_MS,
  });
  const until = new Date(now.getTime() + PASSKEY_QUESTION_MS);
  await putQuestion(tx, { challenge: options.challenge, memberId: member.id, until });
  return { options: JSON.stringify(options) };
}

/** Whoever reads the mailbox would keep a way in that outlives the freeze. */
async function refuseFrozen({ tx, actor }: Pick<PasskeyCtx, 'tx' | 'actor'>): Promise<void> {
  if (await isFrozen(tx, actor.family)) throw new Refusal('ledger.frozen');
}

/** Users/PasskeyAdd: keeps the public half. Refusals in order: `request.notlogin` (the session ended meanwhile), `ledger.frozen`, `auth.passkeysmost`, `auth.badpasskey`. */
export async function addPasskey(ctx: PasskeyCtx, input: CallParsed<typeof passkeyAdd>): Promise<void> {
  const { tx, now, actor, signing } = ctx;
  await lockMember(tx, actor.id);
  await checkLiving(tx, actor.sessionId);
  await refuseFrozen(ctx);
  const known = await listPasskeys(tx, actor.id);
  if (known.length >= PASSKEYS_MAX) throw new Refusal('auth.passkeysmost', { max: PASSKEYS_MAX });
  const party = relyingPartyOf(signing.origin);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: parseAnswer(input.response) as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeQuestion(tx, now, { challenge, memberId: actor.id }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new Refusal('auth.badpasskey');
  const { credential } = registrationInfo;
  const isNew = await insertPasskey(tx, {
    id: newId('psk'),
    member_id: actor.id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    name: input.name,
    made_at: now,
  });
  if (!isNew) throw new Refusal('auth.badpasskey');
  await announceFactor(ctx, { memberId: actor.id, change: 'passkeyadded' });
}

/** Users/PasskeyRename. Refuses `auth.nopasskey` for an id that is none of one's own. */
export async function renamePasskey(
  ctx: Ctx<MemberActor>,
  input: CallParsed<typeof passkeyRename>,
): Promise<void> {
  const { tx, actor } = ctx;
  if (!(await renamePasskeyRow(tx, { ...input, memberId: actor.id }))) throw new Refusal('auth.nopasskey');
}

/** Users/PasskeyRemove: it opens nothing any more. Refusals in order: those of checkFactor, `auth.nopasskey`. */
export async function removePasskey(ctx: PasskeyCtx, input: CallParsed<typeof passkeyRemove>): Promise<void> {
  const { tx, actor } = ctx;
  await checkFactor(ctx, { proof: input, freshCounts: true });
  if (!(await dropPasskey(tx, { id: input.id, memberId: actor.id }))) throw new Refusal('auth.nopasskey');
  await announceFactor(ctx, { memberId: actor.id, change: 'passkeyremoved' });
}
