import type { Ask } from './moment.ts';

type Sent = { raw: string; isLost: boolean };
type Block = { transactions: { hash: string; to: string | null }[] };

/**
 * Takes back the newest `depth` blocks of a development node and puts others in their place. Of their transactions, in
 * order, some come back at once in other blocks; the rest waits in the pool and comes later, but for those to an address
 * of `lost`, which the network has forgotten: whoever sent them must send them again.
 */
export async function reorganise(
  ask: Ask,
  depth: number,
  share: () => number,
  lost: readonly string[] = [],
): Promise<void> {
  // A block that the node mines meanwhile would be taken back unread, and what is in it would be lost.
  const isMining = (await ask('anvil_getAutomine')) === true;
  await ask('evm_setAutomine', [false]);
  let waiting: Sent[];
  try {
    waiting = await putOthers(ask, depth, share, lost);
  } finally {
    await ask('evm_setAutomine', [isMining]);
  }
  for (const { raw, isLost } of waiting) {
    // What a lost one of the same sender leaves behind cannot be mined yet and waits.
    if (!isLost) await sendAgain(ask, raw);
  }
}

/** Its sender may have been faster, with the same bytes or with others of the same nonce: then a network drops it. */
async function sendAgain(ask: Ask, raw: string): Promise<void> {
  await ask('eth_sendRawTransaction', [raw]).catch((error: unknown) => {
    if (!/nonce too low|already (?:known|imported)|replacement transaction underpriced/i.test(String(error)))
      throw error;
  });
}

/** @returns what was in the blocks and did not come back at once. */
async function putOthers(
  ask: Ask,
  depth: number,
  share: () => number,
  lost: readonly string[],
): Promise<Sent[]> {
  const head = Number(await ask('eth_blockNumber'));
  const raws: Sent[] = [];
  for (let number = head - depth + 1; number <= head; number += 1) {
    const block = (await ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as Block;
    for (const { hash, to } of block.transactions) {
      const isLost = lost.some((address) => address.toLowerCase() === to?.toLowerCase());
      raws.push({ raw: (await ask('eth_getRawTransactionByHash', [hash])) as string, isLost });
    }
  }
  // The first ones stay in order, so that no sender's nonces have a gap.
  const kept = raws.slice(0, Math.floor(share() * (raws.length + 1)));
  const places = kept.map(() => Math.floor(share() * depth)).sort((a, b) => a - b);
  await ask('anvil_reorg', [depth, kept.map(({ raw }, index) => [raw, places[index]])]);
  return raws.slice(kept.length);
}
