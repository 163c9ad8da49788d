import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { checkMessage, checkPictures } from '@openmere/core/support/message.ts';
import { checkSecret } from '@openmere/core/support/secret.ts';
import { english, privateKeyToAddress } from 'viem/accounts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { listUploadsOf } from '../setting/upload-store.ts';

const phraseWords = new Set(english);
const FILES = '/files/';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Refusals in order: badtext, recoveryphrase, privatekey. */
export function checkText(text: string): void {
  refuse(checkMessage(text));
  refuse(checkSecret(text, (word) => phraseWords.has(word)));
}

/**
 * The same of what a member writes. A key that is written like a hash of a transaction is known by the wallet that it opens: the
 * member's own.
 */
export async function checkMemberText({ tx, actor }: MemberCtx, text: string): Promise<void> {
  checkText(text);
  const keys = text.match(/0x[0-9a-fA-F]{64}(?![0-9a-fA-F])/g) ?? [];
  if (keys.length === 0) return;
  const wallet = (await findMember(tx, actor.id))?.walletAddress?.toLowerCase();
  if (wallet !== undefined && keys.some((key) => addressOf(key) === wallet))
    throw new Refusal('support.privatekey');
}

/** The address that a key opens; undefined for a number that is no key. */
function addressOf(key: string): string | undefined {
  try {
    return privateKeyToAddress(key as `0x${string}`).toLowerCase();
  } catch {
    return undefined; // 0, or above the order of the curve
  }
}

/** Refuses badpicture unless each is a picture that this member uploaded. */
export async function checkOwnPictures(ctx: MemberCtx, pictures: readonly string[]): Promise<void> {
  const { tx, actor } = ctx;
  if (pictures.length === 0) return;
  refuse(checkPictures(pictures));
  const names = pictures.map((address) => address.slice(FILES.length));
  const own = await listUploadsOf(tx, names, actor.id);
  if (names.some((name) => !own.has(name))) throw new Refusal('support.badpicture');
}
