import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminShops } from '@openmere/core/mall/console-contract.ts';
import { listNicknames } from '../../member/store.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { listShops } from './shop-store.ts';
import type { ShopRow } from './tables.ts';

const PAGE_SIZE = 50;

/** Admin/Shops, newest first. */
export async function listShopsForConsole(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminShops>,
): Promise<CallResult<typeof adminShops>> {
  const { search } = input;
  return readPage(
    { ...input, list: `shops ${search ?? ''}`, size: PAGE_SIZE },
    (before, limit) => listShops(ctx.tx, { search, before, limit }),
    ({ id }) => id,
    (rows) => showShops(ctx, rows),
  );
}

/** As operators see them. */
export async function showShops(
  ctx: Pick<Ctx, 'tx'>,
  rows: readonly ShopRow[],
): Promise<CallOutput<typeof adminShops>[]> {
  const nicknames = await listNicknames(
    ctx.tx,
    rows.map((row) => row.member_id),
  );
  return rows.map((row) => ({
    id: row.id,
    time: row.created_at.toISOString(),
    userid: row.member_id,
    nickname: nicknames.get(row.member_id) ?? '',
    name: row.name,
    logo: row.logo,
    kind: row.kind,
    about: row.about,
    open: row.open,
    state: row.state,
    reason: row.reason,
  }));
}
