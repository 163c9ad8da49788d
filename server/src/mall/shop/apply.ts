import type { CallParsed } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { applyShop } from '@openmere/core/mall/shop-contract.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import { mayOnlyLeave } from '../../member/only-leave.ts';
import { findMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { attachSealed } from '../../platform/files/sealed-pictures.ts';
import { newId } from '../../platform/ids.ts';
import { seal } from '../../platform/secrets-box.ts';
import { announceShop } from './announce.ts';
import { findLastApplication, insertApplication, isNameWaiting } from './application-store.ts';
import { readShopName } from './check-name.ts';
import { checkPictures } from './check-picture.ts';
import { findShopOfMember, isShopNamed } from './shop-store.ts';
import { licencePictures } from './upload-licence.ts';

/**
 * Users/ApplyShop. Refusals in order: notactivated, barred, shopexists, pendingapplication, badname, nametaken (by a shop or an
 * application that waits, or one that looks like it), badpicture, badlicence.
 */
export async function applyForShop(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof applyShop>,
): Promise<void> {
  const { tx, actor } = ctx;
  await checkApplicant(tx, actor.id);
  const name = readShopName(input.name);
  const nameKey = skeletonOf(name);
  if ((await isShopNamed(tx, nameKey)) || (await isNameWaiting(tx, nameKey)))
    throw new Refusal('mall.nametaken');
  const { logo = '', about = '', kind, licences } = input;
  await checkPictures({ tx, memberId: actor.id }, logo === '' ? [] : [logo]);
  const id = newId('sap');
  const added = await insertApplication(tx, {
    id,
    member_id: actor.id,
    name,
    name_key: nameKey,
    logo,
    kind,
    contact: seal(input.contact),
    about,
  });
  // Somebody else was quicker: with the name, or oneself from another device.
  if (!added)
    throw new Refusal((await isNameWaiting(tx, nameKey)) ? 'mall.nametaken' : 'mall.pendingapplication');
  const handedIn = { memberId: actor.id, subjectId: id, ids: licences };
  if (!(await attachSealed(tx, licencePictures, handedIn))) throw new Refusal('mall.badlicence');
  await announceShop(tx, actor.id, 'pending');
}

async function checkApplicant(tx: Tx, memberId: string): Promise<void> {
  const member = await findMember(tx, memberId);
  assert(member, 'a session belongs to a member');
  if (member.activatedAt === null) throw new Refusal('mall.notactivated');
  if (await mayOnlyLeave({ tx }, member)) throw new Refusal('mall.barred');
  if (await findShopOfMember(tx, memberId)) throw new Refusal('mall.shopexists');
  if ((await findLastApplication(tx, memberId))?.state === 'pending')
    throw new Refusal('mall.pendingapplication');
}
