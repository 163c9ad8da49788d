import { createHash } from 'node:crypto';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { findAccountMember } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminDryRun } from '@openmere/core/operator/proposal-contract.ts';
import { askWith, readEntries } from '../ledger/journal.ts';
import type { Entry } from '../ledger/journal.ts';
import type { OnPosted } from '../ledger/post.ts';
import { listNicknames } from '../member/store.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Effect } from './change.ts';

export type DryRun = CallResult<typeof adminDryRun>;

/** Carries what was found out of a transaction that is taken back. */
class TakenBack extends Error {
  readonly found: DryRun;
  constructor(found: DryRun) {
    super('a dry run is taken back');
    this.found = found;
  }
}

type Work = (onPosted: OnPosted) => Promise<Effect>;

/** Does the work in a transaction, reads what it did, and takes all of it back. Refusals come through. */
export async function dryRun(
  ctx: DbCtx,
  { subject, work }: { subject: readonly string[]; work: (tx: Tx, onPosted: OnPosted) => Promise<Effect> },
): Promise<DryRun> {
  const { db } = ctx;
  try {
    await inTransaction(db, async (tx) => {
      throw new TakenBack(await watch({ tx }, { subject, work: (onPosted) => work(tx, onPosted) }));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.found;
    throw error;
  }
  throw new Error('a dry run came to its end without being taken back');
}

/**
 * Does the work and says what it did. The hash covers what was asked for (`subject`), every journal entry to the unit, what is
 * otherwise after it, and whom it affects; not the balances, which others move meanwhile.
 */
export async function watch(
  ctx: Pick<Ctx, 'tx'>,
  { subject, work }: { subject: readonly string[]; work: Work },
): Promise<DryRun> {
  const { tx } = ctx;
  const posted: bigint[] = [];
  const effect = await work(async (_tx, entries) => {
    posted.push(...entries.map(({ seq }) => seq));
    await Promise.resolve();
  });
  const entries = (await readEntries(askWith(tx), posted)).map(showEntry);
  const touched = entries.flatMap(({ postings }) =>
    postings.flatMap(({ source, destination }) =>
      [source, destination].flatMap((account) => findAccountMember(account) ?? []),
    ),
  );
  const ids = [...new Set([...touched, ...(effect.members ?? [])])].sort();
  const nicknames = await listNicknames(tx, ids);
  const { changes, everyone = false } = effect;
  const hash = createHash('sha256')
    .update(JSON.stringify({ subject, changes, entries, ids, everyone }))
    .digest('hex');
  const members = ids.map((userid) => ({ userid, nickname: nicknames.get(userid) ?? '' }));
  return { hash, changes, entries, members, everyone };
}

function showEntry({ kind, reference, postings }: Entry): DryRun['entries'][number] {
  return {
    kind,
    reference,
    postings: postings.map(({ source, destination, asset, amount }) => ({
      source,
      destination,
      coinid: asset,
      amount: formatAmount(amount),
    })),
  };
}
