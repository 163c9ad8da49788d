const DAY_MS = 86_400_000n;
const DAYS = 7n;
const WEEK_MS = DAYS * DAY_MS;

/** How counted liquidity changed on a day. `amountMs`: each change multiplied by the milliseconds from the beginning of the day to it. */
export type LiquidityChange = { readonly day: number; readonly amount: bigint; readonly amountMs: bigint };

/**
 * What liquidity counts in a week's performance (decision 0295): the average of what was counted over the week, less the average over the
 * week before. So a change counts by the part of its week that is left after it, and by the rest in the next week; older ones are in
 * both averages. Rounded down.
 */
export function liquidityOfWeek(changes: readonly LiquidityChange[], monday: number): bigint {
  let sum = 0n;
  for (const { day, amount, amountMs } of changes) {
    const sinceMonday = BigInt(day - monday);
    if (sinceMonday >= 0n && sinceMonday < DAYS) sum += (DAYS - sinceMonday) * DAY_MS * amount - amountMs;
    else if (sinceMonday < 0n && sinceMonday >= -DAYS)
      sum += (DAYS + sinceMonday) * DAY_MS * amount + amountMs;
  }
  const whole = sum / WEEK_MS;
  return sum % WEEK_MS < 0n ? whole - 1n : whole;
}
