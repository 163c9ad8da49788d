import { intervalSeconds } from '@openmere/core/swap/candle.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';

/** Every interval, the shortest first. Not from the contract: its schemas would come along. */
export const intervals = Object.keys(intervalSeconds) as Interval[];

/** The interval that an address asks for; an hour unless it names another one. */
export function intervalOf(text: string | undefined): Interval {
  return intervals.find((interval) => interval === text) ?? '1h';
}
