const HOUR_MS = 3_600_000;

/**
 * When the cooling-off of a country is over, in ms: so many hours after the risk disclosure was first accepted. Undefined where it is
 * over, or the country has none. Whoever accepted nothing yet waits from now on.
 */
export function coolingEnd(
  hours: number | undefined,
  acceptedAt: number | undefined,
  now: number,
): number | undefined {
  if (hours === undefined) return undefined;
  const end = (acceptedAt ?? now) + hours * HOUR_MS;
  return end > now ? end : undefined;
}
