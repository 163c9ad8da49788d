import type { OutputOf } from '@openmere/core/calls.ts';
import { normaliseTarget } from '@openmere/core/transfer/rules.ts';
import { useCall } from '../platform/query.ts';

export type Contact = OutputOf<'Wallet/Contacts'>;
/** Somebody to pay: saved, or paid before. */
export type KnownTarget = { target: string; name: string; saved: boolean };

/** Targets of earlier transfers that were sent, with the name they had, newest first, each once. */
function earlierOf(list: readonly OutputOf<'Wallet/Transfers'>[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { type, address, counterpart } of list) {
    const target = normaliseTarget(address);
    if (type === 'out' && !names.has(target)) names.set(target, counterpart);
  }
  return names;
}

/** Saved contacts by name, and whom one paid lately and has not saved. */
export function useKnownTargets(): { saved: KnownTarget[]; recent: KnownTarget[] } {
  const contacts = useCall('Wallet/Contacts', {}).data?.list ?? [];
  const transfers = useCall('Wallet/Transfers', { pageSize: 50 }).data?.list ?? [];
  const isSaved = new Set(contacts.map(({ target }) => target));
  return {
    saved: contacts.map(({ target, name }) => ({ target, name, saved: true })),
    recent: [...earlierOf(transfers)]
      .filter(([target]) => !isSaved.has(target))
      .slice(0, 5)
      .map(([target, name]) => ({ target, name, saved: false })),
  };
}
