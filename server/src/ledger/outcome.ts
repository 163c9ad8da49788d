import { assert } from '@openmere/core/kit/fault.ts';
import type { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Outcome } from './group.ts';
import { readEntries, replayOf } from './journal.ts';
import type { Ask } from './journal.ts';
import { outboundRefusal } from './outbound.ts';
import type { Posted } from './posted.ts';

/** The final answer for one entry: what was posted (now or before), or the refusal. */
export type Answer = { posted: Posted; refusal?: undefined } | { posted?: undefined; refusal: Refusal };

/** Completes outcomes that name only an id: replays get what was answered the first time, locks until when. */
export async function completeOutcomes(ask: Ask, outcomes: readonly Outcome[]): Promise<Answer[]> {
  const seqs = outcomes.flatMap((outcome) => (outcome.code === 'replayed' ? [outcome.seq] : []));
  const families = outcomes.flatMap((outcome) => (outcome.code === 'locked' ? [outcome.family] : []));
  const replays = new Map((await readEntries(ask, seqs)).map((entry) => [entry.seq, replayOf(entry)]));
  const locks = await readLocks(ask, families);
  return outcomes.map((outcome) => {
    switch (outcome.code) {
      case 'posted':
        return { posted: outcome.posted };
      case 'refused':
        return { refusal: outcome.refusal };
      case 'locked':
        return { refusal: outboundRefusal(locks.get(outcome.family) ?? new Date(0)) };
      case 'replayed': {
        const posted = replays.get(outcome.seq);
        assert(posted, 'a replayed entry is in the journal');
        return { posted };
      }
    }
  });
}

async function readLocks(ask: Ask, families: string[]): Promise<Map<string, Date>> {
  if (families.length === 0) return new Map();
  const rows = await ask<{ family: string; locked_until: Date }>(
    'select family, locked_until from ledger.outbound_lock where family = any($1)',
    [families],
  );
  return new Map(rows.map((row) => [row.family, row.locked_until]));
}
