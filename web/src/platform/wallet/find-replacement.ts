import { hexOf } from './eip1193.ts';
import type { Hex } from './eip1193.ts';
import { RpcRefused } from './rpc.ts';
import type { ReadChain } from './rpc.ts';

export type MinedTransaction = { hash: Hex; from: Hex; to: Hex | null; input: Hex; value: Hex; nonce: Hex };

/** A look at one block must not cost more than this many requests. */
const LOOKUPS_MAX = 240;
const AT_ONCE = 10;

async function countAt(read: ReadChain, from: Hex, block: number): Promise<number> {
  return Number(await read('eth_getTransactionCount', [from, hexOf(block)]));
}

/** First block in which the account's count passed the nonce, by halving: a dozen requests for thousands of blocks. */
async function blockOf(
  read: ReadChain,
  wanted: { from: Hex; nonce: number },
  clearTo: number,
  usedBy: number,
): Promise<number> {
  let low = clearTo;
  let high = usedBy;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    // oxlint-disable-next-line no-await-in-loop -- each question depends on the last answer
    if ((await countAt(read, wanted.from, middle)) > wanted.nonce) high = middle;
    else low = middle;
  }
  return high;
}

async function transactionsIn(read: ReadChain, block: number): Promise<(MinedTransaction | null)[]> {
  const found = (await read('eth_getBlockByNumber', [hexOf(block), true])) as {
    transactions: (MinedTransaction | Hex)[];
  } | null;
  const all: (MinedTransaction | null)[] = [];
  const listed = (found?.transactions ?? []).slice(0, LOOKUPS_MAX);
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const part = listed
      .slice(at, at + AT_ONCE)
      .map((one) =>
        typeof one === 'string'
          ? (read('eth_getTransactionByHash', [one]) as Promise<MinedTransaction | null>)
          : Promise.resolve(one),
      );
    // oxlint-disable-next-line no-await-in-loop -- a few at once, so that the relay is not flooded
    all.push(...(await Promise.all(part)));
  }
  return all;
}

/**
 * Which mined transaction of `from` used the nonce, between a block where it was free and one where it was used. Undefined
 * when it cannot be found: nodes forget old states.
 */
export async function findReplacement(
  read: ReadChain,
  wanted: { from: Hex; nonce: number },
  clearTo: number,
  usedBy: number,
): Promise<MinedTransaction | undefined> {
  try {
    const block = await blockOf(read, wanted, clearTo, usedBy);
    const mined = await transactionsIn(read, block);
    const found = mined.find(
      (one) => one?.from.toLowerCase() === wanted.from && Number(one.nonce) === wanted.nonce,
    );
    return found ?? undefined;
  } catch (error) {
    if (error instanceof RpcRefused) return undefined;
    throw error;
  }
}
