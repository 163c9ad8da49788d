import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { encodeFunctionData, parseEther, toHex } from 'viem';
import type { Abi, Hex, Hash } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { askChain, readChain, signer } from './chain.ts';
import type { DevFacts } from './stack.ts';

/** Longer than any journey. */
const deadline = 2n ** 40n;
/** More than any of the desks' calls takes: the first one of a second writes the pair's price sums, which no estimate sees. */
const gas = 700_000n;

/** Address of a contract of the deployment. */
export function contractOf(facts: DevFacts, key: string): Hex {
  const address = facts.contracts[key];
  if (!address) throw new Error(`dev.json names no ${key}`);
  return address;
}

/** Everything of the market that an address has on chain, in base units, all read at one block. */
export type Holdings = { usdt: bigint; open: bigint; ousd: bigint; lp: bigint; held: bigint };

export async function holdingsOf(facts: DevFacts, holder: Hex): Promise<Holdings> {
  const client = readChain(facts);
  const blockNumber = await client.getBlockNumber();
  const coin = (key: string) =>
    client.readContract({
      address: contractOf(facts, key),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [holder],
      blockNumber,
    });
  const desk = (functionName: 'lpOf' | 'heldOf') =>
    client.readContract({
      address: contractOf(facts, 'liquidityDesk'),
      abi: liquidityDeskAbi,
      functionName,
      args: [holder],
      blockNumber,
    });
  const [usdt, open, ousd, lp, held] = await Promise.all([
    coin('usdt'),
    coin('open'),
    coin('ousd'),
    desk('lpOf'),
    desk('heldOf'),
  ]);
  return { usdt, open, ousd, lp, held };
}

/** What a contract of ours may take of a coin, in base units. */
export async function allowanceOf(
  facts: DevFacts,
  owner: Hex,
  coin: string,
  spender: string,
): Promise<bigint> {
  return readChain(facts).readContract({
    address: contractOf(facts, coin),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, contractOf(facts, spender)],
  });
}

/** What the desk itself says that a trade would give in this block, in base units. */
export async function deskQuote(facts: DevFacts, side: 'buy' | 'sell', amount: bigint): Promise<bigint> {
  const at = { address: contractOf(facts, 'swapDesk'), abi: swapDeskAbi, args: [amount] } as const;
  const client = readChain(facts);
  if (side === 'buy') return (await client.readContract({ ...at, functionName: 'quoteBuy' }))[0];
  return (await client.readContract({ ...at, functionName: 'quoteSell' }))[0];
}

async function sendAndWait(facts: DevFacts, send: Promise<Hash>): Promise<void> {
  const receipt = await readChain(facts).waitForTransactionReceipt({ hash: await send });
  if (receipt.status !== 'success') throw new Error(`transaction ${receipt.transactionHash} reverted`);
}

export async function approve(
  facts: DevFacts,
  key: Hex,
  coin: string,
  spender: string,
  amount: bigint,
): Promise<void> {
  await sendAndWait(
    facts,
    signer(facts, key).writeContract({
      address: contractOf(facts, coin),
      abi: erc20Abi,
      functionName: 'approve',
      args: [contractOf(facts, spender), amount],
    }),
  );
}

/** Somebody buys OPEN for so much USDT by hand, whatever it costs; needs an active address. */
export async function buyByChain(facts: DevFacts, key: Hex, usdt: string): Promise<void> {
  const amount = parseEther(usdt);
  await approve(facts, key, 'usdt', 'swapDesk', amount);
  await sendAndWait(
    facts,
    signer(facts, key).writeContract({
      address: contractOf(facts, 'swapDesk'),
      abi: swapDeskAbi,
      functionName: 'buy',
      args: [amount, 0n, deadline],
      gas,
    }),
  );
}

/** Somebody sells OPEN by hand, whatever it brings. */
export async function sellByChain(facts: DevFacts, key: Hex, amount: bigint): Promise<void> {
  await approve(facts, key, 'open', 'swapDesk', amount);
  await sendAndWait(
    facts,
    signer(facts, key).writeContract({
      address: contractOf(facts, 'swapDesk'),
      abi: swapDeskAbi,
      functionName: 'sell',
      args: [amount, 0n, deadline],
      gas,
    }),
  );
}

/** The words of every development node; the seventh account may pause (server/src/app/dev-keys.ts). */
const devWords = 'test test test test test test test test test test test junk';

function pauserKey(): Hex {
  const { privateKey } = mnemonicToAccount(devWords, { addressIndex: 6 }).getHdKey();
  if (!privateKey) throw new Error('the development phrase gives no key');
  return toHex(privateKey);
}

/** Switches trading off, as the house's pauser would. */
export async function pauseTrading(facts: DevFacts): Promise<void> {
  await sendAndWait(
    facts,
    signer(facts, pauserKey()).writeContract({
      address: contractOf(facts, 'swapDesk'),
      abi: swapDeskAbi,
      functionName: 'pause',
    }),
  );
}

/** With mining off, what is sent waits in the pool, as on a busy network. */
export async function setMining(facts: DevFacts, on: boolean): Promise<void> {
  await askChain(facts, 'evm_setAutomine', [on]);
}

type Waiting = { nonce: Hex; to: Hex; input: Hex; value: Hex; hash: Hex };

/** What of an address waits in the pool, by nonce. */
export async function waitingOf(facts: DevFacts, from: Hex): Promise<Waiting[]> {
  const { pending } = (await askChain(facts, 'txpool_content', [])) as {
    pending: Record<string, Record<string, Waiting>>;
  };
  const own = Object.entries(pending).find(([address]) => address.toLowerCase() === from.toLowerCase());
  return Object.values(own?.[1] ?? {});
}

/** Sends with the nonce of a waiting transaction and a higher fee, so that only one of the two can happen. */
export async function overtake(
  facts: DevFacts,
  key: Hex,
  waiting: Waiting,
  other: { to: Hex; data?: Hex; value?: bigint },
): Promise<Hash> {
  const client = readChain(facts);
  const gasPrice = (await client.getGasPrice()) * 3n;
  return signer(facts, key).sendTransaction({
    ...other,
    nonce: Number(waiting.nonce),
    gas,
    gasPrice,
  });
}

/** Adds liquidity by hand: so much USDT, and of OPEN what belongs to it, up to `openMost`. */
export async function addByChain(facts: DevFacts, key: Hex, usdt: string, openMost: bigint): Promise<void> {
  const amount = parseEther(usdt);
  await approve(facts, key, 'usdt', 'liquidityDesk', amount);
  await approve(facts, key, 'open', 'liquidityDesk', openMost);
  await callDesk(facts, key, 'add', [amount, openMost, 0n, 0n, deadline]);
}

export async function removeByChain(facts: DevFacts, key: Hex, lp: bigint): Promise<void> {
  await callDesk(facts, key, 'remove', [lp, 0n, 0n, deadline]);
}

async function callDesk(
  facts: DevFacts,
  key: Hex,
  functionName: 'add' | 'remove',
  args: readonly bigint[],
): Promise<void> {
  const address = contractOf(facts, 'liquidityDesk');
  const data = encodeFunctionData({ abi: liquidityDeskAbi as Abi, functionName, args });
  await sendAndWait(facts, signer(facts, key).sendTransaction({ to: address, data, gas }));
}

export async function redeemByChain(facts: DevFacts, key: Hex, ousd: bigint): Promise<void> {
  const args = [ousd] as const;
  const address = contractOf(facts, 'ousd');
  await sendAndWait(
    facts,
    signer(facts, key).writeContract({ address, abi: backedDollarAbi, functionName: 'redeem', args }),
  );
}
