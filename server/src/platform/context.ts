import type { Actor } from './actor.ts';
import type { Db, Tx } from './db/connect.ts';

/**
 * What a use case is told by its caller, before its input: `useCase(ctx, input)`. The caller (route, chain event, job) opens the
 * transaction, says what time it is and who acts, and adds what its process offers. A use case names what it needs and no
 * more: `Pick<Ctx, 'tx' | 'now'>`, `Ctx<MemberActor> & { guards: Guards }`.
 */
export type Ctx<A = Actor> = { readonly tx: Tx; readonly now: Date; readonly actor: A };

/**
 * For what cannot stand in one transaction of its caller: it asks the chain in between, commits step by step, or keeps what it
 * wrote after a refusal. It opens its transactions from these connections.
 */
export type DbCtx = { readonly db: Db };

/** For what only reads and is asked from both: in the caller's transaction, or statement by statement where none is open. */
export type ReadCtx = { readonly tx: Db };
