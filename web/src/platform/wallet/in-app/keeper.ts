import { create } from 'zustand';
import type { Hex } from '../eip1193.ts';
import { findVault } from './vault-store.ts';
import type { Vault } from './vault.ts';

/** What everybody may know about the in-app wallet of this device; the key itself is in `key-holder.ts` only. */
export type InAppState = {
  status: 'loading' | 'absent' | 'locked' | 'unlocked';
  /** Lower case; known while locked, too. */
  address: Hex | undefined;
  /** The words were checked once. */
  backedUp: boolean;
};

export const useInAppWallet = create<InAppState>(() => ({
  status: 'loading',
  address: undefined,
  backedUp: false,
}));

/** What is known of a vault that nobody has opened. */
export function lockedState(vault: Vault | undefined): InAppState {
  return vault
    ? { status: 'locked', address: vault.address, backedUp: vault.backedUp }
    : { status: 'absent', address: undefined, backedUp: false };
}

let looked: Promise<void> | undefined;

/** Looks once whether this device has an in-app wallet. */
export function lookForInAppWallet(): Promise<void> {
  looked ??= findVault().then((vault) => {
    if (useInAppWallet.getState().status === 'loading') useInAppWallet.setState(lockedState(vault));
  });
  return looked;
}
