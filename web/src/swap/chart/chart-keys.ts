type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };
const FAST = 10;

const isOurs = (event: Key): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;

/**
 * The candle that a key leads to: arrows by one (with Shift by ten), Page keys by ten, Home the oldest, End the newest,
 * Escape none. The first arrow chooses the newest candle. Undefined: not a key of the chart.
 */
export function nextPick(event: Key, picked: number | undefined, count: number): number | 'none' | undefined {
  if (!isOurs(event) || count === 0) return undefined;
  if (event.key === 'Escape') return picked === undefined ? undefined : 'none';
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return count - 1;
  const step = STEPS[event.key];
  if (step === undefined) return undefined;
  if (picked === undefined) return count - 1;
  const by = event.shiftKey && Math.abs(step) === 1 ? step * FAST : step;
  return Math.min(Math.max(picked + by, 0), count - 1);
}

/** How many times as many candles a key shows: + fewer, − more. Undefined: not a key of the chart. */
export function zoomOf(event: Key): number | undefined {
  if (!isOurs(event)) return undefined;
  if (event.key === '+' || event.key === '=') return 0.7;
  return event.key === '-' || event.key === '_' ? 1 / 0.7 : undefined;
}
