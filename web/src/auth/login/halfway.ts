type Halfway = { mode?: 'wallet' | 'mail' | 'account'; email?: string; account?: string | undefined };

/**
 * What was chosen and typed at the login, for who goes on to another step of it (registering, a forgotten password) and comes
 * back. Only this page knows it, and neither a password nor a code is among it.
 */
export let halfway: Halfway = {};

export function keepHalfway(part: Halfway): void {
  halfway = { ...halfway, ...part };
}

export function dropHalfway(): void {
  halfway = {};
}
