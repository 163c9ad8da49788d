import { type Interval, intervals } from '@openmere/core/swap/contract.ts';

/** The interval that an address asks for; an hour unless it names another one. */
export function intervalOf(text: string | undefined): Interval {
  return intervals.find((interval) => interval === text) ?? '1h';
}
