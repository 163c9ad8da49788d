import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx, DbCtx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { redrawPicture } from '../../platform/files/picture.ts';
import { newId } from '../../platform/ids.ts';
import { sealBytes } from '../../platform/secrets-box.ts';
import { countLicences, insertLicence, lockLicences, removeForgotten } from './licence-store.ts';

const LICENCES_PER_DAY = 20;

/**
 * Users/ShopLicence: redraws the picture, encrypts it and keeps it in the database: there is no address that leads to it. Refuses
 * `setting.uploadquota`, `setting.notpicture`, `setting.picturetoobig`.
 */
export async function uploadLicence(
  ctx: Pick<Ctx<MemberActor>, 'actor'> & DbCtx,
  bytes: Buffer,
): Promise<{ id: string }> {
  const { actor, db } = ctx;
  const picture = await redrawPicture(bytes);
  const id = newId('lic');
  await inTransaction(db, async (tx) => {
    await lockLicences(tx, actor.id);
    await removeForgotten(tx, actor.id);
    if ((await countLicences(tx, actor.id)) >= LICENCES_PER_DAY)
      throw new Refusal('setting.uploadquota', { most: LICENCES_PER_DAY });
    await insertLicence(tx, { id, member_id: actor.id, sealed: sealBytes(picture.bytes) });
  });
  return { id };
}
