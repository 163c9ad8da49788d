import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { rewards } from '@openmere/core/reward/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { translate } from '../platform/text.ts';
import { rewardIdOf } from './reward-id.ts';
import { listRewards } from './reward-store.ts';
import type { StandingReward } from './reward-store.ts';

/** Users/Rewards: newest first. */
export async function listRewardsOf(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof rewards>,
): Promise<CallResult<typeof rewards>> {
  const { tx, actor } = ctx;
  const { kind, status } = input;
  return readPage(
    { ...input, list: `rewards ${actor.id}` },
    (before, limit) => listRewards(tx, actor.id, { kind, status, before }, limit),
    ({ serial }) => String(serial),
    (rows) => rows.map((row) => showReward(row, actor.from.locale)),
  );
}

/** A reward as its member reads it. */
export function showReward(row: StandingReward, locale: Locale): CallOutput<typeof rewards> {
  return {
    id: rewardIdOf(row.serial),
    serial: String(row.serial),
    time: row.at.toISOString(),
    kind: row.kind,
    coinid: row.coin_id,
    total: formatAmount(row.amount),
    status: row.status,
    settlement: row.settled ? 'settled' : 'pending',
    description: describeReward(row, locale),
  };
}

function describeReward(row: StandingReward, locale: Locale): string {
  const granted = row.pool !== 'yield' && (row.kind === 'bonus' || row.kind === 'dynamic');
  return translate(locale, `reward.record.${granted ? `granted.${row.kind}` : row.kind}`);
}
