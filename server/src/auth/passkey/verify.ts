import { relyingPartyOf } from '@openmere/core/auth/passkey/rules.ts';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Ctx } from '../../platform/context.ts';
import type { SigningOrigin } from '../wallet-message.ts';
import { lockCredential, noteUse, takeQuestion } from './passkey-store.ts';
import type { Passkey } from './passkey-store.ts';

/** As WebAuthn writes an id, of at most 1023 bytes; nothing else is asked of the database, which cannot hold every text. */
const CREDENTIAL = /^[A-Za-z0-9_-]{1,1364}$/;

/**
 * The passkey that signed our question and checked its holder. Undefined for all that is wrong: a passkey that nobody has, a question
 * that is not ours or another one's, answered before or too old, another origin, a holder who was not checked, a counter that went back.
 * @param asked of whom it was asked; null of a login, where nobody knows yet who answers.
 */
export async function verifyPasskey(
  ctx: Pick<Ctx, 'tx' | 'now'> & { signing: Pick<SigningOrigin, 'origin'> },
  { text, asked }: { text: string; asked: string | null },
): Promise<Passkey | undefined> {
  const { tx, now, signing } = ctx;
  const response = parseAnswer(text) as AuthenticationResponseJSON;
  const isId = typeof response.id === 'string' && CREDENTIAL.test(response.id);
  const passkey = isId ? await lockCredential(tx, response.id) : undefined;
  if (!passkey || (asked !== null && passkey.member_id !== asked)) return undefined;
  const party = relyingPartyOf(signing.origin);
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeQuestion(tx, now, { challenge, memberId: asked }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  await noteUse(tx, now, { id: passkey.id, counter: BigInt(checked.authenticationInfo.newCounter) });
  return passkey;
}

/** What a browser answered; nothing that could be taken for an answer where it is no object of JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return (JSON.parse(text) as unknown) ?? {};
  } catch {
    return {};
  }
}
