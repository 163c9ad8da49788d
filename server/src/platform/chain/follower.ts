import { Fault } from '@openmere/core/kit/fault.ts';
import { inTransaction } from '../db/connect.ts';
import type { Tx } from '../db/connect.ts';
import type { Header } from './answer.ts';
import { applyAgain } from './apply-logs.ts';
import type { RangeOptions } from './apply-logs.ts';
import { backfill, findBehind } from './backfill.ts';
import { cursorNameOf, splitByContract } from './by-contract.ts';
import { catchUp } from './catch-up.ts';
import { readSeen } from './check-logs.ts';
import type { Readers } from './check-logs.ts';
import {
  findRescan,
  listCheckpoints,
  lockCursor,
  moveRescan,
  openCursor,
  recordPoll,
} from './cursor-store.ts';
import type { Cursor } from './cursor-store.ts';
import { endHealedFork, findFork, findUnmeasured, markMeasured, recordFork, rollBack } from './fork-store.ts';
import { loadWatches, pickWanted } from './log.ts';
import type { ChainLog, Hex } from './log.ts';
import { pickingReader } from './picking-reader.ts';
import type { ReaderChoice } from './reader-choice.ts';
import type { ChainReader, Tip } from './reader.ts';
import { RpcAnswerError } from './rpc.ts';
import { Span } from './span.ts';

export type FollowerOptions = RangeOptions & {
  /** Chooses reader and witness anew for each poll; without it they stay. */
  nodes?: ReaderChoice;
  /** Blocks on top of and including its own that a block needs, besides the chain's `finalized` mark. At least 1. */
  confirmations(): Promise<number>;
  /** First block that can hold anything of ours. */
  startBlock: bigint;
  /**
   * Blocks above `common` were taken back and read anew up to `at`: reads what is a copy of the chain's state again, outside a
   * transaction. @returns what writes it, in the transaction that holds the cursor.
   */
  measureAgain?(common: bigint, at: Cursor): Promise<(tx: Tx) => Promise<void>>;
  /** Most blocks in one step. */
  spanMax?: number;
  /** So long a head below one already seen counts as a node that is behind. */
  staleMs?: number;
  now?: () => Date;
};

/**
 * `more`: something is left to be read, poll again at once. `isCurrent`: not of what is new, by any handler, and the head is the newest
 * that was seen. `applied`: logs given to handlers in this poll.
 */
export type Polled = {
  cursor: bigint;
  head: bigint;
  headHash: Hex;
  applied: number;
  more: boolean;
  isCurrent: boolean;
};

const SPAN_MAX = 200;
const STALE_MS = 15_000;
/** Polls in a row that must tell of the same changed final block before it is believed. */
const FORK_POLLS = 3;
/** Steps in one poll, so that the health row does not wait for a long catching-up. */
const STEPS_MAX = 10;
/** Beyond this distance nothing is shown as seen: the follower is catching up. */
const SEEN_BLOCKS_MAX = 300n;
const RESCAN_BLOCKS = 50n;

