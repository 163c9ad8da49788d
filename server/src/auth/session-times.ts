const DAY_MS = 24 * 3_600_000;

/** A session unused for 30 days ends (rulebook §1). */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** However much it is used, it ends after half a year (T05: an absolute limit beside the sliding one). */
export const SESSION_END_MS = 180 * DAY_MS;
