import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { readChain, signer } from './chain.ts';
import { approve, buyByChain, contractOf, holdingsOf } from './market.ts';
import type { DevFacts } from './stack.ts';

const deadline = 2n ** 40n;
/** More than minting takes; the first one of a second writes the pair's price sums, which no estimate sees. */
const gas = 900_000n;

/** Buys OPEN for so much USDT and mints hash power with all of it, by hand; needs an active address. */
export async function mintPowerByChain(facts: DevFacts, key: Hex, usdt: string): Promise<void> {
  await buyByChain(facts, key, usdt);
  const { open } = await holdingsOf(facts, privateKeyToAccount(key).address);
  await approve(facts, key, 'open', 'hashPowerMint', open);
  const hash = await signer(facts, key).writeContract({
    address: contractOf(facts, 'hashPowerMint'),
    abi: hashPowerMintAbi,
    functionName: 'mint',
    args: [open, 0n, deadline],
    gas,
  });
  const receipt = await readChain(facts).waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success') throw new Error(`minting reverted (${hash})`);
}
