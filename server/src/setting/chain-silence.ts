import type { Locale } from '@openmere/core/kit/language.ts';
import type { ReadCtx } from '../platform/context.ts';
import { findChainSilence } from '../platform/loops.ts';
import { translate } from '../platform/text.ts';

/**
 * That the network does not answer, and since when, in plain words for members; null while it does (rulebook §0.5). Deposits
 * and withdrawals on their way wait meanwhile, and say so.
 */
export async function showChainSilence(
  ctx: ReadCtx,
  { chainId, locale }: { chainId: number; locale: Locale },
): Promise<{ reason: string; since: string } | null> {
  const { tx } = ctx;
  const since = await findChainSilence(tx, chainId);
  return since ? { reason: translate(locale, 'chain.silence'), since: since.toISOString() } : null;
}
