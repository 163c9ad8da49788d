import type { Call, Envelope, RateLimit } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import type { SecretReader } from '../jwe.ts';
import { answerSchemaOf } from './answer-schema.ts';
import { answerOf } from './envelope.ts';
import { busy, tooMany } from './failure.ts';
import { addressPrefix, isLoopback } from './limits.ts';
import type { Lane, Lanes, TokenBuckets } from './limits.ts';
import { openCalls } from './open-calls.ts';
import type { OriginReader } from './origin.ts';
import { mergeParameters, parseInput, parseQuery } from './parameters.ts';
import { tokenHashOf } from './session.ts';
import type { SessionReader } from './session.ts';
import { SharedAnswer, SharedAnswers } from './shared-answers.ts';
import type { Share } from './shared-answers.ts';
import type { Turns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The call that is answered, who asks, the answer's wire word, and why it is a refusal: for the log. */
    callPath: string;
    callerId: string;
    answerCode: string;
    answerReason: string;
    /** Whose request it is, by address (origin.ts); the framework's own `ip` is the proxy's. */
    clientIp: string;
  }
}

/** Which calls a listener serves. Operators' calls never stand on the members' origin; `all` is for tests. */
export type Surface = 'member' | 'console' | 'all';

export type RateLimits = {
  /** Of one address, over all calls. */
  readonly address: RateLimit;
  /** Of one member, over all calls. */
  readonly member: RateLimit;
  /** Multiplies all limits of callers on this machine; 1 in production. */
  readonly loopbackFactor: number;
};

export type PipelineOptions = {
  /** Each lane's own connections. */
  dbs: Readonly<Record<Lane, Db>>;
  clock: Clock;
  surface: Surface;
  secrets: SecretReader;
  sessions: SessionReader;
  turns: Turns;
  originOf: OriginReader;
  buckets: TokenBuckets;
  rates: RateLimits;
  lanes: Lanes;
  /** Whether answers are parsed by their contract before they are written: in tests and development. */
  parsesAnswers: boolean;
};

/** Its handler reads the body itself, over a slow link. */
const UPLOAD_TIMEOUT_MS = 75_000;

/** What a call is to the pipeline, whatever its types. */
export type AnyHandler = (actor: Actor, input: unknown, now: Date, share: Share<unknown>) => Promise<unknown>;

/** The way of every call: limits → session → parameters → secrets → handler → envelope. */
export class Pipeline {
  /** For open calls that need no transaction around them. */
  readonly db: Db;
  readonly #options: PipelineOptions;
  readonly #served = new Map<string, Call>();
  readonly #handlers = new Map<string, AnyHandler>();
  readonly #shared = new SharedAnswers();

  constructor(options: PipelineOptions) {
    this.db = options.dbs.open;
    this.#options = options;
  }

  /** The connections that a call's transaction comes from. */
  dbOf(call: Call): Db {
    return this.#options.dbs[laneOf(call)];
  }

  /** The calls that are served, for the OpenAPI document and for tests. */
  get served(): readonly Call[] {
    return [...this.#served.values()];
  }

  /** Registers a call at `POST /<path>`. Throws at start when contract, list of open calls and surface disagree. */
  serve(server: FastifyInstance, call: Call, handler: AnyHandler): void {
    this.#register(call);
    this.#handlers.set(call.path, handler);
    const lane = laneOf(call);
    const methods = call.path === 'index' ? ['GET', 'POST'] : ['POST'];
    server.route({
      method: methods,
      url: `/${call.path}`,
      ...(call.access.kind === 'operator' && call.bytes === undefined
        ? {}
        : { bodyLimit: bodyLimitOf(call) }),
      schema: { response: { 200: answerSchemaOf(call) } },
      handler: async (request, reply) => {
        const work = () => this.#answer(call, request, reply, handler);
        const answer = await this.#guarded(call, lane, request, work);
        if (!(answer instanceof SharedAnswer)) return answer;
        const encoding = answer.encodingFor(request.headers['accept-encoding']);
        reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
        if (encoding === undefined) return reply.send(answer.bytes);
        return reply.header('content-encoding', encoding).send(await answer.packed(encoding));
      },
    });
  }

  /** Whether a served call declares this parameter. */
  takes(path: string, parameter: string): boolean {
    return parameter in (this.#served.get(path)?.input.shape ?? {});
  }

  /** Asks a served call from inside, in the name of who asks already: no limits, no secrets. Refuses by throwing. */
  async ask(
    path: string,
    { actor, now }: { actor: Actor; now: Date },
    parameters: Record<string, unknown>,
  ): Promise<Envelope> {
    const [call, handler] = [this.#served.get(path), this.#handlers.get(path)];
    assert(call && handler, `${path} is not served`);
    const share = () => Promise.reject(new Error(`${path} is not for one member`));
    return answerOf(call, await handler(actor, parseInput(call.input, parameters), now, share), true);
  }

  /** Registers a call whose body the handler reads itself (multipart). Its parameters stand in the query. */
  serveRaw(
    server: FastifyInstance,
    call: Call,
    bodyLimit: number,
    handler: (actor: Actor, request: FastifyRequest, input: unknown) => Promise<unknown>,
  ): void {
    this.#register(call);
    const options = {
      bodyLimit,
      handlerTimeout: UPLOAD_TIMEOUT_MS,
      schema: { response: { 200: answerSchemaOf(call) } },
    };
    server.post(`/${call.path}`, options, (request) =>
      this.#guarded(call, laneOf(call), request, async () => {
        const actor = await this.#actorOf(call, request);
        const input = parseInput(call.input, mergeParameters(parseQuery(rawQuery(request)), undefined));
        const result = await handler(actor, request, input);
        return answerOf(call, result, this.#options.parsesAnswers);
      }),
    );
  }

  /** Counts any request against its address, before anything of it is read. */
  limitAddress(request: FastifyRequest): void {
    const { buckets, rates } = this.#options;
    const key = `address ${addressPrefix(request.clientIp)}`;
    const wait = buckets.take(key, this.#scaled(rates.address, request));
    if (wait > 0) throw tooMany(wait);
  }

  #register(call: Call): void {
    const { surface } = this.#options;
    const isOpen = (openCalls as readonly string[]).includes(call.path);
    const isAdmin = call.path.startsWith('Admin/');
    assert(isOpen === (call.access.kind === 'open'), `${call.path}: open-calls.ts and the contract disagree`);
    assert(isOpen || isAdmin === (call.access.kind === 'operator'), `${call.path}: Admin/ is for operators`);
    assert(surface !== 'member' || !isAdmin, `${call.path} may not stand on the members' origin`);
    assert(surface !== 'console' || isAdmin || isOpen, `${call.path} may not stand on the console's origin`);
    assert(!this.#served.has(call.path), `${call.path} is served twice`);
    this.#served.set(call.path, call);
  }

  async #guarded(
    call: Call,
    lane: Lane,
    request: FastifyRequest,
    work: () => Promise<Envelope | SharedAnswer>,
  ): Promise<Envelope | SharedAnswer> {
    const { lanes } = this.#options;
    request.callPath = call.path;
    if (!(await lanes.enterInTurn(lane))) throw busy();
    try {
      const answer = await work();
      request.answerCode = answer instanceof SharedAnswer ? 'ok' : answer.code;
      return answer;
    } finally {
      lanes.leave(lane);
    }
  }

  async #answer(
    call: Call,
    request: FastifyRequest,
    reply: FastifyReply,
    handler: AnyHandler,
  ): Promise<Envelope | SharedAnswer> {
    const actor = await this.#actorOf(call, request);
    const now = this.#options.clock();
    const input = parseInput(call.input, mergeParameters(parseQuery(rawQuery(request)), request.body));
    for (const field of call.secrets) {
      const sealed = input[field];
      if (typeof sealed === 'string')
        input[field] = await this.#options.secrets.read(call.path, field, sealed, now, this.dbOf(call));
    }
    const { parsesAnswers } = this.#options;
    const share: Share<unknown> = (key, version, make) =>
      this.#shared.get(`${call.path} ${key}`, version, async () =>
        Buffer.from(reply.serialize(answerOf(call, await make(), parsesAnswers)) as string),
      );
    const result = await handler(actor, input, now, share);
    return result instanceof SharedAnswer ? result : answerOf(call, result, parsesAnswers);
  }

