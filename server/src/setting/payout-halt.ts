import type { Locale } from '@openmere/core/kit/language.ts';
import { readHalt } from '../ledger/halt.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { translate } from '../platform/text.ts';

/**
 * Why payouts are halted and since when, in plain words for members; null while they go on (rulebook §0.5). Requests are
 * accepted meanwhile, and wait.
 */
export async function showPayoutHalt(
  db: Db | Tx,
  locale: Locale,
): Promise<{ reason: string; since: string } | null> {
  const halt = await readHalt(db);
  if (!halt) return null;
  return { reason: translate(locale, `withdrawal.halt.${halt.kind}`), since: halt.since.toISOString() };
}
