import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type {
  adminIdentities,
  adminIdentityDecide,
  adminIdentityLook,
} from '@openmere/core/member/identity-console-contract.ts';
import { listAuditOf, recordAudit } from '../../operator/audit-store.ts';
import { findAccounts } from '../../operator/operator-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { countSealed, lookAtSealed } from '../../platform/files/sealed-pictures.ts';
import { open } from '../../platform/secrets-box.ts';
import { findFamily, findMemberBySearch, findMembers, listNicknames } from '../store.ts';
import { announceIdentity, noticeIdentity } from './announce.ts';
import {
  countBeside,
  endIdentity,
  listIdentities,
  listSameDocument,
  lockIdentity,
  lockIdentityById,
  noteLook,
} from './identity-store.ts';
import type { IdentityRow } from './identity-store.ts';
import { identityPictures } from './pictures.ts';

const PAGE_SIZE = 50;
type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;

const LOOK_ACTION = 'identity.look';

/** Admin/Identities. Whom nobody is found for has none. */
export async function listForConsole(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminIdentities>,
): Promise<CallResult<typeof adminIdentities>> {
  const { tx } = ctx;
  const { state = 'pending', search } = input;
  const family = search === undefined ? undefined : await familyOf(tx, search);
  return readPage(
    { ...input, list: `identities ${state} ${search ?? ''}`, size: PAGE_SIZE },
    (after, limit) => listIdentities(tx, { state, family, after, limit }),
    ({ id }) => id,
    (rows) => showIdentities(ctx, rows),
  );
}

async function familyOf(tx: Tx, search: string): Promise<string> {
  const found = await findMemberBySearch(tx, search);
  return found === undefined ? '' : findFamily(tx, found);
}

/** Admin/IdentityLook: what is shown was written down before. Refusal: noidentity. */
export async function lookAtIdentity(
  ctx: OperatorCtx,
  { id, reason }: CallParsed<typeof adminIdentityLook>,
): Promise<CallResult<typeof adminIdentityLook>> {
  const { tx, actor } = ctx;
  const row = await lockIdentityById(tx, id);
  if (!row || row.state === 'started') throw new Refusal('member.noidentity');
  await noteLook(tx, id, actor.id);
  const pictures = await lookAtSealed(tx, { ...identityPictures, subjectId: id }, (ids) =>
    recordAudit(tx, actor, {
      action: LOOK_ACTION,
      subject: id,
      detail: { reason, member: row.member_id, pictures: ids },
    }),
  );
  const same = await listSameDocument(tx, { numberKey: row.number_key, family: row.family_id });
  const nicknames = await listNicknames(
    tx,
    same.map((one) => one.member_id),
  );
  return {
    name: open(row.name),
    number: row.number === '' ? '' : open(row.number),
    birthdate: row.birth === '' ? '' : open(row.birth),
    pictures,
    others: same.map((one) => ({
      userid: one.member_id,
      nickname: nicknames.get(one.member_id) ?? '',
      state: one.state,
    })),
  };
}

/**
 * Admin/IdentityDecide. Refusals in order: noidentity, identitydecided, lookfirst (this operator has not looked), needcause (rejecting
 * takes one, and `other` takes words), documentused (approving a document that another person was approved with).
 */
export async function decideIdentity(
  ctx: OperatorCtx,
  input: CallParsed<typeof adminIdentityDecide>,
): Promise<CallResult<typeof adminIdentityDecide>> {
  const { tx, actor } = ctx;
  const { id, decision, reason = '', note } = input;
  const row = await lockIdentityById(tx, id);
  if (!row || row.state === 'started') throw new Refusal('member.noidentity');
  if (row.state !== 'pending') throw new Refusal('member.identitydecided');
  if (row.looked_by !== actor.id) throw new Refusal('member.lookfirst');
  const isReject = decision === 'reject';
  const cause = isReject ? (input.cause ?? null) : null;
  if (isReject && (cause === null || (cause === 'other' && reason === '')))
    throw new Refusal('member.needcause');
  if (!isReject) await checkUnused(ctx, row);
  const state = isReject ? 'rejected' : 'approved';
  const decidedAt = await businessNow(tx);
  const decided = { state, operator_id: actor.id, decided_at: decidedAt, cause, reason, note } as const;
  await endIdentity(tx, id, decided);
  await announceIdentity(tx, row.member_id, state);
  await noticeIdentity(tx, row.member_id, state);
  await recordAudit(tx, actor, {
    action: `identity.${decision}`,
    subject: id,
    detail: { member: row.member_id, cause, reason, note },
  });
  const [shown] = await showIdentities(ctx, [{ ...row, ...decided }]);
  assert(shown, 'a row is shown as one');
  return shown;
}

/** One document, one person: of two approvals at once the second waits for the first. */
async function checkUnused(ctx: Pick<Ctx, 'tx'>, row: IdentityRow): Promise<void> {
  await lockIdentity(ctx.tx, row.number_key);
  const same = await listSameDocument(ctx.tx, { numberKey: row.number_key, family: row.family_id });
  if (same.some(({ state }) => state === 'approved')) throw new Refusal('member.documentused');
}

/** As operators see them without a look. */
async function showIdentities(
  ctx: Pick<Ctx, 'tx'>,
  rows: readonly IdentityRow[],
): Promise<CallOutput<typeof adminIdentities>[]> {
  const { tx } = ctx;
  const ids = rows.map(({ id }) => id);
  const members = await findMembers(
    tx,
    rows.map((row) => row.member_id),
  );
  const people = new Map(members.map((member) => [member.id, member]));
  const accounts = await findAccounts(
    tx,
    rows.flatMap((row) => row.operator_id ?? []),
  );
  const pictures = await countSealed(tx, identityPictures, ids);
  const beside = await countBeside(tx, ids);
  const looks = Map.groupBy(
    await listAuditOf(tx, { action: LOOK_ACTION, subjects: ids }),
    ({ subject }) => subject,
  );
  return rows.flatMap((row) => {
    const { id, state } = row;
    if (state === 'started') return [];
    return [
      {
        id,
        time: (row.sent_at ?? row.made_at).toISOString(),
        userid: row.member_id,
        nickname: people.get(row.member_id)?.nickname ?? '',
        kind: row.kind,
        country: row.country,
        declared: people.get(row.member_id)?.country ?? null,
        state,
        pictures: pictures.get(id) ?? 0,
        others: beside.get(id)?.others ?? 0,
        before: beside.get(id)?.before ?? 0,
        decided: row.decided_at?.toISOString() ?? null,
        by: row.operator_id === null ? null : (accounts.get(row.operator_id) ?? null),
        cause: row.cause,
        reason: row.reason,
        note: row.note,
        wiped: row.wiped_at?.toISOString() ?? null,
        looks: (looks.get(id) ?? []).map(({ at, account, detail }) => ({
          time: at.toISOString(),
          account,
          reason: typeof detail['reason'] === 'string' ? detail['reason'] : '',
        })),
      },
    ];
  });
}
