import type { Guards } from './guards.ts';
import type { SigningPlace } from './wallet-message.ts';

/** What the use cases of auth need besides the transaction. */
export type AuthDeps = { guards: Guards; place: SigningPlace };
