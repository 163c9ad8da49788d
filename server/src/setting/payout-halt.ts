import type { Locale } from '@openmere/core/kit/language.ts';
import { pauseReasons } from '@openmere/core/setting/pause.ts';
import { readHalt } from '../ledger/halt.ts';
import type { Halt } from '../ledger/halt.ts';
import type { ReadCtx } from '../platform/context.ts';
import { translate } from '../platform/text.ts';
import { wordReason } from './show-pauses.ts';

/** Why, for members: what the operator who halted chose to tell them, else what is said of its kind. */
export function wordHalt(locale: Locale, { kind, facts }: Pick<Halt, 'kind' | 'facts'>): string {
  const told = pauseReasons.find((one) => one === facts['told']) ?? null;
  return wordReason(locale, told) ?? translate(locale, `withdrawal.halt.${kind}`);
}

/**
 * Why payouts are halted and since when, in plain words for members; null while they go on (rulebook §0.5). Requests are
 * accepted meanwhile, and wait.
 */
export async function showPayoutHalt(
  ctx: ReadCtx,
  locale: Locale,
): Promise<{ reason: string; since: string } | null> {
  const { tx } = ctx;
  const halt = await readHalt(tx);
  if (!halt) return null;
  return { reason: wordHalt(locale, halt), since: halt.since.toISOString() };
}
