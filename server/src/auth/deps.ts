import type { VisitorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Guards } from './guards.ts';
import type { SigningOrigin } from './wallet-message.ts';

/** Whoever asks, known or not: where from is all that counts. */
export type AskerCtx = Ctx<Pick<VisitorActor, 'from'>>;

/** What the use cases of auth need besides the transaction. */
export type AuthDeps = { guards: Guards; signing: SigningOrigin };
