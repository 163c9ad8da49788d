import type { Origin, VisitorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { AskContract } from './contract-signature.ts';
import type { Guards } from './guards.ts';
import type { SigningOrigin } from './wallet-message.ts';

/** Whoever asks, known or not: where from is all that counts. */
export type AskerCtx = Ctx<Pick<VisitorActor, 'from'>>;

/** What the use cases of auth need besides the transaction. */
export type AuthDeps = {
  guards: Guards;
  signing: SigningOrigin;
  /** Asks contract wallets; without it plain keys alone sign. */
  askContract?: AskContract | undefined;
  /** What else happens when somebody has logged in, whatever with: the browser's cart becomes theirs. Never refuses. */
  onLogin?: ((ctx: Pick<Ctx, 'tx'>, login: { memberId: string; from: Origin }) => Promise<void>) | undefined;
};
