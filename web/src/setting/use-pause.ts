import type { OutputOf } from '@openmere/core/calls.ts';
import type { Entrance } from '@openmere/core/setting/pause.ts';
import { useCall } from '../platform/query.ts';

export type Pause = OutputOf<'index'>['paused'][number];

/** The chain says at once that something is paused, the server since when, once the block is final. */
const AGAIN_MS = 20_000;

/** Since when it is paused, and why where that was said; undefined where it is not, or not known yet. Asked only while `isPaused`. */
export function usePause(what: Entrance, isPaused = true): Pause | undefined {
  const { data } = useCall('index', {}, { enabled: isPaused, refetchInterval: AGAIN_MS });
  return isPaused ? data?.paused.find((pause) => pause.what === what) : undefined;
}
