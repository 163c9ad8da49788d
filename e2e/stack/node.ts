import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { encodeFunctionData, parseEther, toHex } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { askChain, sendUsdt } from './chain.ts';
import { contractOf } from './market.ts';
import { until } from './member-api.ts';
import type { DevFacts } from './stack.ts';

const genesis = 1;
const genesisPrice = parseEther('5000');
const gas = toHex(500_000);

/** The node sends it for a wallet without asking for its key: hundreds of these are part of a journey. */
async function sendAs(facts: DevFacts, from: Hex, contract: string, data: Hex): Promise<void> {
  const transaction = { from, to: contractOf(facts, contract), data, gas };
  const hash = (await askChain(facts, 'eth_sendTransaction', [transaction])) as Hex;
  // Asked until it is there: viem asks only at a new block, and after the last sale no further block comes.
  const seen: { status?: Hex | undefined } = {};
  await until(
    `the receipt of ${hash}`,
    async () => {
      const receipt = (await askChain(facts, 'eth_getTransactionReceipt', [hash])) as { status: Hex } | null;
      seen.status = receipt?.status;
      return receipt !== null;
    },
    30_000,
    10,
  );
  if (BigInt(seen.status ?? '0x0') !== 1n) throw new Error(`${contract} reverted (${hash})`);
}

/** A wallet of nobody becomes active on chain and subscribes a genesis node by hand. */
async function subscribeGenesis(facts: DevFacts, from: Hex, buyer: Hex): Promise<void> {
  await askChain(facts, 'anvil_impersonateAccount', [buyer]);
  await askChain(facts, 'anvil_setBalance', [buyer, toHex(parseEther('1'))]);
  const pay = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [buyer, genesisPrice] });
  await sendAs(facts, from, 'usdt', pay);
  const inviter = facts.rootAddress as Hex;
  const activate = encodeFunctionData({ abi: membershipAbi, functionName: 'activate', args: [inviter] });
  await sendAs(facts, buyer, 'membership', activate);
  const spender = contractOf(facts, 'medal');
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, genesisPrice],
  });
  await sendAs(facts, buyer, 'usdt', approve);
  const mint = encodeFunctionData({ abi: medalAbi, functionName: 'mint', args: [genesis, buyer] });
  await sendAs(facts, buyer, 'medal', mint);
}

/** So many strangers subscribe a genesis node each. */
export async function sellGenesis(facts: DevFacts, count: number): Promise<void> {
  const rich = privateKeyToAccount(generatePrivateKey()).address;
  await sendUsdt(facts, facts.faucetPrivateKey, rich, String(5_000 * count));
  await askChain(facts, 'anvil_impersonateAccount', [rich]);
  await askChain(facts, 'anvil_setBalance', [rich, toHex(parseEther('1'))]);
  // Hundreds of blocks are written to the disk once, not one by one.
  await askChain(facts, 'openmere_holdSaving', [true]);
  try {
    for (let sold = 0; sold < count; sold += 1)
      await subscribeGenesis(facts, rich, privateKeyToAccount(generatePrivateKey()).address);
  } finally {
    await askChain(facts, 'openmere_holdSaving', [false]);
  }
}
