import type { Guards } from './guards.ts';
import type { SigningOrigin } from './wallet-message.ts';

/** What the use cases of auth need besides the transaction. */
export type AuthDeps = { guards: Guards; signing: SigningOrigin };
