import { create } from 'zustand';
import { readStored, writeStored } from './storage.ts';

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
  token: readStored('user.token'),
  ended: readStored('user.ended') as SessionState['ended'],
  start(token) {
    writeStored('user.token', token);
    writeStored('user.ended', undefined);
    set({ token, ended: undefined });
  },
  end(why) {
    writeStored('user.token', undefined);
    writeStored('user.ended', why);
    set({ token: undefined, ended: why });
  },
}));

export function currentToken(): string | undefined {
  return useSessionStore.getState().token;
}
