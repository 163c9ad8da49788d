/** Passkeys of one member. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 40;
/** A question to a passkey waits so long for its answer. */
export const PASSKEY_QUESTION_MS = 5 * 60_000;

/** How a site names itself to passkeys, and the origin at which they may answer. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/**
 * Passkeys belong to a host name. A development start is found at an address, for which browsers make none: there they belong to
 * `localhost`, which is the same machine.
 */
export function relyingPartyOf(origin: string): RelyingParty {
  const [, scheme = '', host = '', port = ''] =
    /^(https?):\/\/([^/:]+|\[[^\]]+\])(:\d+)?$/.exec(origin) ?? [];
  const isLoopback = host === '127.0.0.1' || host === '[::1]';
  const id = isLoopback ? 'localhost' : host;
  return { id, origin: `${scheme}://${id}${port}` };
}
