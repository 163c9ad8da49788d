import { findText } from '../../platform/i18n.ts';
import { showToast } from '../../ui/toast-store.ts';

/** Asks the device; undefined where its holder turned it down or it had nothing to offer, which is said in passing. */
export async function ask<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The device has a passkey of this account already: browsers say so by this name.
    const id = error.name === 'InvalidStateError' ? 'factor.passkeyHere' : 'factor.passkeyCancelled';
    showToast({ text: findText(id) ?? '', tone: 'plain' });
    return undefined;
  }
}