/**
 * Follows a chain, one `poll` after another. Everything that lasts is in the database: kill it anywhere.
 *
 * Decides from (cursor, tip) what to read, checks it against itself, and applies final logs in one transaction with the
 * cursor's move. A node that is behind, silent or lying costs time, never a wrong entry; what it leaves out is found by
 * the header's bloom or, at the latest, by reconciliation, which asks for a rescan.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #now: () => Date;
  readonly #span: Span;
  /** Of what lies before, by handlers that are behind. */
  readonly #lateSpan: Span;
  #highest = { number: -1n, at: 0 };
  /** `told` at first, too: a process before this one may have told of a fork that has healed since. */
  #fork = { hash: '', polls: 0, told: true };
  /** Head and cursor for which the seen logs were handed out last. */
  #shown = '';
  /** Handlers that are entered in chain_handler. */
  readonly #known = new Set<string>();

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#span = new Span(options.spanMax ?? SPAN_MAX);
    this.#lateSpan = new Span(options.spanMax ?? SPAN_MAX);
  }

  /**
   * Reads and applies what there is. Throws a Fault `chain.…` when the node cannot be believed this time. `onNew` is told when what is
   * new is read, whatever becomes of older blocks then.
   */
  async poll(onNew?: (polled: Polled) => Promise<void>): Promise<Polled> {
    const { nodes } = this.#options;
    try {
      const { polled, failed } = await this.#poll(nodes?.pick() ?? this.#options);
      await onNew?.(polled);
      if (failed) throw failed.error;
      return polled;
    } catch (error) {
      nodes?.turn();
      // What the node refuses now (a limit, a block that it has not) it may answer next time, or another node may.
      if (error instanceof RpcAnswerError) throw new Fault('chain.refused', { retry: true, cause: error });
      throw error;
    }
  }

  /** `failed`: of what is not new, when all that is new is read. */
  async #poll(readers: Readers): Promise<{ polled: Polled; failed?: { error: unknown } }> {
    const { db, chainId } = this.#options;
    const { reader, witness } = readers;
    const handlers = await splitByContract(db, this.#options.handlers);
    const options = { ...this.#options, handlers, reader, witness };
    const start = await this.#rollBack(reader, await openCursor(db, chainId, this.#options.startBlock));
    const tip = await reader.readTip();
    if (tip.head.number < start.number) throw new Fault('chain.behind', { retry: true });
    // What is final for a node that is a little behind is final; only what it shows as the newest is not shown.
    const isStale = this.#isStale(tip);
    const deep = tip.head.number - BigInt(Math.max(1, await this.#options.confirmations())) + 1n;
    const final = deep < tip.final.number ? deep : tip.final.number;
    if (start.hash !== null && start.number >= final) {
      await this.#checkCursor(reader, start, await reader.findHeader(start.number));
    }
    const behind = await findBehind(options, start, this.#options.startBlock, this.#known);
    const current = handlers.filter((handler) => !behind.has(cursorNameOf(handler)));
    const range = { ...options, handlers: current, behind: [...behind.keys()] };
    const { cursor, applied } = await catchUp(range, start, {
      final,
      tip,
      span: this.#span,
      stepsMax: STEPS_MAX,
      checkCursor: (expected, header) => this.#checkCursor(reader, expected, header),
    });
    const isBehind = cursor.number < final;
    const lagMs = isBehind && cursor.time ? this.#now().getTime() - cursor.time.getTime() : 0;
    // The head comes first: whoever is told of a log and asks at once must not count from an older head.
    if (!isStale) await recordPoll(db, chainId, tip, final, lagMs);
    if (!isBehind && !isStale) await this.#showSeen(reader, cursor, tip);
    // Last: what two answers do not agree about waits, or what no node has any more, and nothing else with it.
    const measured = await outcomeOf(this.#measureAgain(cursor));
    // Faster than the cursor while that is far away itself, or it would be read twice all the way.
    const limits = { span: this.#lateSpan, stepsMax: isBehind ? 2 * STEPS_MAX : STEPS_MAX };
    const late = await outcomeOf(backfill(options, cursor, behind, limits));
    const again = await outcomeOf(this.#rescan(range, cursor));
    const { number: head, hash: headHash } = tip.head;
    // A single contract's roles or pauses of before are no part of the market.
    const isAnyBehind = handlers.some((one) => !one.isPerContract && behind.has(cursorNameOf(one)));
    const isLeft = isBehind || (isAnyBehind && late.value?.more !== false);
    const polled = {
      cursor: cursor.number,
      head,
      headHash,
      applied: applied + (late.value?.applied ?? 0) + (again.value?.found ?? 0),
      more: isBehind || late.value?.more === true || again.value?.more === true,
      isCurrent: !isLeft && !isStale,
    };
    const failed = measured.failed ?? late.failed ?? again.failed;
    return failed ? { polled, failed } : { polled };
  }

  /** A head below one that was seen: a node behind, or blocks that are gone. Believed only when it lasts. */
  #isStale(tip: Tip): boolean {
    const time = this.#now().getTime();
    if (
      tip.head.number < this.#highest.number &&
      time - this.#highest.at <= (this.#options.staleMs ?? STALE_MS)
    ) {
      return true;
    }
    this.#highest = { number: tip.head.number, at: time };
    return false;
  }

  /** The cursor's block must still be the chain's: it was final. */
  async #checkCursor(reader: ChainReader, cursor: Cursor, found: Header | undefined): Promise<void> {
    if (!found) return;
    if (found.hash === cursor.hash) {
      if (this.#fork.told) await endHealedFork(this.#options.db, this.#options.chainId);
      this.#fork = { hash: '', polls: 0, told: false };
      return;
    }
    const { hash, polls, told } = this.#fork;
    this.#fork =
      found.hash === hash ? { hash, polls: polls + 1, told } : { hash: found.hash, polls: 1, told: false };
    if (this.#fork.polls >= FORK_POLLS && !this.#fork.told) {
      await this.#reportFork(reader, cursor, found);
      this.#fork.told = true;
    }
    throw new Fault('chain.fork', {
      retry: true,
      cause: new Error(`block ${cursor.number} has another hash`),
    });
  }

  async #reportFork(reader: ChainReader, cursor: Cursor, found: Header): Promise<void> {
    const { db, chainId } = this.#options;
    const common = await this.#findCommon(reader);
    const depth = common
      ? `the same up to ${common.number} (${cursor.number - common.number} blocks deep)`
      : 'deeper than the hashes that we keep';
    const reason = `chain ${chainId}: final block ${cursor.number} changed from ${cursor.hash} to ${found.hash}, ${depth}`;
    await inTransaction(db, async (tx) => {
      await recordFork(tx, chainId, cursor, found, common);
      await this.#options.onFork(tx, reason);
    });
  }

  /** The newest block of the kept hashes that is still the chain's. */
  async #findCommon(reader: ChainReader): Promise<{ number: bigint; hash: Hex } | undefined> {
    const kept = await listCheckpoints(this.#options.db, this.#options.chainId);
    // Newest first: those that changed, then those that did not.
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { number, hash } = kept[middle] ?? { number: 0n, hash: undefined };
      if ((await reader.findHeader(number))?.hash === hash) high = middle;
      else low = middle + 1;
    }
    return kept[low];
  }

  async #measureAgain(cursor: Cursor): Promise<void> {
    const { db, chainId } = this.#options;
    const fork = await findUnmeasured(db, chainId, cursor);
    if (!fork || fork.commonNumber === null) return;
    const write = await this.#options.measureAgain?.(fork.commonNumber, cursor);
    await inTransaction(db, async (tx) => {
      if (!(await lockCursor(tx, chainId, cursor))) throw new Fault('chain.overtaken', { retry: true });
      await write?.(tx);
      await markMeasured(tx, fork);
    });
  }

  /** Goes back to the common block when two operators agreed to, and the chain still says the same. */
  async #rollBack(reader: ChainReader, cursor: Cursor): Promise<Cursor> {
    const { db, chainId } = this.#options;
    const fork = await findFork(db, chainId);
    if (!fork?.rollbackApprovedBy || fork.rolledBackAt || fork.commonNumber === null) return cursor;
    const [common, now] = [
      await reader.findHeader(fork.commonNumber),
      await reader.findHeader(fork.cursorNumber),
    ];
    // Where the chain has changed again, this is another fork: it is found and told anew.
    if (common?.hash !== fork.commonHash || now?.hash !== fork.otherHash) return cursor;
    const isDone = await inTransaction(db, (tx) => rollBack(tx, chainId, cursor, fork, common));
    if (!isDone) throw new Fault('chain.overtaken', { retry: true });
    this.#fork = { hash: '', polls: 0, told: false };
    return { number: common.number, hash: common.hash, time: common.time };
  }

  /** Hands out the logs above the cursor, once per head. */
  async #showSeen(reader: ChainReader, cursor: Cursor, tip: Tip): Promise<void> {
    const state = `${tip.head.hash} ${cursor.number}`;
    if (state === this.#shown || tip.head.number - cursor.number > SEEN_BLOCKS_MAX) return;
    const { db, handlers } = this.#options;
    const pendingHandlers = handlers.filter((handler) => 'onPending' in handler);
    const watches = await inTransaction(db, (tx) => loadWatches(tx, pendingHandlers));
    const from = cursor.number + 1n;
    const headers = tip.head.number < from ? [] : await reader.readHeaders(from, tip.head.number);
    // The newest blocks may change between two questions; then the next poll shows them.
    const linked = headers[0] === undefined || cursor.hash === null || headers[0].parentHash === cursor.hash;
    if (!linked || (headers.at(-1)?.hash ?? tip.head.hash) !== tip.head.hash) {
      throw new Fault('chain.moved', { retry: true });
    }
    const logs: ChainLog[] = await readSeen(pickingReader(db, reader, watches), headers, watches);
    await inTransaction(db, async (tx) => {
      for (const watch of watches) {
        await watch.handler.onPending?.(tx, [...(await pickWanted(tx, watch, logs))], tip.head.number);
      }
    });
    this.#shown = state;
  }

  /** One step of what is to be read again: whatever is new does not wait for the rest, and the next poll goes on there. */
  async #rescan(range: RangeOptions, cursor: Cursor): Promise<{ found: number; more: boolean }> {
    const { db, chainId, startBlock } = this.#options;
    const asked = await findRescan(db, chainId);
    if (!asked) return { found: 0, more: false };
    const from = asked.next > startBlock ? asked.next : startBlock;
    const last = from + RESCAN_BLOCKS - 1n;
    const end = last < cursor.number ? last : cursor.number;
    const found = from > end ? 0 : await applyAgain(range, cursor, from, end);
    // Killed before this, it reads the step once more: a log is applied once.
    const isDone = end >= cursor.number;
    await moveRescan(db, { id: asked.id, next: from > end ? from : end + 1n, found, isDone });
    return { found, more: !isDone };
  }
}

type Outcome<T> = { value: T; failed?: undefined } | { value?: undefined; failed: { error: unknown } };

function outcomeOf<T>(doing: Promise<T>): Promise<Outcome<T>> {
  return doing.then(
    (value) => ({ value }),
    (error: unknown) => ({ failed: { error } }),
  );
}
