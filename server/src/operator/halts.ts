import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { reserveAccount } from '@openmere/core/chain/reserve-account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminHaltEnd, adminHalts } from '@openmere/core/operator/contract.ts';
import { sql } from 'kysely';
import { endHalt, listEndedHalts, listHalts } from '../ledger/halt.ts';
import type { Halt } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { recordAudit } from './audit.ts';
import { findDifference, findRemains } from './halt-remains.ts';
import type { HaltFactsDeps } from './halt-remains.ts';

/** Like large withdrawals: two different people. */
export const haltApprovalsNeeded = 2;
/** Where a difference between chain and ledger stands that two operators booked. */
const reserveSuspense: AccountName = 'suspense:reserve';
const ENDED_SHOWN = 20;

/** Admin/Halts: every open reason, with whether it is gone and who agreed, then the last ones that ended. */
export async function showHalts(tx: Tx, deps: HaltFactsDeps): Promise<CallResult<typeof adminHalts>> {
  const list: CallResult<typeof adminHalts>['list'] = [];
  for (const halt of await listHalts(tx)) list.push(await showOpen(tx, halt, deps));
  for (const halt of await listEndedHalts(tx, ENDED_SHOWN)) {
    list.push({
      ...showHalt(halt),
      ended: halt.endedAt.toISOString(),
      endedhow: halt.endedHow,
      remains: null,
      difference: null,
      approvals: [],
    });
  }
  return { list };
}

/**
 * Admin/HaltEnd: this operator agrees that a halt ends because its reason is gone (which is looked at, each time), or that
 * the difference in reserves is booked to suspense. The second different operator who agrees to the same ends it; payouts go
 * on when no other reason is open. Refusals in order: nohalt, haltremains, haltsecond.
 */
export async function agreeToEnd(
  tx: Tx,
  actor: OperatorActor,
  input: CallParsed<typeof adminHaltEnd>,
  deps: HaltFactsDeps,
): Promise<CallResult<typeof adminHaltEnd>> {
  // One at a time, so that two first approvals do not miss each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('halt approval', 0))`.execute(tx);
  const halt = (await listHalts(tx)).find(({ id }) => String(id) === input.id);
  if (!halt) throw new Refusal('operator.nohalt');
  const difference = input.how === 'book' ? ((await findDifference(tx, halt, deps)) ?? null) : null;
  const remains = input.how === 'gone' ? await findRemains(tx, halt, deps) : undefined;
  if (remains !== undefined || (input.how === 'book' && difference === null)) {
    throw new Refusal('operator.haltremains');
  }
  const others = (await listApprovals(tx, halt.id)).filter(({ operator_id }) => operator_id !== actor.id);
  const agreed = others.some((one) => one.how === input.how && one.difference === difference);
  if (!agreed) await keepApproval(tx, actor, halt, { how: input.how, difference, reason: input.reason });
  if (agreed && difference !== null) await bookDifference(tx, halt, difference, input.reason);
  if (agreed) await endHalt(tx, halt.id, `${input.how}: ${input.reason}`);
  await recordAudit(tx, actor, {
    action: agreed ? 'halt.end' : 'halt.agree',
    subject: `${halt.kind} ${halt.subject}`,
    detail: {
      reason: input.reason,
      how: input.how,
      halt: halt.reason,
      ...(difference === null ? {} : { difference: formatAmount(difference) }),
    },
  });
  return {
    halted: (await listHalts(tx)).length > 0,
    ended: agreed,
    approvals: agreed ? haltApprovalsNeeded : 1,
    approvalsneeded: haltApprovalsNeeded,
  };
}

type Approval = { how: 'gone' | 'book'; difference: bigint | null; reason: string };

function listApprovals(tx: Tx, haltId: bigint) {
  return tx
    .selectFrom('halt_approval as a')
    .innerJoin('operator as o', 'o.id', 'a.operator_id')
    .selectAll('a')
    .select('o.account')
    .where('a.halt_id', '=', haltId)
    .orderBy('a.approved_at')
    .execute();
}

/** What an operator said before about the same halt is replaced; the same once more says nothing new. */
async function keepApproval(tx: Tx, actor: OperatorActor, halt: Halt, approval: Approval): Promise<void> {
  const own = (await listApprovals(tx, halt.id)).find(({ operator_id }) => operator_id === actor.id);
  if (own?.how === approval.how && own.difference === approval.difference) {
    throw new Refusal('operator.haltsecond');
  }
  await tx
    .deleteFrom('halt_approval')
    .where('halt_id', '=', halt.id)
    .where('operator_id', '=', actor.id)
    .execute();
  await tx
    .insertInto('halt_approval')
    .values({ halt_id: halt.id, operator_id: actor.id, ...approval })
    .execute();
}

/** The reserve account mirrors what is outside: it becomes what the chain holds, and suspense keeps the difference. */
async function bookDifference(tx: Tx, halt: Halt, difference: bigint, reason: string): Promise<void> {
  const more = difference > 0n;
  await postEntry(tx, {
    key: `halt:${halt.id}`,
    kind: 'reserve-difference',
    reference: `halt ${halt.id}`,
    actor: 'system:operator',
    data: { reason, halt: halt.reason },
    postings: [
      {
        source: more ? reserveAccount : reserveSuspense,
        destination: more ? reserveSuspense : reserveAccount,
        asset: halt.subject,
        amount: more ? difference : -difference,
      },
    ],
  });
}

function showHalt({ id, kind, subject, reason, since }: Halt) {
  return { id: String(id), kind, subject, reason, since: since.toISOString() };
}

async function showOpen(tx: Tx, halt: Halt, deps: HaltFactsDeps) {
  const difference = await findDifference(tx, halt, deps);
  const approvals = await listApprovals(tx, halt.id);
  return {
    ...showHalt(halt),
    ended: null,
    endedhow: null,
    remains: (await findRemains(tx, halt, deps)) ?? null,
    difference: difference === undefined ? null : formatAmount(difference),
    approvals: approvals.map(({ account, how, reason, approved_at }) => ({
      operator: account,
      how,
      reason,
      time: approved_at.toISOString(),
    })),
  };
}
