import { applyUpdate } from '../platform/app-update.ts';

/** Which version this tab has already been reloaded for. */
const RELOADED_FOR = 'openmere.reloadedFor';

export function reloadedFor(): string | null {
  try {
    return sessionStorage.getItem(RELOADED_FOR);
  } catch (error) {
    console.warn('not known whether this tab was reloaded for an update', error);
    return null;
  }
}

/** A reload that brought nothing is not offered again: published, and not on this server yet. */
export function reloadFor(next: string): Promise<void> {
  try {
    sessionStorage.setItem(RELOADED_FOR, next);
  } catch (error) {
    console.warn('not kept that this tab is reloaded for an update', error);
  }
  return applyUpdate();
}
