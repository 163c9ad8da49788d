import type { Locale } from '@openmere/core/kit/language.ts';
import { readHalt } from '../ledger/halt.ts';
import type { ReadCtx } from '../platform/context.ts';
import { translate } from '../platform/text.ts';

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
  return { reason: translate(locale, `withdrawal.halt.${halt.kind}`), since: halt.since.toISOString() };
}
