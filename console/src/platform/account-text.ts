import { findTextKey, t } from './texts.ts';

/** Nicknames by member id. */
export type Names = Readonly<Record<string, string>>;

/** The member that a ledger account belongs to, and which of their two accounts it is. */
export function memberOfAccount(account: string): { id: string; part: string } | undefined {
  const found = /^member:([A-Za-z0-9_-]+):(available|held)$/.exec(account);
  return found ? { id: found[1] ?? '', part: found[2] ?? '' } : undefined;
}

/** A ledger account in words: whose it is, or what it is for; one that has no words keeps its name. */
export function accountText(account: string, names: Names): string {
  const owner = memberOfAccount(account);
  if (owner)
    return `${names[owner.id] ?? owner.id} · ${t(owner.part === 'held' ? 'accountHeld' : 'accountAvailable')}`;
  const key = findTextKey(`account_${account.replaceAll(/[^a-z]/g, '_')}`);
  return key === undefined ? account : t(key);
}

/** The kind of a journal entry in words; one that has none keeps its name. */
export function kindText(kind: string): string {
  const key = findTextKey(`kind_${kind.replaceAll('-', '_')}`);
  return key === undefined ? kind : t(key);
}
