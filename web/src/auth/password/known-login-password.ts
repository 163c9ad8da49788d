import { useSessionStore } from '../../platform/session.ts';

/** Salted, in memory only, and only as long as this session: enough to say that another password is the same. */
let known: { salt: Uint8Array; hash: string } | undefined;

useSessionStore.subscribe(({ token }, before) => {
  // The login itself comes right after it was typed. A token is never renewed: another one is another account.
  if (before.token !== undefined && token !== before.token) known = undefined;
});

async function hashOf(salt: Uint8Array, password: string): Promise<string> {
  const typed = new TextEncoder().encode(password);
  const bytes = new Uint8Array(salt.length + typed.length);
  bytes.set(salt);
  bytes.set(typed, salt.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
}

/** The login password as it was just typed, after it was right or was set. */
export async function rememberLoginPassword(password: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  known = { salt, hash: await hashOf(salt, password) };
}

/** Whether this is the login password, where this page knows it; the server knows it in any case. */
export async function isLoginPassword(password: string): Promise<boolean> {
  return known !== undefined && (await hashOf(known.salt, password)) === known.hash;
}
