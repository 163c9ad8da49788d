import type { Ask } from './moment.ts';

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
  const head = Number(await ask('eth_blockNumber'));
  const raws: { raw: string; isLost: boolean }[] = [];
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
  // A block that the node mines in the middle of it would leave a hole in its chain.
  const isMining = (await ask('anvil_getAutomine')) === true;
  await ask('evm_setAutomine', [false]);
  try {
    await ask('anvil_reorg', [depth, kept.map(({ raw }, index) => [raw, places[index]])]);
  } finally {
    await ask('evm_setAutomine', [isMining]);
  }
  for (const { raw, isLost } of raws.slice(kept.length)) {
    // What a lost one of the same sender leaves behind cannot be mined yet and waits.
    if (!isLost) await ask('eth_sendRawTransaction', [raw]);
  }
}
