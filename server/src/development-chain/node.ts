import { setTimeout as wait } from 'node:timers/promises';
import type { Anvil } from './anvil.ts';
import { NodeGone, bringUp, callAt, post } from './bring-up.ts';
import type { Block, Log } from './bring-up.ts';
import { RwLock, coalesce } from './rw-lock.ts';
import { ChainStateFault, writeState } from './state-files.ts';
import type { ChainState } from './state-files.ts';

/** A dump slower than this is named in the log: it delays every answer to a sender. */
const SLOW_DUMP_MS = 1_000;
const WATCH_MS = 500;
const RETRY_MS = 20;
const LAST_SAVE_MS = 1_500;
/** Saving that is held back goes on this long after the last change. */
const HELD_MS = 5_000;
/** How long a reader waits for a node that comes back. */
const RETURN_LIMIT_MS = 5_000;

/** A new chain's first block (Unix seconds; default now), how states are put on disk, and what ends its start at once. */
type Options = { genesis?: number | undefined; write?: typeof writeState; signal?: AbortSignal };

/** The node under supervision: always running, and always coming back with the last state on disk. */
export class DurableNode {
  /** Puts the state on disk; resolves, with the node that it was taken from, when a state taken after this call began is there. */
  readonly save: () => Promise<Anvil>;
  #anvil: Anvil;
  #durable: number;
  #aheadMs: number;
  #unmined = new Map<string, string>();
  #lock = new RwLock();
  #ready: Promise<void> = Promise.resolve();
  #stopping = false;
  /** Ends whichever node there is, also one that is still coming back. */
  readonly #end: AbortController;
  #heldUntil = 0;
  #watch: NodeJS.Timeout;
  #dir: string;
  #log: Log;
  #write: typeof writeState;

  private constructor(
    dir: string,
    log: Log,
    write: typeof writeState,
    end: AbortController,
    { anvil, state }: { anvil: Anvil; state: ChainState | undefined },
  ) {
    this.#end = end;
    this.#dir = dir;
    this.#log = log;
    this.#write = write;
    this.#anvil = anvil;
    this.#durable = state?.head ?? 0;
    this.#aheadMs = state?.aheadMs ?? 0;
    this.save = coalesce(() => this.#lock.exclusive(() => this.#saveOnce()));
    this.#watch = setInterval(() => void this.#saveWhatWasMined(), WATCH_MS);
    this.#supervise();
  }

  /** Opens the chain of a folder and keeps it running until {@link stop}; a new one begins at `genesis`. */
  static async open(
    dir: string,
    log: Log,
    { genesis, write = writeState, signal }: Options = {},
  ): Promise<DurableNode> {
    const end = new AbortController();
    signal?.addEventListener('abort', () => end.abort());
    const found = await bringUp(dir, log, { genesis, signal: end.signal });
    const node = new DurableNode(dir, log, write, end, found);
    await node.#setClock();
    if (found.state === undefined) await node.save();
    return node;
  }

  /** Highest block that is on disk. */
  get durableBlock(): number {
    return this.#durable;
  }

  /**
   * While saving is held, changes are answered at once and are lost when the process ends: for long histories of play
   * that are simply played again. It ends by itself when nothing changes for a while.
   */
  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Begins to hold saving back, or ends it and saves. */
  async holdSaving(held: boolean): Promise<void> {
    this.#heldUntil = held ? performance.now() + HELD_MS : 0;
    if (!held) await this.save();
  }

  /**
   * Moves the chain's clock to `aheadMs` ahead of the system's, and mines `blocks` there. Never back: what is not ahead of where
   * the clock is does nothing. @returns how far ahead it is now, when that is on disk.
   */
  async moveAhead(aheadMs: number, blocks: number): Promise<number> {
    await this.#ready;
    const anvil = await this.#lock.shared(async () => {
      const taker = this.#anvil;
      if (aheadMs <= this.#aheadMs) return taker;
      this.#aheadMs = aheadMs;
      await this.#setClock();
      for (let mined = 0; mined < blocks; mined += 1) await this.call('evm_mine');
      return taker;
    });
    await this.#keep(anvil);
    return this.#aheadMs;
  }

