import type { Locale } from '@openmere/core/kit/language.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';

/** Days and weeks are cut in UTC (rulebook §7) and dated so; shorter candles stand on the device's clock. */
export function isDatedInUtc(interval: Interval): boolean {
  return interval === '1d' || interval === '1w';
}

/** How important a point is on the time axis: the steps of the chart library. */
const WEIGHTS = {
  minute: 20,
  fiveMinutes: 21,
  halfHour: 22,
  hour: 30,
  day: 50,
  month: 60,
  year: 70,
} as const;
const HOURS: readonly [step: number, weight: number][] = [
  [12, 33],
  [6, 32],
  [3, 31],
];

type Clock = { year: number; month: number; day: number; hour: number; minute: number };

function clockOf(time: number, utc: boolean): Clock {
  const at = new Date(time * 1000);
  return utc
    ? {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth(),
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
      }
    : {
        year: at.getFullYear(),
        month: at.getMonth(),
        day: at.getDate(),
        hour: at.getHours(),
        minute: at.getMinutes(),
      };
}

function weightBetween(before: Clock, after: Clock): number {
  if (after.year !== before.year) return WEIGHTS.year;
  if (after.month !== before.month) return WEIGHTS.month;
  if (after.day !== before.day) return WEIGHTS.day;
  const crossed = (from: number, to: number, step: number) =>
    Math.floor(from / step) !== Math.floor(to / step);
  for (const [step, weight] of HOURS) if (crossed(before.hour, after.hour, step)) return weight;
  if (after.hour !== before.hour) return WEIGHTS.hour;
  if (crossed(before.minute, after.minute, 30)) return WEIGHTS.halfHour;
  return crossed(before.minute, after.minute, 5) ? WEIGHTS.fiveMinutes : WEIGHTS.minute;
}

/** Every clock on earth differs from UTC by whole quarters of an hour. */
const QUARTER_SEC = 900;
const FIVE_MINUTES_SEC = 300;

/** Weight of the point at `time` that follows `before` (epoch seconds), by the calendar of the reader or of UTC. */
export function timeWeight(before: number, time: number, utc: boolean): number {
  const isOther = (step: number) => Math.floor(before / step) !== Math.floor(time / step);
  // Most points of a long series of minutes need no calendar.
  if (!isOther(QUARTER_SEC)) return isOther(FIVE_MINUTES_SEC) ? WEIGHTS.fiveMinutes : WEIGHTS.minute;
  return weightBetween(clockOf(before, utc), clockOf(time, utc));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, utc: boolean, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${utc} ${Object.entries(options).join()}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(locale, { ...options, ...(utc ? { timeZone: 'UTC' } : {}) });
    formats.set(key, known);
  }
  return known;
}

/** The kinds of tick mark of the chart library: year, month, day, time of day, time with seconds. */
const TICKS: readonly Intl.DateTimeFormatOptions[] = [
  { year: 'numeric' },
  { month: 'short' },
  { day: 'numeric' },
  { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
];

const TIME_OF_DAY = 3;
const two = (number: number): string => `${number}`.padStart(2, '0');

/** A label on the time axis; `time` in epoch seconds, `kind` 0 year … 4 time with seconds. */
export function tickText(time: number, kind: number, locale: Locale, utc: boolean): string {
  if (kind === TIME_OF_DAY) {
    // The same in all nine languages (a test compares); a slow phone makes a format in 40 ms, before the first picture.
    const { hour, minute } = clockOf(time, utc);
    return `${two(hour)}:${two(minute)}`;
  }
  return format(locale, utc, TICKS[kind] ?? {}).format(time * 1000);
}

/** When a candle opened, in full: date, with the time of day where candles are shorter than a day. `time` epoch ms. */
export function candleTime(time: number, interval: Interval, locale: Locale): string {
  const utc = isDatedInUtc(interval);
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  if (utc) return `${format(locale, true, date).format(time)} UTC`;
  return format(locale, false, { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    time,
  );
}
