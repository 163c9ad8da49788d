import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { isUploadOf } from '../../setting/upload-store.ts';

/** A null character is in no name of a file, and the database fails on one. */
const ADDRESS = /^\/files\/([^\0]+)$/;

/** Refuses `mall.badpicture` unless each is a picture that this member uploaded. */
export async function checkPictures(
  ctx: Pick<Ctx, 'tx'> & { memberId: string },
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses)
    if (!(await isOwn(ctx.tx, address, ctx.memberId))) throw new Refusal('mall.badpicture');
}

async function isOwn(tx: Tx, address: string, memberId: string): Promise<boolean> {
  const name = ADDRESS.exec(address)?.[1];
  return name !== undefined && (await isUploadOf(tx, name, memberId));
}
