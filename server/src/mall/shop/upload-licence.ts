import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx, DbCtx } from '../../platform/context.ts';
import { uploadSealed } from '../../platform/files/sealed-pictures.ts';
import type { SealedKind } from '../../platform/files/sealed-pictures.ts';

/** Pictures of licences, handed in with an application for a shop. */
export const licencePictures: SealedKind = { kind: 'licence', prefix: 'lic', perDay: 20 };

/** Users/ShopLicence. Refuses `setting.uploadquota`, `setting.notpicture`, `setting.picturetoobig`. */
export async function uploadLicence(
  ctx: Pick<Ctx<MemberActor>, 'actor'> & DbCtx,
  bytes: Buffer,
): Promise<{ id: string }> {
  const { db, actor } = ctx;
  return uploadSealed({ db, memberId: actor.id }, licencePictures, bytes);
}
