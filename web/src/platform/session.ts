import { create } from 'zustand';
import { readSetting, writeSetting } from './storage.ts';

type SessionState = {
  /** The stored login token; undefined for a visitor. */
  token: string | undefined;
  /** Why the last session ended, shown once on the login page. */
  ended: 'notlogin' | 'wallet' | undefined;
  start(token: string): void;
  end(why?: 'notlogin' | 'wallet'): void;
};

/** Who is logged in on this device. The token is the only thing kept; everything else is asked from the server. */
export const useSessionStore = create<SessionState>((set) => ({
  token: readSetting('token'),
  ended: undefined,
  start(token) {
    writeSetting('token', token);
    set({ token, ended: undefined });
  },
  end(why) {
    writeSetting('token', undefined);
    set({ token: undefined, ended: why });
  },
}));

export function currentToken(): string | undefined {
  return useSessionStore.getState().token;
}
