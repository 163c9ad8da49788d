/**
 * Ways in which a chain node, or the several nodes behind one address, answer from another moment, not at all, or wrongly.
 * Each is what real providers do; none invents a block or a transaction.
 */
export const faultKinds = [
  /** Everything as of `blocks` ago: a node that is behind. */
  'lag',
  /** The blocks as of `blocks` ago, but state, logs and receipts of now: a node ahead of the one that named the head. */
  'ahead',
  /** Each request is answered by another node: in step, one block behind, `blocks` behind. */
  'alternating',
  /** State at a numbered block is answered with the newest state. */
  'future',
  /** `null` in place of a result. */
  'null',
  /** An answer without a result, or a batch that lacks one. */
  'missing',
  /** Lists of logs lack some. */
  'logsLost',
  /** Lists of logs have some twice, word for word. */
  'logsDoubled',
  /** Lists of logs have some twice, the second time under another index. */
  'logsMoved',
  /** What is sent is taken; the answer never comes. */
  'sendTimeout',
  /** Status 429; with `seconds`, and `Retry-After`. */
  'tooMany',
  /** No answer at all. */
  'hanging',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** `rate`: share of the requests (or of the logs of a list) that it hits, 0 to 1; default 1. `blocks`: default 3. */
export type FaultSettings = { rate?: number; blocks?: number; seconds?: number };
/** The faults of this moment; several may be on together. */
export type Faults = Partial<Record<FaultKind, FaultSettings>>;
/** How often each has changed an answer since the start. */
export type FaultCounts = Record<FaultKind, number>;

export const BLOCKS = 3;

export function noFaultCounts(): FaultCounts {
  return Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultCounts;
}

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seededShares(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function readFaults(value: unknown): Faults {
  if (typeof value !== 'object' || value === null) throw new TypeError('faults are an object by kind');
  const known = new Set<string>(faultKinds);
  for (const [kind, settings] of Object.entries(value)) {
    if (!known.has(kind)) throw new TypeError(`there is no fault ${kind}`);
    if (typeof settings !== 'object' || settings === null) throw new TypeError(`${kind} needs settings`);
  }
  return value as Faults;
}
