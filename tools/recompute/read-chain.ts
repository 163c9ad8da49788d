import { createPublicClient, http } from 'viem';
import type { Abi, Address, GetContractEventsReturnType, PublicClient } from 'viem';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';

/** Blocks in one question: what public nodes allow. */
const SPAN = 5_000n;

/** Where a log stands, as the ledger's references name it: 40 digits of the transaction's hash, and the log's index. */
export type Place = {
  readonly key: string;
  readonly block: bigint;
  readonly index: number;
  readonly at: number;
};

export type ChainFacts = {
  readonly activated: readonly (Place & { wallet: string; inviter: string })[];
  /** Fees of trades and of USDO mintings, and what was traded or minted for, in USDT. */
  readonly uses: readonly (Place & { wallet: string; kind: 'swap' | 'usdo'; value: bigint; fee: bigint })[];
  /** Added (or re-added): `value` in USDT and `lp`; removed: `lp`. */
  readonly liquidity: readonly (Place & { wallet: string; added: boolean; value: bigint; lp: bigint })[];
  readonly minted: readonly (Place & { wallet: string; power: bigint })[];
  /** Medals: from `at` on the wallet has this token with this weight, or no more (0). */
  readonly medals: readonly (Place & { wallet: string; token: bigint; amount: bigint })[];
};

/** By the type's number: genesis, gold, diamond (rulebook §10). */
const medalWeights: readonly bigint[] = [0n, 5n, 2n, 1n];

type Addresses = Readonly<Record<string, string | undefined>>;

/** Everything that our contracts have said, up to the block that is final. */
export async function readChain(rpc: string, contracts: Addresses): Promise<ChainFacts> {
  const client = createPublicClient({ transport: http(rpc) });
  const last = (await client.getBlock({ blockTag: 'finalized' })).number;
  const times = new Map<bigint, number>();
  const timeOf = async (block: bigint): Promise<number> => {
    const known = times.get(block);
    if (known !== undefined) return known;
    const { timestamp } = await client.getBlock({ blockNumber: block });
    times.set(block, Number(timestamp) * 1_000);
    return Number(timestamp) * 1_000;
  };
  const place = async (log: { transactionHash: string; blockNumber: bigint; logIndex: number }) => ({
    key: `${log.transactionHash.slice(2, 42)}-${log.logIndex}`,
    block: log.blockNumber,
    index: log.logIndex,
    at: await timeOf(log.blockNumber),
  });
  const wallet = (address: string): string => address.toLowerCase();
  const found = {
    activated: [] as ChainFacts['activated'][number][],
    uses: [] as ChainFacts['uses'][number][],
    liquidity: [] as ChainFacts['liquidity'][number][],
    minted: [] as ChainFacts['minted'][number][],
    medals: [] as ChainFacts['medals'][number][],
  };
  for (const log of await readLogs(client, { abi: membershipAbi, address: contracts['membership'], last })) {
    if (log.eventName !== 'Activated') continue;
    const { member, inviter } = log.args;
    found.activated.push({ ...(await place(log)), wallet: wallet(member), inviter: wallet(inviter) });
  }
  for (const log of await readLogs(client, { abi: swapDeskAbi, address: contracts['swapDesk'], last })) {
    if (log.eventName !== 'Traded') continue;
    const { member, bought, usdtAmount, fee } = log.args;
    // The USDT side before the fee: what was paid, or what the pool gave.
    const value = bought ? usdtAmount : usdtAmount + fee;
    found.uses.push({ ...(await place(log)), wallet: wallet(member), kind: 'swap', value, fee });
  }
  for (const log of await readLogs(client, { abi: usdoMintAbi, address: contracts['usdoMint'], last })) {
    if (log.eventName !== 'UsdoMinted') continue;
    const { member, obtained, fee } = log.args;
    found.uses.push({ ...(await place(log)), wallet: wallet(member), kind: 'usdo', value: obtained, fee });
  }
  for (const log of await readLogs(client, {
    abi: hashPowerMintAbi,
    address: contracts['hashPowerMint'],
    last,
  })) {
    if (log.eventName !== 'PowerMinted') continue;
    found.minted.push({ ...(await place(log)), wallet: wallet(log.args.member), power: log.args.power });
  }
  const desk = { abi: liquidityDeskAbi, address: contracts['liquidityDesk'], last };
  for (const log of await readLogs(client, desk)) {
    const { eventName, args } = log;
    if (eventName === 'Added' || eventName === 'Readded') {
      const value = args.usdt + (args.open * args.priceE18) / 10n ** 18n;
      const at = await place(log);
      found.liquidity.push({ ...at, wallet: wallet(args.member), added: true, value, lp: args.lp });
    } else if (eventName === 'Removed' || eventName === 'RemovedInKind') {
      const at = await place(log);
      found.liquidity.push({ ...at, wallet: wallet(args.member), added: false, value: 0n, lp: args.lp });
    }
  }
  const medal = { abi: medalAbi, address: contracts['medal'] as Address };
  for (const log of await readLogs(client, { ...medal, last })) {
    if (log.eventName !== 'Transfer') continue;
    const { from, to, tokenId: token } = log.args;
    const type = await client.readContract({ ...medal, functionName: 'typeOf', args: [token] });
    const amount = medalWeights[Number(type)] ?? 0n;
    const at = await place(log);
    found.medals.push(
      { ...at, wallet: wallet(from), token, amount: 0n },
      { ...at, wallet: wallet(to), token, amount },
    );
  }
  return found;
}

type Asked<A extends Abi> = { readonly abi: A; readonly address: string | undefined; readonly last: bigint };

/** All logs of one contract, strictly decoded by its ABI; none where it is not deployed. */
async function readLogs<const A extends Abi>(
  client: PublicClient,
  { abi, address, last }: Asked<A>,
): Promise<GetContractEventsReturnType<A, undefined, true, bigint, bigint>> {
  const logs: GetContractEventsReturnType<A, undefined, true, bigint, bigint>[number][] = [];
  if (address === undefined) return logs as GetContractEventsReturnType<A, undefined, true, bigint, bigint>;
  for (let fromBlock = 0n; fromBlock <= last; fromBlock += SPAN) {
    const toBlock = fromBlock + SPAN - 1n < last ? fromBlock + SPAN - 1n : last;
    const page = await client.getContractEvents<A, undefined, true, bigint, bigint>({
      abi,
      address: address as Address,
      fromBlock,
      toBlock,
      strict: true,
    });
    logs.push(...page);
  }
  return logs as GetContractEventsReturnType<A, undefined, true, bigint, bigint>;
}
