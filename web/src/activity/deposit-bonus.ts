import { activityState } from '@openmere/core/activity/rules.ts';
import type { DepositRule } from '@openmere/core/activity/rules.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { BPS_PER_WHOLE } from '@openmere/core/money/ratio.ts';
import { baseUnits } from '../platform/money-text.ts';

type Info = OutputOf<'Activity/Info'>;

/** The server's business clock, going on from its last answer: how far it is ahead of this device's, in ms. */
export const aheadOf = (info: Info, answeredAt: number): number => Date.parse(info.now) - answeredAt;

/** The rule of deposit bonuses, as the server counts with it. */
export function depositRuleOf({ deposit: { tiers, most } }: Info): DepositRule {
  return {
    tiers: tiers.map(({ from, factor }) => ({
      from: baseUnits(from),
      bps: Number((baseUnits(factor) * BPS_PER_WHOLE) / oneCoin),
    })),
    most: baseUnits(most),
  };
}

/** Whether a first deposit now, by the server's clock (epoch ms), can still have a bonus: none was given or is decided in this activity. */
export function isDepositOpen({ starts, ends, own }: Info, now: number): boolean {
  if (starts === null || ends === null || own === null || own.countryoff) return false;
  if (activityState({ starts: Date.parse(starts), ends: Date.parse(ends) }, now) !== 'inprogress')
    return false;
  return own.bonuses.every(
    ({ kind, status, time }) =>
      kind !== 'deposit' || (status === 'refused' && Date.parse(time) < Date.parse(starts)),
  );
}
