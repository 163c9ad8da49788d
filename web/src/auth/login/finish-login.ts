import { relaunch, replace } from '../../platform/history.ts';
import { parseLocation } from '../../platform/location.ts';
import { useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';

/**
 * After every login: the token is kept, the address cache cleared, the profile asked anew (the change of token empties
 * all reads), and the member goes where they wanted to go, else home (specification §4).
 */
export function finishLogin(token: string): void {
  const wanted = readStored('general.wantedPath');
  writeStored('general.wantedPath', undefined);
  writeStored('dapp.address', undefined);
  useSessionStore.getState().start(token);
  const { path, query } = parseLocation(wanted ?? '/pages/home/home');
  // Where they wanted to be takes the place of login: "back" leads on to where they came from.
  const go = wanted === undefined ? relaunch : replace;
  go(path, query);
}
