import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { maskEmail } from '@openmere/core/member/rules.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminMember, adminMembers } from '@openmere/core/operator/member-contract.ts';
import { isFrozen } from '../auth/freeze-store.ts';
import { riskFacts } from '../auth/risk-facts-store.ts';
import { listSessions } from '../auth/sessions.ts';
import { memberBalances } from '../ledger/balances.ts';
import { findOutboundLock } from '../ledger/outbound.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { listListedAccounts, screenAddress } from '../member/sanctions-store.ts';
import type { Member } from '../member/store.ts';
import {
  findMember,
  countDirects,
  findMemberBySearch,
  listMembers,
  listSubAccounts,
} from '../member/store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';

const PAGE_SIZE = 50;
type Shown = CallResult<typeof adminMember>;

/** Admin/Members, newest first. Whoever is named exactly stands alone. */
export async function showMembers(
  ctx: Pick<Ctx, 'tx'>,
  { search, cursor, pageSize }: CallParsed<typeof adminMembers>,
): Promise<CallResult<typeof adminMembers>> {
  const { tx } = ctx;
  const exact = search === undefined ? undefined : await findMemberBySearch(tx, search);
  const found = exact === undefined ? undefined : await findMember(tx, exact);
  if (found) return { list: [showRow(found)] };
  return readPage(
    { list: `members ${search ?? ''}`, size: PAGE_SIZE, cursor, pageSize },
    (before: bigint | undefined, limit) => listMembers(tx, { search, before, limit }),
    ({ serial }) => serial,
    (rows) => rows.map(showRow),
  );
}

function showRow(member: Member) {
  return {
    userid: member.id,
    nickname: member.nickname,
    code: member.invitationCode,
    email: member.email === null ? null : maskEmail(member.email),
    wallet: member.walletAddress,
    country: member.country,
    registered: member.registeredAt.toISOString(),
    activated: member.activatedAt?.toISOString() ?? null,
    exitonly: member.exitOnly,
    closed: member.closedAt?.toISOString() ?? null,
  };
}

/** Admin/Member. Refusal: nomember. */
export async function showMember(
  ctx: Ctx<OperatorActor>,
  { id }: CallParsed<typeof adminMember>,
): Promise<Shown> {
  const { tx, now, actor } = ctx;
  const member = await findMember(tx, id);
  if (!member) throw new Refusal('operator.nomember');
  const held = (await memberBalances(tx, [id])).get(id) ?? new Map<string, never>();
  const owner = { kind: 'member', id, family: member.family, sessionId: '', from: actor.from } as const;
  const sessions = (await listSessions({ tx, now, actor: owner })).list.map(
    ({ current: _current, ...one }) => one,
  );
  const subaccounts = await listSubAccounts(tx, id);
  return {
    ...showRow(member),
    exitonly: await mayOnlyLeave(ctx, member),
    username: member.username,
    walletbound: member.walletBoundAt?.toISOString() ?? null,
    inviter: await findPerson(tx, member.inviterId),
    directs: await countDirects(tx, id),
    main: await findPerson(tx, member.mainId),
    subaccounts: subaccounts.map((one) => ({ userid: one.id, nickname: one.nickname })),
    balances: [...held].map(([coinid, balance]) => ({
      coinid,
      available: formatAmount(balance.available),
      held: formatAmount(balance.held),
    })),
    sessions,
    risk: await findRisk(tx, member, sessions[0]?.id),
  };
}

async function findPerson(tx: Tx, id: string | null) {
  const found = id === null ? undefined : await findMember(tx, id);
  return found ? { userid: found.id, nickname: found.nickname } : null;
}

async function findRisk(tx: Tx, member: Member, session: string | undefined): Promise<Shown['risk']> {
  const lock = await findOutboundLock(tx, member.family);
  const { newDeviceHours } = await readSettings(tx);
  const listed = await listListedAccounts(tx, member.personId);
  const facts = await riskFacts(tx, { memberId: member.id, sessionId: session ?? '', newDeviceHours });
  return {
    frozen: await isFrozen(tx, member.id),
    lockeduntil: lock === undefined ? null : lockText(lock),
    sanctions: member.walletAddress === null ? null : await screenAddress(tx, member.walletAddress),
    listed: listed.filter(({ id }) => id !== member.id).map(({ id, nickname }) => ({ userid: id, nickname })),
    device:
      session === undefined
        ? null
        : {
            isnew: facts.newDevice,
            sharing: facts.sharedDeviceMembers,
            sameaddress: facts.sharedIpMembers,
          },
    paypasswordset: facts.paypasswordSetAt?.toISOString() ?? null,
  };
}

/** A frozen account is locked until infinity, which is no date: then the freeze says it. */
function lockText(until: Date): string | null {
  return Number.isFinite(until.getTime()) ? until.toISOString() : null;
}
