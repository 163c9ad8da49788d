import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { HaltFacts } from '@openmere/core/ledger/halt.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminHalts, adminPauseReason, adminPayoutHalt } from '@openmere/core/operator/contract.ts';
import { endHalt, listEndedHalts, listHalts, setHalt } from '../ledger/halt.ts';
import type { Halt } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { contractsOf } from '../setting/on-chain.ts';
import { nameReason } from '../setting/pause-store.ts';
import { readSettings } from '../setting/read.ts';
import { recordAudit } from './audit-store.ts';
import type { ChangeContext, ChangeKind } from './change.ts';
import { findDifference, findRemains } from './halt-remains.ts';
import type { HaltFactsDeps } from './halt-remains.ts';
import { lockHaltApproval } from './proposal-store.ts';

/** Where a difference between chain and ledger stands that two operators booked. */
const RESERVE_SUSPENSE: AccountName = 'suspense:reserve';
const ENDED_SHOWN = 20;
/** Halts that one operator may have open: two people end each, and a stolen session shall not pile them up. */
const OPEN_MAX = 5;

/** Admin/Halts: every open reason, with whether it is gone, then the last ones that ended. */
export async function showHalts(
  ctx: Pick<Ctx, 'tx'> & HaltFactsDeps,
): Promise<CallResult<typeof adminHalts>> {
  const { tx } = ctx;
  const list: CallResult<typeof adminHalts>['list'] = [];
  for (const halt of await listHalts(tx)) list.push(await showOpen(ctx, halt));
  for (const halt of await listEndedHalts(tx, ENDED_SHOWN)) {
    list.push({
      ...showHalt(halt),
      ended: halt.endedAt.toISOString(),
      endedhow: halt.endedHow,
      remains: null,
      difference: null,
    });
  }
  return { list };
}

/**
 * Admin/PayoutHalt: it protects only, so one person is enough; two end it (docs/decisions/0263). Another reason while one is open is a
 * halt of its own: both are read, everybody is alarmed again, and each is ended by itself (docs/decisions/0292).
 */
export async function haltPayouts(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { reason, told }: CallParsed<typeof adminPayoutHalt>,
): Promise<void> {
  const { tx, actor } = ctx;
  await lockHaltApproval(tx);
  const subject = await findSubject(tx, actor, { detail: reason, told });
  await setHalt(tx, { kind: 'other', subject, facts: { detail: reason, told } });
  await recordAudit(tx, actor, { action: 'halt.set', subject, detail: { reason, told } });
}

/** The same reason is the same halt; from the last one on that an operator may have open, the newest reason takes the place. */
async function findSubject(tx: Tx, { account }: OperatorActor, facts: HaltFacts): Promise<string> {
  const open = new Map((await listHalts(tx)).map((halt) => [halt.subject, halt.facts]));
  const subjectOf = (at: number): string => (at === 1 ? `operator ${account}` : `operator ${account} ${at}`);
  const own = Array.from({ length: OPEN_MAX }, (_, index) => subjectOf(index + 1));
  const isSame = (subject: string): boolean =>
    open.get(subject)?.['detail'] === facts['detail'] && open.get(subject)?.['told'] === facts['told'];
  return own.find(isSame) ?? own.find((subject) => !open.has(subject)) ?? subjectOf(OPEN_MAX);
}

/** Admin/PauseReason: what members read of a pause that the guard made. Refusal: nohalt (it is not paused). */
export async function namePauseReason(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'> & HaltFactsDeps,
  { what, told }: CallParsed<typeof adminPauseReason>,
): Promise<void> {
  const { tx, actor, chainId } = ctx;
  const { chainContracts } = await readSettings(tx);
  const contracts = contractsOf(what, chainContracts);
  if (!(await nameReason(tx, chainId, { contracts, reason: told }))) throw new Refusal('operator.nohalt');
  await recordAudit(tx, actor, { action: 'pause.reason', subject: what, detail: { told } });
}

/**
 * The end of one reason of the payout halt: `gone`, when its reason is seen to be gone, or `book`, when its difference is booked to
 * suspense. Payouts go on when no other reason is open. Refusals in order: nohalt, badvalue, haltremains.
 */
export function haltChange(deps: HaltFactsDeps): ChangeKind {
  return {
    kind: 'halt',
    async apply(context, { subject, value }) {
      const { tx, maker, checker, reason } = context;
      // One at a time: what ends the last reason opens payouts.
      await lockHaltApproval(tx);
      const halt = (await listHalts(tx)).find(({ id }) => String(id) === subject);
      if (!halt) throw new Refusal('operator.nohalt');
      if (value === 'book') await bookDifference(context, halt, deps);
      else if (value !== 'gone') throw new Refusal('operator.badvalue', { value });
      else if ((await findRemains({ ...deps, tx }, halt)) !== undefined)
        throw new Refusal('operator.haltremains');
      await endHalt(tx, halt.id, `${value} by ${maker.account} and ${checker.account}: ${reason}`);
      const left = await listHalts(tx);
      return {
        changes: [
          { what: 'halt', before: halt.kind, after: 'ended' },
          // Several of a kind may be open: the second person reads which of them ends.
          { what: 'haltabout', before: null, after: halt.subject },
          // What a person said once more meanwhile is not what the second person read.
          ...(halt.kind === 'other'
            ? [{ what: 'lastsaid', before: halt.seenAt.toISOString(), after: 'ended' }]
            : []),
          ...(left.length === 0 ? [{ what: 'payouts', before: 'halted', after: 'open' }] : []),
        ],
      };
    },
  };
}

/** The reserve account mirrors what is outside: it becomes what the chain holds, and suspense keeps the difference. */
async function bookDifference(context: ChangeContext, halt: Halt, deps: HaltFactsDeps): Promise<void> {
  const { tx, reason, onPosted } = context;
  const difference = await findDifference({ ...deps, tx }, halt);
  if (difference === undefined) throw new Refusal('operator.haltremains');
  const more = difference > 0n;
  await postEntry(
    tx,
    {
      key: `halt:${halt.id}`,
      kind: 'reserve-difference',
      reference: `halt ${halt.id}`,
      actor: 'system:operator',
      data: { reason, halt: JSON.stringify(halt.facts) },
      postings: [
        {
          source: more ? RESERVE_ACCOUNT : RESERVE_SUSPENSE,
          destination: more ? RESERVE_SUSPENSE : RESERVE_ACCOUNT,
          asset: halt.subject,
          amount: more ? difference : -difference,
        },
      ],
    },
    { onPosted },
  );
}

function showHalt({ id, kind, subject, facts, since }: Halt) {
  return { id: String(id), kind, subject, facts, since: since.toISOString() };
}

async function showOpen(ctx: Pick<Ctx, 'tx'> & HaltFactsDeps, halt: Halt) {
  const difference = await findDifference(ctx, halt);
  return {
    ...showHalt(halt),
    ended: null,
    endedhow: null,
    remains: (await findRemains(ctx, halt)) ?? null,
    difference: difference === undefined ? null : formatAmount(difference),
  };
}
