import type { Tx } from '../db/connect.ts';

export type Hex = `0x${string}`;

/** A log of a block, as handlers get it. `address`, topics and hashes in lower case. */
export type ChainLog = {
  chainId: number;
  blockNumber: bigint;
  blockHash: Hex;
  blockTime: Date;
  txHash: Hex;
  /** Position in its block. */
  logIndex: number;
  address: Hex;
  topics: Hex[];
  data: Hex;
};

/** More values than this in one topic: nodes refuse. */
export const TOPIC_VALUES_MAX = 500;

/** Narrows a handler's logs to those with one of `values` at topic `position` (1 to 3). */
export type TopicFilter = { position: 1 | 2 | 3; values: Hex[] };

/**
 * What a domain wants from the chain. `onFinal` runs once per final log, in chain order, in the transaction that moves the
 * cursor; only it may touch the ledger. `onPending` gets the complete set of logs that are not final yet, whenever the head
 * moves, so a reorganisation needs no undoing. Both run with a transaction and must do nothing outside it.
 *
 * A handler that has `onFinalMany` gets all its logs of one step in one call, in chain order, after the step's logs were
 * given one by one to the others; such handlers run in the order of the list.
 *
 * A handler that watches more values than a question to a node can name has no `topicFilter` then, and `pick`s those that it
 * wants from the logs of its contracts, in the transaction that hands them out.
 *
 * A handler that is new on an old data folder reads first what lies before the cursor, with a cursor of its own. With `isPerContract`
 * so does each of its contracts that becomes known later, while the others go on: its logs come in their order, and none before it is
 * through (decision 0315).
 */
export type LogHandler = {
  name: string;
  isPerContract?: true;
  /** What a part of it, for one contract, is called in chain_handler. */
  cursorName?: string;
  topic0: Hex;
  /** Further first topics, for events that are only understood in their common order. */
  moreTopics?: readonly Hex[];
  addresses(tx: Tx): Promise<Hex[]>;
  topicFilter?(tx: Tx): Promise<TopicFilter | undefined>;
  pick?(tx: Tx, logs: readonly ChainLog[]): Promise<readonly ChainLog[]>;
  /** Reads what is read of a log by itself, while the database is busy with the logs before it. */
  readAhead?(logs: readonly ChainLog[]): void;
  onFinal(tx: Tx, log: ChainLog): Promise<void>;
  onFinalMany?(tx: Tx, logs: readonly ChainLog[]): Promise<void>;
  /** A log that a reorganisation took is final again; it was applied before, and is not a second time. */
  onReturned?(tx: Tx, log: ChainLog): Promise<void>;
  onPending?(tx: Tx, logs: ChainLog[], head: bigint): Promise<void>;
};

/** What a handler watches at this moment. */
export type Watch = { handler: LogHandler; addresses: ReadonlySet<string>; filter?: TopicFilter | undefined };

export async function loadWatches(tx: Tx, handlers: readonly LogHandler[]): Promise<Watch[]> {
  const watches: Watch[] = [];
  for (const handler of handlers) {
    const addresses = (await handler.addresses(tx)).map((address) => address.toLowerCase());
    if (addresses.length === 0) continue;
    const filter = await handler.topicFilter?.(tx);
    if (filter && filter.values.length === 0) continue;
    watches.push({ handler, addresses: new Set(addresses), filter });
  }
  return watches;
}

/** Whether two looks at the handlers watch the same. */
export function sameWatches(a: readonly Watch[], b: readonly Watch[]): boolean {
  return a.length === b.length && a.every((watch, index) => isSameWatch(watch, b[index]));
}

function isSameWatch(a: Watch, b: Watch | undefined): boolean {
  if (b === undefined || a.handler !== b.handler || a.addresses.size !== b.addresses.size) return false;
  if (![...a.addresses].every((address) => b.addresses.has(address))) return false;
  if (!a.filter || !b.filter) return a.filter === b.filter;
  const known = b.filter.values;
  if (a.filter.position !== b.filter.position || a.filter.values.length !== known.length) return false;
  return a.filter.values.every((value, index) => value === known[index]);
}

/** All first topics of a handler. */
export function topicsOf(handler: LogHandler): readonly Hex[] {
  return handler.moreTopics ? [handler.topic0, ...handler.moreTopics] : [handler.topic0];
}

function isWantedTopic(handler: LogHandler, topic: Hex | undefined): boolean {
  if (topic === undefined) return false;
  return topic === handler.topic0 || handler.moreTopics?.includes(topic) === true;
}

/** Whether a log is one that the watch asked for: exact contract, first topic, and narrowed topic. */
export function matches(watch: Watch, log: Pick<ChainLog, 'address' | 'topics'>): boolean {
  if (!watch.addresses.has(log.address) || !isWantedTopic(watch.handler, log.topics[0])) return false;
  if (!watch.filter) return true;
  const value = log.topics[watch.filter.position];
  return value !== undefined && filterSet(watch.filter).has(value);
}

/** Those of `logs` that the watch's handler gets. */
export async function pickWanted(
  tx: Tx,
  watch: Watch,
  logs: readonly ChainLog[],
): Promise<readonly ChainLog[]> {
  const matching = logs.filter((log) => matches(watch, log));
  return watch.handler.pick ? watch.handler.pick(tx, matching) : matching;
}

const sets = new WeakMap<TopicFilter, Set<string>>();
function filterSet(filter: TopicFilter): Set<string> {
  const known = sets.get(filter) ?? new Set<string>(filter.values);
  sets.set(filter, known);
  return known;
}
