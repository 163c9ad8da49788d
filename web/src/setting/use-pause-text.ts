import type { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Entrance } from '@openmere/core/setting/pause.ts';
import { errorText } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { usePause } from './use-pause.ts';

/** Since when it is paused, and why where that was said, as a sentence; empty where there is nothing to say. */
export function usePauseText(what: Entrance, isPaused = true): string {
  const t = useTexts('wallet');
  const locale = useLocale();
  const pause = usePause(what, isPaused);
  if (!pause) return '';
  return t('pausedSince', { time: exactTime(pause.since, locale), reason: pause.reason ?? '' }).trim();
}

/** Refusals that say that the guard has shut an entrance. */
const entranceOf: Readonly<Record<string, Entrance>> = {
  'liquidity.paused': 'liquidity',
  'minting.paused': 'power',
  'minting.usdopaused': 'usdo',
  'minting.nottradable': 'trade',
  'node.paused': 'node',
};

/** A refusal as members read it, and where it is a pause since when that is so. */
export function useRefusalText(refusal: Refusal | undefined): string | undefined {
  const entrance = refusal && entranceOf[refusal.code];
  const since = usePauseText(entrance ?? 'trade', entrance !== undefined);
  return refusal && `${errorText(refusal)} ${since}`.trim();
}
