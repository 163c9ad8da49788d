import { currentLocation, replace } from '../platform/history.ts';
import { formatLocation } from '../platform/location.ts';
import { useSessionStore } from '../platform/session.ts';
import { writeStored } from '../platform/storage.ts';
import { isOpenPath, LOGIN_PATH } from './routes.ts';

/** May this place be shown? Without a login only the open routes (specification §2). */
export function mayShow(path: string, token: string | undefined): boolean {
  return token !== undefined || isOpenPath(path);
}

/** Leads a visitor from a barred place to login; the wanted place is kept and comes back after it. */
export function leadToLogin(): void {
  const { path, query } = currentLocation();
  writeStored('general.wantedPath', formatLocation(path, query));
  replace(LOGIN_PATH);
}

/** Ends the session at once, on the server's word or because the wallet changed. */
export function endSession(why?: 'notlogin' | 'wallet', left?: string): void {
  if (useSessionStore.getState().token === undefined) return;
  useSessionStore.getState().end(why, left);
}
