import { dayOf } from '@openmere/core/kit/day.ts';

const DAY_MS = 86_400_000;

/** A UTC day as 2026-01-31. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Undefined for what is no day of the calendar, such as 2026-02-30. */
export function parseDay(text: string): number | undefined {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(time)) return undefined;
  const day = dayOf(time);
  return dayText(day) === text ? day : undefined;
}
