import type { CallOutput } from '@openmere/core/kit/call.ts';
import type { adminProposals, ChangeName } from '@openmere/core/operator/proposal-contract.ts';
import { changeKinds } from '@openmere/core/operator/rules.ts';
import { sql } from 'kysely';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import { newId } from '../platform/ids.ts';
import type { ChangeInput, Person } from './change.ts';
import type { DryRun } from './dry-run.ts';

export type ProposalTable = {
  id: string;
  kind: ChangeName;
  subject: string;
  value: string;
  reason: string;
  maker_id: string;
  made_at: ColumnType<Date, Date, never>;
  expires_at: Date;
  dry_run: JSONColumnType<DryRun>;
  hash: string;
  status: ColumnType<ProposalEnd | 'open', never, ProposalEnd>;
  checker_id: ColumnType<string | null, never, string>;
  ended_at: ColumnType<Date | null, never, Date>;
  end_reason: ColumnType<string | null, never, string | null>;
};
export type ProposalEnd = 'confirmed' | 'refused' | 'withdrawn' | 'replaced';
export type Proposal = Selectable<ProposalTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    proposal: ProposalTable;
  }
}

export type NewProposal = ChangeInput & {
  kind: ChangeName;
  reason: string;
  maker: Person;
  now: Date;
  expiresAt: Date;
  dryRun: DryRun;
};

/**
 * Keeps a proposal; it replaces what the same person proposed for the same thing, and what has expired. @returns undefined while
 * somebody else's is open, also one that comes at the same moment. Index proposal_open.
 */
export async function addProposal(tx: Tx, made: NewProposal): Promise<string | undefined> {
  const { kind, subject, maker } = made;
  await tx
    .updateTable('proposal')
    .set({ status: 'replaced', checker_id: maker.id, ended_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('maker_id', '=', maker.id), eb('expires_at', '<=', made.now)]))
    .execute();
  const kept = await tx
    .insertInto('proposal')
    .values({
      id: newId('prp'),
      kind,
      subject,
      value: made.value,
      reason: made.reason,
      maker_id: maker.id,
      made_at: made.now,
      expires_at: made.expiresAt,
      dry_run: JSON.stringify(made.dryRun),
      hash: made.dryRun.hash,
    })
    .onConflict((open) => open.columns(['kind', 'subject']).where('status', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept?.id;
}

export function lockProposal(tx: Tx, id: string): Promise<Proposal | undefined> {
  return tx.selectFrom('proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Ends it at the moment of the transaction, by which the database knows what was changed with it (config_by_two). */
export async function endProposal(
  tx: Tx,
  { id }: Pick<Proposal, 'id'>,
  end: { status: ProposalEnd; by: Person; reason?: string },
): Promise<void> {
  await tx
    .updateTable('proposal')
    .set({
      status: end.status,
      checker_id: end.by.id,
      ended_at: sql<Date>`now()`,
      end_reason: end.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** What the installation ends proposals by, as the audit log names it: nobody took them back. */
const ENDED_WITH_ACCESS = ['operator.disable', 'operator.reset'] as const;

/** Ends every open proposal of somebody who has no access any more, or whose access is made anew. Index proposal_open. */
export async function endProposalsOf(
  tx: Tx,
  makerId: string,
  reason: (typeof ENDED_WITH_ACCESS)[number],
): Promise<void> {
  await tx
    .updateTable('proposal')
    .set({ status: 'withdrawn', checker_id: makerId, ended_at: sql<Date>`now()`, end_reason: reason })
    .where('status', '=', 'open')
    .where('maker_id', '=', makerId)
    .execute();
}

export type ProposalQuery = {
  id?: string;
  status?: 'open' | 'ended' | 'all' | undefined;
  kind?: ChangeName | undefined;
  subject?: string | undefined;
  /** Of which kinds at most; all where it does not say. */
  among?: readonly ChangeName[];
  before?: string | undefined;
  limit: number;
};
export type ShownProposal = CallOutput<typeof adminProposals>;

/** Newest first; one that expired has ended. Indexes proposal_open, proposal_that_ended, proposal_by_kind, proposal_pkey. */
export async function listProposals(db: Db | Tx, now: Date, query: ProposalQuery): Promise<ShownProposal[]> {
  const { id, status = 'open', kind, subject, among = changeKinds, before, limit } = query;
  const rows = await db
    .selectFrom('proposal as p')
    .innerJoin('operator as m', 'm.id', 'p.maker_id')
    .leftJoin('operator as c', 'c.id', 'p.checker_id')
    .selectAll('p')
    .select(['m.account as maker', 'c.account as checker'])
    .$if(id !== undefined, (all) => all.where('p.id', '=', id ?? ''))
    .$if(id === undefined && status === 'open', (all) =>
      all.where('p.status', '=', 'open').where('p.expires_at', '>', now),
    )
    .$if(id === undefined && status === 'ended', (all) =>
      all.where((eb) => eb.or([eb('p.status', '<>', 'open'), eb('p.expires_at', '<=', now)])),
    )
    .$if(kind !== undefined, (all) => all.where('p.kind', '=', kind ?? 'setting'))
    .$if(subject !== undefined, (all) => all.where('p.subject', '=', subject ?? ''))
    .$if(among.length < changeKinds.length, (all) => all.where('p.kind', 'in', [...among]))
    .$call((rows) => pageBy(rows, 'p.id', { after: before, limit }))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    value: row.value,
    reason: row.reason,
    status: row.status === 'open' && row.expires_at <= now ? 'expired' : row.status,
    maker: row.maker,
    made: row.made_at.toISOString(),
    expires: row.expires_at.toISOString(),
    checker: row.status === 'replaced' || isEndedWithAccess(row) ? null : row.checker,
    ended: row.ended_at?.toISOString() ?? null,
    endreason: row.end_reason,
    dryrun: row.dry_run,
  }));
}

/** A refusal may be given the same words by whoever refused. */
const isEndedWithAccess = ({
  status,
  end_reason: reason,
}: Pick<Proposal, 'status' | 'end_reason'>): boolean =>
  status === 'withdrawn' && ENDED_WITH_ACCESS.some((one) => one === reason);

/** One end of a halt at a time, until commit. */
export async function lockHaltApproval(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('halt approval', 0))`.execute(tx);
}