  /** Who calls. Refuses `request.notlogin`, `request.forbidden`; counts the call against the caller's rate. */
  async #actorOf(call: Call, request: FastifyRequest): Promise<Actor> {
    const from = this.#options.originOf(request);
    const actor = await this.#identify(call, request, from);
    const { buckets, rates } = this.#options;
    const isKnown = actor.kind === 'member' || actor.kind === 'operator';
    const who = isKnown ? actor.id : addressPrefix(request.clientIp);
    const waits = [
      isKnown ? buckets.take(`caller ${who}`, this.#scaled(rates.member, request)) : 0,
      call.rate ? buckets.take(`${call.path} ${who}`, this.#scaled(call.rate, request)) : 0,
    ];
    const wait = Math.max(...waits);
    if (wait > 0) throw tooMany(wait);
    if (isKnown) {
      request.callerId = actor.id;
      this.#options.turns.remember(tokenHashOf(request) ?? '');
    }
    return actor;
  }

  async #identify(call: Call, request: FastifyRequest, from: Origin): Promise<Actor> {
    const { sessions } = this.#options;
    if (call.access.kind === 'operator') {
      const owner = await sessions.operator(request);
      if (!owner) throw new Refusal('request.notlogin');
      const { roles } = call.access;
      if (roles.length > 0 && !roles.includes(owner.role)) throw new Refusal('request.forbidden');
      return { ...owner, from };
    }
    const isConsole = call.path.startsWith('Admin/') || this.#options.surface === 'console';
    const owner = isConsole ? undefined : await sessions.member(request);
    if (owner) return { ...owner, from };
    if (call.access.kind === 'member') throw new Refusal('request.notlogin');
    return { kind: 'visitor', from };
  }

  #scaled(limit: RateLimit, request: FastifyRequest): RateLimit {
    const factor = isLoopback(request.clientIp) ? this.#options.rates.loopbackFactor : 1;
    return factor === 1 ? limit : { perMinute: limit.perMinute * factor, burst: limit.burst * factor };
  }
}

/** The largest parameters of a call besides its secrets are a wallet's message of 2,000 characters; secrets have 4 KiB. */
const BODY_BYTES = 8 * 1024;
const SECRET_BYTES = 6 * 1024;

function bodyLimitOf(call: Call): number {
  return (call.bytes ?? BODY_BYTES) + call.secrets.length * SECRET_BYTES;
}

/** What moves money carries the id that makes it happen once; what takes a password besides costs a hash, whoever sends it. */
export function laneOf(call: Call): Lane {
  if (call.transport === 'multipart') return 'media';
  if (call.access.kind === 'operator' || 'requestId' in call.input.shape) return 'money';
  if (call.secrets.length > 0) return 'entry';
  return call.access.kind === 'open' ? 'open' : 'member';
}

function rawQuery(request: FastifyRequest): string {
  const at = request.raw.url?.indexOf('?') ?? -1;
  return at < 0 ? '' : (request.raw.url ?? '').slice(at + 1);
}
