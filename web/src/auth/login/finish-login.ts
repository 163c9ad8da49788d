import { relaunch, replace } from '../../platform/history.ts';
import { parseLocation } from '../../platform/location.ts';
import { useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';

/**
 * After every login: the token is kept, the address cache cleared, the profile asked anew (the change of token empties
 * all reads), and the member goes where they wanted to go, else home (specification §4); but not where somebody else was, whose
 * session ended by itself, and whose drafts are not theirs (decision 0274).
 */
export function finishLogin({ token, userid }: { token: string; userid: string }): void {
  const isOwn = (readStored('general.owner') ?? userid) === userid;
  const wanted = isOwn ? readStored('general.wantedPath') : undefined;
  writeStored('general.owner', userid);
  writeStored('goods.searches', undefined);
  writeStored('general.wantedPath', undefined);
  writeStored('dapp.address', undefined);
  useSessionStore.getState().start(token);
  const { path, query } = parseLocation(wanted ?? '/pages/home/home');
  // Where they wanted to be takes the place of login: "back" leads on to where they came from.
  const go = wanted === undefined ? relaunch : replace;
  go(path, query);
}
