import type { Call, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { FastifyInstance } from 'fastify';
import type { MemberActor, OperatorActor, VisitorActor } from '../actor.ts';
import { inTransaction } from '../db/connect.ts';
import type { Tx } from '../db/connect.ts';
import type { OpenCall } from './open-calls.ts';
import type { AnyHandler, Pipeline } from './pipeline.ts';
import type { Share, SharedAnswer } from './shared-answers.ts';

/** What routes get: the HTTP server and the way every call takes through it. */
export type Api = { readonly server: FastifyInstance; readonly pipeline: Pipeline };

/**
 * Who stands behind a call. Open calls may come from a member who is logged in; on the console's calls a member never
 * passes. `Admin/*` is the operators' (but for its login), all else the members'.
 */
export type ActorOf<P extends string> = P extends OpenCall
  ? VisitorActor | MemberActor
  : P extends `Admin/${string}`
    ? OperatorActor
    : MemberActor;

export type Handler<C extends Call> = (
  actor: ActorOf<C['path']>,
  input: CallParsed<C>,
  now: Date,
  /** For what is the same for many callers: its bytes are made once per change (shared-answers.ts). */
  share: Share<CallResult<C>>,
) => Promise<CallResult<C> | SharedAnswer>;

export type TxHandler<C extends Call> = (
  tx: Tx,
  now: Date,
  actor: ActorOf<C['path']>,
  input: CallParsed<C>,
) => Promise<CallResult<C>>;

/**
 * Serves a call: limits → session → parameters → secrets → handler → envelope. `input` is parsed by the contract and its
 * secrets are plain texts. A thrown Refusal becomes a refused answer, a Fault "try again", anything else a bug.
 */
export function serve<C extends Call>(api: Api, call: C, handler: Handler<C>): void {
  // The pipeline checks at start that the contract's access agrees with the types above.
  api.pipeline.serve(api.server, call, handler as AnyHandler);
}

/** The same with one transaction around the handler; it may run again after a deadlock. */
export function serveTx<C extends Call>(api: Api, call: C, handler: TxHandler<C>): void {
  serve(api, call, (actor, input, now) =>
    inTransaction(api.pipeline.dbOf(call), (tx) => handler(tx, now, actor, input)),
  );
}

/** The same, after `gather` has asked the chain for what the decision needs: outside the transaction, which waits for nobody. */
export function serveGathered<C extends Call, F>(
  api: Api,
  call: C,
  gather: (actor: ActorOf<C['path']>, input: CallParsed<C>) => Promise<F>,
  handler: (
    tx: Tx,
    now: Date,
    actor: ActorOf<C['path']>,
    input: CallParsed<C>,
    facts: F,
  ) => Promise<CallResult<C>>,
): void {
  serve(api, call, async (actor, input, now) => {
    const facts = await gather(actor, input);
    return inTransaction(api.pipeline.dbOf(call), (tx) => handler(tx, now, actor, input, facts));
  });
}
