import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminShopApplications } from '@openmere/core/mall/console-contract.ts';
import { listNicknames } from '../../member/store.ts';
import { findAccounts } from '../../operator/operator-store.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { countOfApplications, listApplications } from './application-store.ts';
import type { ApplicationRow } from './tables.ts';

const PAGE_SIZE = 50;

/** Admin/ShopApplications. */
export async function listShopApplications(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminShopApplications>,
): Promise<CallResult<typeof adminShopApplications>> {
  const { state = 'pending' } = input;
  return readPage(
    { ...input, list: `shop applications ${state}`, size: PAGE_SIZE },
    (after, limit) => listApplications(ctx.tx, { state, after, limit }),
    ({ id }) => id,
    (rows) => showApplications(ctx, rows),
  );
}

/** As operators see them: whose, who decided, and what hangs on them; not the contact, which takes a look with a reason. */
export async function showApplications(
  ctx: Pick<Ctx, 'tx'>,
  rows: readonly ApplicationRow[],
): Promise<CallOutput<typeof adminShopApplications>[]> {
  const { tx } = ctx;
  const nicknames = await listNicknames(
    tx,
    rows.map((row) => row.member_id),
  );
  const accounts = await findAccounts(
    tx,
    rows.flatMap((row) => row.operator_id ?? []),
  );
  const counts = await countOfApplications(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    time: row.made_at.toISOString(),
    userid: row.member_id,
    nickname: nicknames.get(row.member_id) ?? '',
    name: row.name,
    logo: row.logo,
    kind: row.kind,
    about: row.about,
    licences: counts.get(row.id)?.licences ?? 0,
    state: row.state,
    decided: row.decided_at?.toISOString() ?? null,
    by: row.operator_id === null ? null : (accounts.get(row.operator_id) ?? null),
    reason: row.reason,
    before: counts.get(row.id)?.before ?? 0,
  }));
}
