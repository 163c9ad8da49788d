import { readStored, writeStored } from '../platform/storage.ts';
import type { StoredName } from '../platform/stored-name.ts';

const PREFIX = 'openmere.';
/** Where each name of an earlier version stands now. */
const moved: Record<string, StoredName> = {
  locale: 'general.locale',
  lastPath: 'general.lastPath',
  wantedPath: 'general.wantedPath',
  drafts: 'general.drafts',
  homeSeen: 'general.homeSeen',
  setUpDone: 'general.setUpDone',
  placesRead: 'general.placesRead',
  address: 'dapp.address',
  walletName: 'dapp.walletName',
  pendingTransactions: 'dapp.transactions',
  token: 'user.token',
  ended: 'user.ended',
  theme: 'setting.theme',
  upDown: 'setting.upDown',
  hideAmounts: 'setting.hideAmounts',
  onlyHeld: 'setting.onlyHeld',
};

/** Takes over, once, what an earlier version kept under a name for each value; what is there by now stays. */
export function moveOldState(): void {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const name = moved[key.slice(PREFIX.length)];
    const value = localStorage.getItem(key);
    if (name !== undefined && value !== null && readStored(name) === undefined) writeStored(name, value);
    localStorage.removeItem(key);
  }
}
