import { Unreachable } from '../api-client.ts';
import type { Hex } from './eip1193.ts';
import { findReplacement } from './find-replacement.ts';
import type { Found, MinedTransaction } from './find-replacement.ts';
import type { ReadChain } from './rpc.ts';
import type { TransactionRecord } from './transaction-record.ts';

/** Unknown to the network for this long: dropped; its nonce used for this long by nobody knows what: replaced. */
export const DROP_AFTER_MS = 45_000;
/** A taker of a nonce that the network has not shown to be ours is believed after so long: by then it would know our hash. */
const BELIEVE_AFTER_MS = 15_000;
/** A search asks for every transaction of a block: one at once, which tells who was sped up, and others when they can decide. */
const SEARCH_EVERY_MS = 15_000;
/** A signature that was asked for before a reload and never used: the wallet's question is long gone. */
export const UNSIGNED_AFTER_MS = 15 * 60_000;

type Receipt = { status: Hex; transactionHash: Hex; blockNumber: Hex; gasUsed: Hex };
export type Change = Partial<TransactionRecord>;
/** What one look found out; `gone` asks to forget a record that never became a transaction. */
export type Look = { change?: Change; gone?: boolean };

/** Says why a mined transaction reverted; given from outside, because decoding is loaded only when needed. */
export type ExplainFailure = (
  record: TransactionRecord,
  receipt: { blockNumber: Hex; gasUsed: Hex; hash: Hex },
) => Promise<TransactionRecord['problem']>;

async function lookForReceipt(
  record: TransactionRecord,
  read: ReadChain,
  now: number,
  explain: ExplainFailure,
): Promise<Look | undefined> {
  const { cancelHashes = [] } = record;
  const asked = [...record.hashes, ...cancelHashes].map((hash) => read('eth_getTransactionReceipt', [hash]));
  const receipts = (await Promise.all(asked)) as (Receipt | null)[];
  const receipt = receipts.find((one) => one !== null);
  if (!receipt) return undefined;
  // The hash that was mined is the one to show, also when a slower sibling was announced later.
  const hash = receipt.transactionHash;
  if (cancelHashes.includes(hash))
    return { change: { state: 'cancelled', replacedBy: hash, doneAt: now, missingSince: undefined } };
  const hashes = [...record.hashes.filter((one) => one !== hash), hash];
  const done = { hashes, doneAt: now, missingSince: undefined };
  if (BigInt(receipt.status) === 1n) return { change: { ...done, state: 'confirmed' } };
  const problem = await explain(record, { ...receipt, hash });
  return { change: { ...done, state: 'failed', problem } };
}

function judge(record: TransactionRecord, taken: MinedTransaction, now: number): Change {
  const same =
    taken.to?.toLowerCase() === record.to.toLowerCase() &&
    taken.input.toLowerCase() === record.data.toLowerCase() &&
    BigInt(taken.value) === BigInt(record.value);
  const others = record.hashes.filter((one) => one !== taken.hash);
  // Ours, or sped up: the same action under another hash. Its receipt is read at the next look.
  if (same || others.length < record.hashes.length)
    return { hashes: [...others, taken.hash], state: 'sent', missingSince: undefined };
  const toSelf =
    taken.to?.toLowerCase() === record.from && BigInt(taken.value) === 0n && taken.input === '0x';
  return { state: toSelf ? 'cancelled' : 'replaced', replacedBy: taken.hash, doneAt: now };
}

/**
 * One of ours as the network has it, waiting or mined: its nonce is the one that the wallet chose. What cancels it is ours, too:
 * while that waits nothing is lost, and nobody else has the nonce.
 */
async function lookForOurs(record: TransactionRecord, read: ReadChain): Promise<Change | undefined> {
  const asked = [...record.hashes, ...(record.cancelHashes ?? [])].map((hash) =>
    read('eth_getTransactionByHash', [hash]),
  );
  const known = ((await Promise.all(asked)) as (MinedTransaction | null)[]).find((one) => one !== null);
  if (!known) return undefined;
  const nonce = Number(known.nonce);
  const seen = { missingSince: undefined, usedSince: undefined, search: undefined };
  return { state: 'sent', ...seen, nonce, nonceSeen: true };
}

type Search = NonNullable<TransactionRecord['search']>;

