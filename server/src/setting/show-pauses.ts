import type { Locale } from '@openmere/core/kit/language.ts';
import { entranceNames } from '@openmere/core/setting/pause.ts';
import type { Entrance, PauseReason } from '@openmere/core/setting/pause.ts';
import type { ReadCtx } from '../platform/context.ts';
import { translate } from '../platform/text.ts';
import { contractsOf } from './on-chain.ts';
import { listPauses } from './pause-store.ts';
import { readSettings } from './read.ts';

export type Pause = { what: Entrance; since: string; reason: string | null };

/** The sentence for members; null where there is nothing to say: none was given, or "other". */
export function wordReason(locale: Locale, reason: PauseReason | null): string | null {
  return reason === null || reason === 'other' ? null : translate(locale, `setting.pause.${reason}`);
}

/** What the guard has paused, since when, and why where an operator said so (rulebook §0.5). */
export async function showPauses(
  ctx: ReadCtx,
  { chainId, locale }: { chainId: number; locale: Locale },
): Promise<Pause[]> {
  const { tx } = ctx;
  const pauses = await listPauses(tx, chainId);
  if (pauses.length === 0) return [];
  const { chainContracts } = await readSettings(tx);
  return entranceNames.flatMap((what) => {
    const own = contractsOf(what, chainContracts);
    // The longest first: it is shut since then.
    const those = pauses.filter(({ contract }) => own.includes(contract));
    const reason = those.find((one) => one.reason !== null)?.reason ?? null;
    return those[0]
      ? [{ what, since: those[0].since.toISOString(), reason: wordReason(locale, reason) }]
      : [];
  });
}
