import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { parseEther } from 'viem';
import type { Address, Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { readChain, walletOf } from './chain.ts';
import { contractOf } from './market.ts';
import type { DevFacts } from './stack.ts';

/** The payer's key on every development chain (server/src/app/dev-keys.ts): known to everybody. */
const payer = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 3,
});

/** Pays out of the treasury past the product, as somebody would who has the payer's key. */
export async function payByHand(facts: DevFacts, id: Hex, to: Address, usdt: string): Promise<Hex> {
  const hash = await walletOf(facts, payer).writeContract({
    address: contractOf(facts, 'treasury'),
    abi: treasuryAbi,
    functionName: 'pay',
    args: [id, contractOf(facts, 'usdt'), to, parseEther(usdt)],
  });
  await readChain(facts).waitForTransactionReceipt({ hash });
  return hash;
}

/** Sets what an address holds of USDT, as no transfer does: the chain then differs from the ledger. */
export async function setUsdtOf(facts: DevFacts, holder: Address, amount: bigint): Promise<void> {
  const response = await fetch(facts.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_dealERC20',
      params: [holder, contractOf(facts, 'usdt'), `0x${amount.toString(16)}`],
    }),
  });
  const reply = (await response.json()) as { error?: { message: string } };
  if (reply.error) throw new Error(reply.error.message);
}
