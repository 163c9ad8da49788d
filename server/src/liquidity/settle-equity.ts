import { dayOf } from '@openmere/core/kit/day.ts';
import { settleDays } from '@openmere/core/liquidity/stake.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { findMember } from '../member/store.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { Rows } from '../platform/rows.ts';
import { readSettings } from '../setting/read.ts';
import { lockPerson } from './equity-store.ts';
import { grantEquity } from './grant-equity.ts';
import type { EquityDeps } from './grant-equity.ts';
import { findStake, listDays, listDue, saveSettled } from './stake-store.ts';

export type SettleDeps = EquityDeps & { db: Db; chainId: number };

/** Persons asked for at once; each is settled in a transaction of its own. */
const BATCH = 100;

/**
 * Settles EQUITY for every UTC day that has ended on the chain (rulebook §8): the indexer has applied a final block of the day
 * after it, so nothing of the day is still to come. Day after day and person by person, in transactions of their own: killed
 * in the middle, it goes on where it was; late by days, it gives what it would have given on time; run twice, it gives nothing. A
 * person whose settlement fails is passed over, and it is thrown when all others are settled.
 * @returns how many persons were settled.
 */
export async function settleEquity(ctx: SettleDeps & { signal?: AbortSignal | undefined }): Promise<number> {
  const { signal } = ctx;
  const state = await findChainState(ctx.db, ctx.chainId);
  if (!state?.time) return 0;
  const through = dayOf(state.time.getTime()) - 1;
  const rows = new Rows();
  const seen = new Set<string>();
  let settled = 0;
  for (;;) {
    const due = (await listDue(ctx.db, through, BATCH + rows.failed)).filter((id) => !seen.has(id));
    for (const personId of due) {
      if (signal?.aborted === true) return settled;
      seen.add(personId);
      const isDone = await rows.attempt(personId, () =>
        inTransaction(ctx.db, async (tx) => {
          await settlePerson({ ...ctx, tx }, { personId, through });
          return true;
        }),
      );
      if (isDone) settled += 1;
    }
    if (due.length < BATCH) break;
  }
  rows.end();
  return settled;
}

async function settlePerson(
  ctx: Pick<Ctx, 'tx'> & EquityDeps,
  { personId, through }: { personId: string; through: number },
): Promise<void> {
  const { tx } = ctx;
  const { equityCap } = await readSettings(tx);
  // The same lock as whoever changes the sum takes, so both see what the other did.
  await lockPerson(tx, personId, equityCap);
  const stake = await findStake(tx, personId);
  if (!stake || stake.settled_day >= through) return;
  const days = await listDays(tx, personId, stake.settled_day + 1);
  const { earned, mark } = settleDays(stake.mark, days, stake.settled_day, through);
  for (const { day, lowest, above } of earned) {
    // Whoever of the person's accounts brought or took last, as of that day.
    const memberId = days.findLast((one) => one.day <= day)?.memberId ?? personId;
    const member = await findMember(tx, memberId);
    // Who may only leave earns nothing more (rulebook §1): the mark rises all the same, so it is not earned later either.
    if (!member || (await mayOnlyLeave(ctx, member))) continue;
    await grantEquity(ctx, {
      memberId,
      value: above,
      key: `equity:${personId}:${day}`,
      reference: `equity:${day}`,
      data: { day, lowest: String(lowest) },
      actor: 'system:settlement',
    });
  }
  await saveSettled(tx, personId, mark, through);
}
