import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerError, isRequest } from '../calls.ts';
import type { RpcAnswer, RpcRequest } from '../calls.ts';
import { bendLogs, moveLog } from './bend.ts';
import type { LogBend } from './bend.ts';
import { BLOCKS, noFaultCounts, readFaults, seededShares } from './faults.ts';
import type { FaultCounts, FaultKind, Faults, FaultSettings } from './faults.ts';
import { answerAsOf, askNow, asksForBlocks } from './moment.ts';
import { reorganise } from './reorganise.ts';

export type FaultRpcOptions = {
  /** The real node. */
  upstream: string;
  /** 0: any free port. */
  port?: number;
  /** The same seed hits the same requests, as long as they come in the same order. */
  seed?: number;
};

/**
 * For tests: a JSON-RPC port between the product and a real development node, which answers like a provider on a bad day.
 * `faults` may change at any moment, from this process by `set`, from another one by `PUT /faults` (`GET` reads faults and
 * counts) and `POST /reorg`.
 */
export class FaultRpc {
  readonly counts: FaultCounts = noFaultCounts();
  readonly #upstream: string;
  readonly #share: () => number;
  readonly #server: Server;
  #faults: Faults = {};
  #requests = 0;

  private constructor(options: FaultRpcOptions) {
    this.#upstream = options.upstream;
    this.#share = seededShares(options.seed ?? 1);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else response.writeHead(502).end(String(error));
      });
    });
  }

  static async listen(options: FaultRpcOptions): Promise<FaultRpc> {
    const proxy = new FaultRpc(options);
    await new Promise<void>((done, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(options.port ?? 0, '127.0.0.1', done);
    });
    // It never keeps alive the process that it serves.
    proxy.#server.unref();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The faults from now on; what hangs goes on hanging. */
  set(faults: Faults): void {
    this.#faults = readFaults(faults);
  }

  /** Takes back the newest blocks of the real chain: see {@link reorganise}. */
  reorg(depth: number, lost: readonly string[] = []): Promise<void> {
    return reorganise((method, params) => this.#ask(method, params), depth, this.#share, lost);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const reply = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/reorg') {
      const { depth, lost } = JSON.parse(text) as { depth: number; lost?: string[] };
      await this.reorg(depth, lost);
      return reply({});
    }
    if (request.url === '/faults') {
      if (request.method === 'PUT') this.set(JSON.parse(text) as Faults);
      return reply({ faults: this.#faults, counts: this.counts, requests: this.#requests });
    }
    await this.#answerRpc(JSON.parse(text), response, reply);
  }

  async #answerRpc(value: unknown, response: ServerResponse, reply: (body: unknown) => void): Promise<void> {
    const items = Array.isArray(value) ? (value as unknown[]) : [value];
    this.#requests += 1;
    // No answer ever: the connection stays open until the other side gives up.
    if (this.#hits('hanging')) return;
    const crowded = this.#hits('tooMany');
    if (crowded) {
      const { seconds } = crowded;
      response
        .writeHead(429, seconds === undefined ? {} : { 'retry-after': String(seconds) })
        .end('slow down');
      return;
    }
    const behind = this.#behind();
    const answers: RpcAnswer[] = [];
    for (const item of items) answers.push(await this.#answerOne(item, behind));
    const isSend = items.some((item) => isRequest(item) && item.method.startsWith('eth_sendRaw'));
    if (isSend && this.#hits('sendTimeout')) return;
    const whole = Array.isArray(value) ? this.#dropOne(answers) : answers[0];
    reply(whole);
  }

  /** How far behind the node is that answers this request. */
  #behind(): number {
    const lag = this.#hits('lag');
    if (lag) return lag.blocks ?? BLOCKS;
    const turn = this.#faults.alternating;
    if (!turn) return 0;
    const behind = [0, 1, turn.blocks ?? BLOCKS][Math.floor(this.#share() * 3)] ?? 0;
    if (behind > 0) this.counts.alternating += 1;
    return behind;
  }

  async #answerOne(item: unknown, behind: number): Promise<RpcAnswer> {
    if (!isRequest(item)) return answerError(null, -32600, 'Invalid request');
    const later = askNow(item);
    if (later && this.#hits('future')) return this.#pass(later);
    let back = behind;
    const ahead = asksForBlocks(item.method) ? this.#hits('ahead') : undefined;
    if (ahead) back = ahead.blocks ?? BLOCKS;
    const answer =
      back === 0
        ? await this.#pass(item)
        : await answerAsOf(
            await this.#horizon(back),
            item,
            (method, params) => this.#ask(method, params),
            (request) => this.#pass(request),
          );
    return this.#spoil(bendLogs(item.method, answer, this.#bendLog));
  }

  /** Replaces or takes away the result of a good answer. */
  #spoil(answer: RpcAnswer): RpcAnswer {
    if (answer.error !== undefined) return answer;
    if (this.#hits('null')) return { ...answer, result: null };
    if (!this.#hits('missing')) return answer;
    return { jsonrpc: '2.0', id: answer.id };
  }

  /** A batch that lacks an answer, instead of one whose answer lacks its result. */
  #dropOne(answers: readonly RpcAnswer[]): readonly RpcAnswer[] {
    const isBroken = answers.some((answer) => !('result' in answer) && answer.error === undefined);
    return isBroken && this.#share() < 0.5
      ? answers.filter((answer) => 'result' in answer || answer.error !== undefined)
      : answers;
  }

  readonly #bendLog: LogBend = (log, _, count) => {
    if (this.#hits('logsLost')) return [];
    if (this.#hits('logsDoubled')) return [log, log];
    return this.#hits('logsMoved') ? [log, moveLog(log, count)] : [log];
  };

  /** The settings of a fault when it is on and hits this time; counted. */
  #hits(kind: FaultKind): FaultSettings | undefined {
    const settings = this.#faults[kind];
    if (!settings || this.#share() >= (settings.rate ?? 1)) return undefined;
    this.counts[kind] += 1;
    return settings;
  }

  async #horizon(behind: number): Promise<bigint> {
    const horizon = BigInt((await this.#ask('eth_blockNumber')) as string) - BigInt(behind);
    return horizon < 0n ? 0n : horizon;
  }

  async #pass(request: RpcRequest): Promise<RpcAnswer> {
    const response = await fetch(this.#upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return (await response.json()) as RpcAnswer;
  }

  async #ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await this.#pass({ jsonrpc: '2.0', id: 1, method, params });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }
}
