import { create } from 'zustand';
import { readSetting, writeSetting } from './storage.ts';

type SessionState = {
  /** The stored login token; undefined for a visitor. */
  token: string | undefined;
  /** Why the last session ended, shown on the login page; kept, since another account in the wallet reloads the page. */
  ended: 'notlogin' | 'wallet' | undefined;
  start(token: string): void;
  end(why?: 'notlogin' | 'wallet'): void;
};

/** Who is logged in on this device. The token is the only thing kept; everything else is asked from the server. */
export const useSessionStore = create<SessionState>((set) => ({
  token: readSetting('token'),
  ended: readSetting('ended') as SessionState['ended'],
  start(token) {
    writeSetting('token', token);
    writeSetting('ended', undefined);
    set({ token, ended: undefined });
  },
  end(why) {
    writeSetting('token', undefined);
    writeSetting('ended', why);
    set({ token: undefined, ended: why });
  },
}));

export function currentToken(): string | undefined {
  return useSessionStore.getState().token;
}
