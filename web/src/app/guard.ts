import { currentToken, useSessionStore } from '../platform/session.ts';
import { currentPlace, replace } from '../platform/history.ts';
import { formatPlace } from '../platform/place.ts';
import { writeSetting } from '../platform/storage.ts';
import { isOpenPath, loginPath } from './routes.ts';

/**
 * May the current place be shown? A visitor on a barred path goes to login, with the wanted place kept
 * (specification §2: any other path triggers an environment check).
 */
export function guardPlace(): boolean {
  const place = currentPlace();
  if (currentToken() !== undefined || isOpenPath(place.path)) return true;
  writeSetting('wantedPath', formatPlace(place.path, place.query));
  replace(loginPath);
  return false;
}

/** Ends the session at once, on the server's word or because the wallet changed. */
export function endSession(why?: 'notlogin' | 'wallet'): void {
  if (useSessionStore.getState().token === undefined) return;
  useSessionStore.getState().end(why);
  if (!isOpenPath(currentPlace().path)) guardPlace();
}
