import { hexOf } from './eip1193.ts';
import type { Hex } from './eip1193.ts';
import { RpcRefused } from './rpc.ts';
import type { ReadChain } from './rpc.ts';

export type MinedTransaction = { hash: Hex; from: Hex; to: Hex | null; input: Hex; value: Hex; nonce: Hex };

const AT_ONCE = 10;
/** Our relay lets a caller ask 600 times a minute, and the rest of the app asks, too. */
const ASKED_MAX = 150;

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

/** `isWhole`: nothing of the block is left that no search up to this one has asked about. */
export type Found = { taken: MinedTransaction | undefined; isWhole: boolean };

/**
 * Our relay lists hashes only, and a full block has hundreds: a few at once, no further than to the one that is looked for, and
 * a part of a very full block with each search, round and round.
 */
async function findIn(
  read: ReadChain,
  block: number,
  search: number,
  isWanted: (one: MinedTransaction | null) => boolean,
): Promise<Found> {
  const found = (await read('eth_getBlockByNumber', [hexOf(block), true])) as {
    transactions: (MinedTransaction | Hex)[];
  } | null;
  const all = found?.transactions ?? [];
  const start = (search * ASKED_MAX) % Math.max(all.length, 1);
  const listed = [...all.slice(start), ...all.slice(0, start)].slice(0, ASKED_MAX);
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const part = listed
      .slice(at, at + AT_ONCE)
      .map((one) =>
        typeof one === 'string'
          ? (read('eth_getTransactionByHash', [one]) as Promise<MinedTransaction | null>)
          : Promise.resolve(one),
      );
    // oxlint-disable-next-line no-await-in-loop -- a few at once, so that the relay is not flooded
    const wanted = (await Promise.all(part)).find(isWanted);
    if (wanted) return { taken: wanted, isWhole: true };
  }
  return { taken: undefined, isWhole: (search + 1) * ASKED_MAX >= all.length };
}

/**
 * Which mined transaction of `from` used the nonce, between a block where it was free and one where it was used. None
 * when it cannot be found: nodes forget old states, and of a very full block one `search` (0, 1, …) asks a part.
 */
export async function findReplacement(
  read: ReadChain,
  wanted: { from: Hex; nonce: number },
  blocks: { clearTo: number; usedBy: number },
  search: number,
): Promise<Found> {
  try {
    const block = await blockOf(read, wanted, blocks.clearTo, blocks.usedBy);
    return await findIn(
      read,
      block,
      search,
      (one) => one?.from.toLowerCase() === wanted.from && Number(one.nonce) === wanted.nonce,
    );
  } catch (error) {
    if (error instanceof RpcRefused) return { taken: undefined, isWhole: true };
    throw error;
  }
}
