import type { Call, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { FastifyInstance } from 'fastify';
import type { MemberActor, OperatorActor, VisitorActor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { inTransaction } from '../db/connect.ts';
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

/** What a route gives a use case: who asks, when, the connections of the call's lane, and what its process `offers`. */
type CallCtx<C extends Call, O> = Omit<Ctx<ActorOf<C['path']>>, 'tx'> & O;

export type Handler<C extends Call, O = unknown> = (
  ctx: CallCtx<C, O> & {
    /** For what is the same for many callers: its bytes are made once per change (shared-answers.ts). */
    share: Share<CallResult<C>>;
  },
  input: CallParsed<C>,
) => Promise<CallResult<C> | SharedAnswer>;

export type TxHandler<C extends Call, O = unknown> = (
  ctx: CallCtx<C, O> & Pick<Ctx, 'tx'>,
  input: CallParsed<C>,
) => Promise<CallResult<C>>;

/**
 * Serves a call: limits → session → parameters → secrets → handler → envelope. `input` is parsed by the contract and its
 * secrets are plain texts. A thrown Refusal becomes a refused answer, a Fault "try again", anything else a bug.
 */
export function serve<C extends Call, O = unknown>(
  api: Api,
  call: C,
  handler: Handler<C, NoInfer<O>>,
  offers?: O,
): void {
  const handle: AnyHandler = (actor, input, now, share) =>
    (handler as Handler<Call>)({ ...offers, actor, now, share } as never, input as never);
  // The pipeline checks at start that the contract's access agrees with the types above.
  api.pipeline.serve(api.server, call, handle);
}

/** The same with one transaction around the use case; it may run again after a deadlock. */
export function serveTx<C extends Call, O = unknown>(
  api: Api,
  call: C,
  useCase: TxHandler<C, NoInfer<O>>,
  offers?: O,
): void {
  serve<C, O>(
    api,
    call,
    (ctx, input) => inTransaction(api.pipeline.dbOf(call), (tx) => useCase({ ...ctx, tx }, input)),
    offers,
  );
}

/**
 * The same, after `gather` has asked the chain for what the decision needs, which it adds to what is offered: outside the
 * transaction, which waits for nobody.
 */
export function serveGathered<C extends Call, F extends object, O = unknown>(
  api: Api,
  call: C,
  gather: (ctx: CallCtx<C, NoInfer<O>>, input: CallParsed<C>) => Promise<F>,
  useCase: TxHandler<C, NoInfer<O> & NoInfer<F>>,
  offers?: O,
): void {
  serve<C, O>(
    api,
    call,
    async (ctx, input) => {
      const facts = await gather(ctx, input);
      return inTransaction(api.pipeline.dbOf(call), (tx) => useCase({ ...ctx, ...facts, tx }, input));
    },
    offers,
  );
}
