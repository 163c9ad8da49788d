import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx, DbCtx } from '../../platform/context.ts';
import { uploadSealed } from '../../platform/files/sealed-pictures.ts';
import type { SealedKind } from '../../platform/files/sealed-pictures.ts';

/** Pictures of documents, and selfies; larger than others, or the small print could not be read. */
export const identityPictures: SealedKind = { kind: 'identity', prefix: 'idp', perDay: 30, side: 1600 };

/** Users/IdentityPicture. Refuses `setting.uploadquota`, `setting.notpicture`, `setting.picturetoobig`. */
export async function uploadIdentityPicture(
  ctx: Pick<Ctx<MemberActor>, 'actor'> & DbCtx,
  bytes: Buffer,
): Promise<{ id: string }> {
  const { db, actor } = ctx;
  return uploadSealed({ db, memberId: actor.id }, identityPictures, bytes);
}