/** Who took the nonce, a known one or by a search. `unknown`: the world is away, and nothing is decided. */
async function searchTaker(
  record: TransactionRecord & { nonce: number },
  read: ReadChain,
  block: number,
  { parts = 0, taker }: Search,
): Promise<Found | 'unknown'> {
  const blocks = { clearTo: record.clearTo ?? Math.max(block - 1, 0), usedBy: block };
  try {
    const known = taker === undefined ? null : await read('eth_getTransactionByHash', [taker]);
    if (known) return { taken: known as MinedTransaction, isWhole: true };
    return await findReplacement(read, record, blocks, parts);
  } catch (error) {
    if (error instanceof Unreachable) return 'unknown';
    throw error;
  }
}

/**
 * The nonce is used and none of our hashes was mined: who took it? Each answer may come from another node, and one that is
 * behind knows neither our receipt nor the block: not to find a taker proves nothing until looks agree for long enough. The
 * time runs, and a search counts, whatever comes of it.
 */
async function lookForTaker(
  record: TransactionRecord & { nonce: number },
  read: ReadChain,
  now: number,
  block: number,
): Promise<Look> {
  const ours = await lookForOurs(record, read);
  if (ours) return { change: ours };
  const usedSince = record.usedSince ?? now;
  const waited = now - usedSince;
  const { times, parts = 0, taker } = record.search ?? { times: 0, taker: undefined };
  if (waited < times * SEARCH_EVERY_MS) return { change: { usedSince } };
  const found = await searchTaker(record, read, block, { times, parts, taker });
  if (found === 'unknown') return { change: { usedSince, search: { times: times + 1, parts, taker } } };
  const { taken, isWhole } = found;
  const search = { times: times + 1, parts: parts + 1, taker: taken?.hash ?? taker };
  if (!taken && (waited < DROP_AFTER_MS || !isWhole)) return { change: { usedSince, search } };
  const change: Change = taken ? judge(record, taken, now) : { state: 'replaced', doneAt: now };
  // The wallet may have signed with a later nonce than the one we expected: then another action's taker is no matter of ours.
  const isUnsure = record.hashes.length > 0 && !record.nonceSeen && change.state !== 'sent';
  if (isUnsure && waited < BELIEVE_AFTER_MS) return { change: { usedSince, search } };
  // Never signed, as far as anybody knows: what used the nonce was not ours, and there is nothing to tell.
  if (record.hashes.length === 0 && change.state !== 'sent') return { gone: true };
  return { change: change.state === 'sent' ? { ...change, sentAt: record.sentAt ?? now } : change };
}

async function lookWhetherKnown(record: TransactionRecord, read: ReadChain, now: number): Promise<Change> {
  const ours = await lookForOurs(record, read);
  if (ours) return ours;
  const since = record.missingSince ?? now;
  return now - since >= DROP_AFTER_MS ? { state: 'dropped', missingSince: since } : { missingSince: since };
}

/**
 * One quick look: has one of the hashes a receipt? (Specification §4: every 500 ms; success needs status true.)
 */
export async function lookQuickly(
  record: TransactionRecord,
  read: ReadChain,
  now: number,
  explain: ExplainFailure,
): Promise<Look> {
  return (await lookForReceipt(record, read, now, explain)) ?? {};
}

/**
 * One thorough look, by nonce too: mined, sped up, cancelled, replaced, dropped. Reading order matters: the block first,
 * then the count, so that "free" is certain for that block; and the receipts once more after the nonce was seen used.
 */
export async function lookThoroughly(
  record: TransactionRecord,
  read: ReadChain,
  now: number,
  explain: ExplainFailure,
): Promise<Look> {
  const { nonce } = record;
  if (nonce === undefined) return (await lookForReceipt(record, read, now, explain)) ?? {};
  const block = Number(await read('eth_blockNumber', []));
  const used = Number(await read('eth_getTransactionCount', [record.from, 'latest'])) > nonce;
  const mined = await lookForReceipt(record, read, now, explain);
  if (mined) return mined;
  if (used) {
    // The count can be newer than the block number read before it.
    const latest = Number(await read('eth_blockNumber', []));
    return lookForTaker({ ...record, nonce }, read, now, latest);
  }
  const free: Change = { clearTo: block, usedSince: undefined, search: undefined };
  if (record.hashes.length === 0)
    return now - record.startedAt > UNSIGNED_AFTER_MS ? { gone: true } : { change: free };
  return { change: { ...free, ...(await lookWhetherKnown(record, read, now)) } };
}

/** A look that failed because the world is away changes nothing; the next one tries again. */
export async function lookPatiently(look: () => Promise<Look>): Promise<Look> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Unreachable)) console.warn('a transaction could not be looked up', error);
    return {};
  }
}
