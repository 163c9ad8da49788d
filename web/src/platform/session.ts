import { create } from 'zustand';
import { currentLocation, relaunch } from './history.ts';
import { readStored, writeStored } from './storage.ts';

type SessionState = {
  /** The stored login token; undefined for a visitor. */
  token: string | undefined;
  /** As a sub-account, entered from the main one. */
  acting: boolean;
  /** Why the last session ended, shown on the login page; kept, since another account in the wallet reloads the page. */
  ended: 'notlogin' | 'wallet' | undefined;
  start(token: string, acting?: boolean): void;
  /** The account that one acts as became independent. */
  own(): void;
  end(why?: 'notlogin' | 'wallet', left?: string): void;
};

/** The token last: another tab goes by it, and may read the rest before the next write. */
function keep(token: string | undefined, acting: boolean, ended?: string, left?: string): void {
  writeStored('dapp.ownWallet', undefined);
  writeStored('user.acting', acting ? '1' : undefined);
  writeStored('user.ended', ended);
  writeStored('user.left', left);
  writeStored('user.token', token);
}

/** Who is logged in on this device. The token is the only thing kept; everything else is asked from the server. */
export const useSessionStore = create<SessionState>((set) => ({
  token: readStored('user.token'),
  acting: readStored('user.acting') !== undefined,
  ended: readStored('user.ended') as SessionState['ended'],
  start(token, acting = false) {
    keep(token, acting);
    set({ token, acting, ended: undefined });
  },
  own() {
    writeStored('user.acting', undefined);
    set({ acting: false });
  },
  end(why, left) {
    keep(undefined, false, why, left);
    set({ token: undefined, acting: false, ended: why });
  },
}));

export function currentToken(): string | undefined {
  return useSessionStore.getState().token;
}

/**
 * Another tab logged in, out, or switched the account: this one goes along, for its own token may have ended with that, also when it was
 * put away meanwhile and comes back (`pageshow`). What was open here was the former account's: nothing is confirmed with it as another
 * one. `switched`: says who one is now.
 */
export function followOtherTabs(switched: () => void): void {
  for (const name of ['storage', 'pageshow'])
    addEventListener(name, () => {
      const token = readStored('user.token');
      const before = currentToken();
      if (token === before) return;
      const ended = readStored('user.ended') as SessionState['ended'];
      useSessionStore.setState({ token, ended, acting: readStored('user.acting') !== undefined });
      if (token === undefined) return;
      // Where nobody was logged in, only the form that asks for it is left.
      if (before === undefined && currentLocation().path !== '/pages/login/login') return;
      relaunch('/pages/home/home');
      if (before !== undefined) switched();
    });
}