  /** The node keeps no clock over its end; and it would go back behind its newest block if it were told to. */
  async #setClock(): Promise<void> {
    if (this.#aheadMs === 0) return;
    const { timestamp } = (await this.call('eth_getBlockByNumber', ['latest', false])) as Block;
    const next = Math.max(Date.now() + this.#aheadMs, (Number(timestamp) + 1) * 1_000);
    await this.call('anvil_setTime', [next]);
  }

  /** Process id of the node of this moment. */
  get pid(): number | undefined {
    return this.#anvil.process.pid;
  }

  /** Passes a call that changes nothing; waits for a node that comes back. */
  async read(body: () => string): Promise<string> {
    const limit = Date.now() + RETURN_LIMIT_MS;
    for (;;) {
      await this.#ready;
      try {
        return await post(this.#anvil.url, body());
      } catch (error) {
        if (!(error instanceof NodeGone) || this.#stopping || Date.now() > limit) throw error;
        await wait(RETRY_MS);
      }
    }
  }

  /**
   * Passes a call that changes the chain, once, and answers when its effect is on disk. No state is taken until `settled` of its
   * answer has ended, which says whether there is anything to keep. Throws {@link NodeGone} when the node ended before that.
   */
  async change(body: () => string, settled: (answer: string) => Promise<boolean>): Promise<string> {
    await this.#ready;
    if (this.isHeld) this.#heldUntil = performance.now() + HELD_MS;
    const { answer, anvil, changed } = await this.#lock.shared(async () => {
      const taker = this.#anvil;
      const text = await post(taker.url, body());
      return { answer: text, anvil: taker, changed: await settled(text) };
    });
    if (changed && !this.isHeld) await this.#keep(anvil);
    return answer;
  }

  async call(method: string, params: unknown[] = []): Promise<unknown> {
    return callAt(this.#anvil.url, method, params);
  }

  /** Remembers a transaction until it is mined, because the node's pool is not in its dump. */
  async remember(hash: string): Promise<void> {
    const raw = await this.call('eth_getRawTransactionByHash', [hash]);
    if (typeof raw === 'string') this.#unmined.set(hash, raw);
  }

  /**
   * Saves and ends the node. Where saving takes longer than `LAST_SAVE_MS` (a long chain, a busy machine), it ends without: what
   * was answered is on disk already, and whoever is ended by force would leave the node behind.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    const saved = this.save().catch((error: unknown) =>
      this.#log(`The last state was not saved: ${String(error)}`),
    );
    await Promise.race([saved, wait(LAST_SAVE_MS)]);
    this.#end.abort();
    await this.#anvil.exited;
  }

  /** Saves what a node took. When another one was saved, it came back from a state that may be older, and nothing is promised. */
  async #keep(taker: Anvil): Promise<void> {
    if ((await this.save()) !== taker) throw new NodeGone();
  }

  async #saveOnce(): Promise<Anvil> {
    const anvil = this.#anvil;
    const started = performance.now();
    for (const hash of this.#unmined.keys()) {
      if ((await this.call('eth_getTransactionReceipt', [hash])) !== null) this.#unmined.delete(hash);
    }
    // The block is asked for before the dump: what is mined between the two is in the dump, but not promised.
    const head = (await this.call('eth_getBlockByNumber', ['latest', false])) as Block;
    const dump = (await this.call('anvil_dumpState', [true])) as string;
    const number = Number(head.number);
    await this.#write(this.#dir, {
      head: number,
      headHash: head.hash,
      unmined: [...this.#unmined.values()],
      ...(this.#aheadMs > 0 && { aheadMs: this.#aheadMs }),
      dump,
    });
    this.#durable = number;
    const ms = performance.now() - started;
    if (ms > SLOW_DUMP_MS)
      this.#log(`Saving block ${number} took ${Math.round(ms)} ms (${dump.length >> 1} bytes).`);
    return anvil;
  }

  /** Blocks that came without a call (interval mining, a late block) are saved, too. */
  async #saveWhatWasMined(): Promise<void> {
    if (this.isHeld) return;
    try {
      if (!this.#stopping && Number(await this.call('eth_blockNumber')) !== this.#durable) await this.save();
    } catch (error) {
      if (!(error instanceof NodeGone)) this.#log(`Saving failed: ${String(error)}`);
    }
  }

  #supervise(): void {
    const current = this.#anvil;
    void current.exited.then(() => {
      if (this.#stopping) return;
      this.#log('The development chain ended unexpectedly and is started again.');
      // Alone: what is being written when the node ends is what the next one begins with.
      this.#ready = this.#lock.exclusive(() => this.#restart());
    });
  }

  async #restart(): Promise<void> {
    while (!this.#stopping) {
      try {
        const { anvil, state } = await bringUp(this.#dir, this.#log, { signal: this.#end.signal });
        this.#anvil = anvil;
        this.#durable = state?.head ?? 0;
        await this.#setClock();
        this.#supervise();
        return;
      } catch (error) {
        if (error instanceof ChainStateFault) throw error;
        if (this.#end.signal.aborted) return;
        this.#log(`The development chain did not come back: ${String(error)}`);
        await wait(RETRY_MS);
      }
    }
  }
}
