import { Fault } from '@openmere/core/kit/fault.ts';
import { guardChainId } from './client.ts';
import { StatusError, createRpc } from './rpc.ts';
import type { Rpc, RpcOptions } from './rpc.ts';

const REST_MS_FIRST = 200;
/** Longest rest by our own judgement: what heals is used again within this time. */
const REST_MS_MAX = 5_000;
/** Longest rest that a node may ask for by `Retry-After`. */
const RETRY_AFTER_MS_MAX = 30_000;

/** One that rests is asked again within this time, by whoever follows the chain. */
const ASKED_MS = 2 * RETRY_AFTER_MS_MAX;

/**
 * One address of a chain's nodes, and how it is doing. After a failure it rests, longer from failure to failure and at least
 * as long as it asked for itself; a good answer ends that.
 */
export class Endpoint {
  /** For logs: without path and query, which may hold a key. */
  readonly host: string;
  readonly rpc: Rpc;
  #failures = 0;
  #failingSince = 0;
  #failedAt = 0;
  #restUntil = 0;
  #isProbed = false;

  constructor(url: string, chainId: number, options: RpcOptions = {}) {
    this.host = new URL(url).host;
    this.rpc = guardChainId(createRpc(url, options), chainId);
  }

  get isHealthy(): boolean {
    return this.#failures === 0;
  }

  /** For how long it has answered nothing good; 0 while it is well, or when nobody has asked it lately. */
  get failingMs(): number {
    const now = performance.now();
    return this.isHealthy || now - this.#failedAt > ASKED_MS ? 0 : now - this.#failingSince;
  }

  /** How long it still rests. */
  get restMs(): number {
    return Math.max(0, this.#restUntil - performance.now());
  }

  succeed(): void {
    this.#failures = 0;
    this.#restUntil = 0;
  }

  /** `askedAt` (`performance.now()`): questions that were on their way together fail together, as one failure. */
  fail(error: unknown, askedAt: number): void {
    const now = performance.now();
    if (this.isHealthy) this.#failingSince = now;
    if (askedAt >= this.#failedAt) this.#failures += 1;
    this.#failedAt = now;
    const own = Math.min(REST_MS_FIRST * 2 ** (this.#failures - 1), REST_MS_MAX);
    // Not all at the same moment: several processes may have been turned away together.
    const jittered = own * (0.75 + Math.random() / 2);
    const asked = Math.min(retryAfterOf(error), RETRY_AFTER_MS_MAX);
    this.#restUntil = Math.max(this.#restUntil, now + Math.max(jittered, asked));
  }

  /** Asks a rested address in the background whether it is well again, so that no question has to find out. */
  probe(): void {
    if (this.isHealthy || this.restMs > 0 || this.#isProbed) return;
    this.#isProbed = true;
    const askedAt = performance.now();
    this.rpc
      .call('eth_blockNumber')
      .then(
        () => this.succeed(),
        (error: unknown) => this.fail(error, askedAt),
      )
      .finally(() => (this.#isProbed = false));
  }
}

function retryAfterOf(error: unknown): number {
  const cause = error instanceof Fault ? error.cause : undefined;
  return cause instanceof StatusError ? cause.retryAfterMs : 0;
}
