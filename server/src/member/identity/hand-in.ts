import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { bindFace, bindIdcard } from '@openmere/core/member/identity-contract.ts';
import { checkDocument, checkIdentityStart, documentNumber } from '@openmere/core/member/identity.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { passGeoBar } from '../../auth/geo-bar.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { attachSealed, removeSealed } from '../../platform/files/sealed-pictures.ts';
import { newId } from '../../platform/ids.ts';
import { fingerprint, seal } from '../../platform/secrets-box.ts';
import { announceIdentity } from './announce.ts';
import { deleteStarted, findIdentity, insertIdentity, lockIdentity, sendIdentity } from './identity-store.ts';
import { identityPictures } from './pictures.ts';

/**
 * Users/BindIdcard: begins, or begins anew what was not sent. Refusals in order: identitypending, identityapproved, badname, badnumber,
 * badbirth, `auth.badcountry`, `auth.barred` (the country of the document; written down, and nothing more), badpicture. Whether
 * the document is known already is not told here, but to the operator.
 */
export async function handInDocument(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: CallParsed<typeof bindIdcard>,
): Promise<void> {
  const { tx, actor } = ctx;
  await lockIdentity(tx, actor.family);
  refuse(checkIdentityStart((await findIdentity(tx, actor.family))?.state ?? 'none'));
  const { kind, name, number, birthdate, pictures } = input;
  const today = (await businessNow(tx)).toISOString().slice(0, 10);
  refuse(checkDocument({ name, number, birth: birthdate }, today));
  const country = input.country.toUpperCase();
  // Without the member: nothing is proved yet, and a mark would be for good (decision 0291).
  await passGeoBar(ctx, { call: 'Users/BindIdcard', signals: { country } });
  await removeSealed(tx, identityPictures, await deleteStarted(tx, actor.family));
  const id = newId('idc');
  await insertIdentity(tx, {
    id,
    member_id: actor.id,
    family_id: actor.family,
    kind,
    country,
    name: seal(name),
    number: seal(number),
    birth: seal(birthdate),
    number_key: fingerprint(`document:${country}:${kind}:${documentNumber(number)}`),
  });
  const handedIn = { memberId: actor.id, subjectId: id, ids: pictures };
  if (!(await attachSealed(tx, identityPictures, handedIn))) throw new Refusal('member.badpicture');
  await announceIdentity(tx, actor.id, 'started');
}

/** Users/BindFace: the selfie completes it, and an operator has work. Refusals in order: documentfirst, badpicture. */
export async function handInSelfie(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  { picture }: CallParsed<typeof bindFace>,
): Promise<void> {
  const { tx, actor } = ctx;
  await lockIdentity(tx, actor.family);
  const started = await findIdentity(tx, actor.family);
  if (started?.state !== 'started') throw new Refusal('member.documentfirst');
  const handedIn = { memberId: actor.id, subjectId: started.id, ids: [picture] };
  if (!(await attachSealed(tx, identityPictures, handedIn))) throw new Refusal('member.badpicture');
  await sendIdentity(tx, started.id);
  await announceIdentity(tx, actor.id, 'pending');
}
