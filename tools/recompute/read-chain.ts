import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import { createPublicClient, http } from 'viem';
import type { Abi, Address, GetContractEventsReturnType, PublicClient } from 'viem';

/** Blocks in one question: what public nodes allow. */
const SPAN = 5_000n;

/** Where a log stands, as the ledger's references name it: 40 digits of the transaction's hash, and the log's index. */
export type LogPosition = {
  readonly key: string;
  readonly block: bigint;
  readonly index: number;
  readonly at: number;
};

export type ChainFacts = {
  readonly activated: readonly (LogPosition & { wallet: string; inviter: string })[];
  /** Fees of trades and of USDO mintings, and what was traded, minted or subscribed for, in USDT. */
  readonly uses: readonly (LogPosition & {
    wallet: string;
    kind: 'swap' | 'usdo' | 'node';
    value: bigint;
    fee: bigint;
  })[];
  /** Added (or re-added): `value` in USDT and `lp`; removed: `lp`. */
  readonly liquidity: readonly (LogPosition & {
    wallet: string;
    added: boolean;
    value: bigint;
    lp: bigint;
  })[];
  readonly minted: readonly (LogPosition & { wallet: string; power: bigint })[];
  /** Medals: from `at` on the wallet has this token with this weight, or no more (0). */
  readonly medals: readonly (LogPosition & { wallet: string; token: bigint; amount: bigint })[];
};

/** By the type's number: genesis, gold, diamond (rulebook §10). */
const medalWeights: readonly bigint[] = [0n, 5n, 2n, 1n];

type Addresses = Readonly<Record<string, string | undefined>>;

/** Everything that our contracts have said, up to the block that is final. */
export async function readChain(rpc: string, contracts: Addresses): Promise<ChainFacts> {
  const client = createPublicClient({ transport: http(rpc) });
  const last = (await client.getBlock({ blockTag: 'finalized' })).number;
  const reading: Reading = { client, last, contracts, locate: openLocate(client) };
  return {
    activated: await readActivations(reading),
    uses: [...(await readTrades(reading)), ...(await readUsdo(reading)), ...(await readNodes(reading))],
    liquidity: await readLiquidity(reading),
    minted: await readPower(reading),
    medals: await readMedals(reading),
  };
}

type Locate = (log: {
  transactionHash: string;
  blockNumber: bigint;
  logIndex: number;
}) => Promise<LogPosition>;
type Reading = { client: PublicClient; last: bigint; contracts: Addresses; locate: Locate };

/** Asks for the time of each block once. */
function openLocate(client: PublicClient): Locate {
  const times = new Map<bigint, number>();
  return async ({ transactionHash, blockNumber, logIndex }) => {
    const known = times.get(blockNumber);
    const at = known ?? Number((await client.getBlock({ blockNumber })).timestamp) * 1_000;
    times.set(blockNumber, at);
    return { key: `${transactionHash.slice(2, 42)}-${logIndex}`, block: blockNumber, index: logIndex, at };
  };
}

const lower = (address: string): string => address.toLowerCase();

async function readActivations(reading: Reading): Promise<ChainFacts['activated']> {
  const found: ChainFacts['activated'][number][] = [];
  for (const log of await readLogs(reading, membershipAbi, 'membership')) {
    if (log.eventName !== 'Activated') continue;
    const { member, inviter } = log.args;
    found.push({ ...(await reading.locate(log)), wallet: lower(member), inviter: lower(inviter) });
  }
  return found;
}

async function readTrades(reading: Reading): Promise<ChainFacts['uses']> {
  const found: ChainFacts['uses'][number][] = [];
  for (const log of await readLogs(reading, swapDeskAbi, 'swapDesk')) {
    if (log.eventName !== 'Traded') continue;
    const { member, bought, usdtAmount, fee } = log.args;
    // The USDT side before the fee: what was paid, or what the pool gave.
    const value = bought ? usdtAmount : usdtAmount + fee;
    found.push({ ...(await reading.locate(log)), wallet: lower(member), kind: 'swap', value, fee });
  }
  return found;
}

async function readUsdo(reading: Reading): Promise<ChainFacts['uses']> {
  const found: ChainFacts['uses'][number][] = [];
  for (const log of await readLogs(reading, usdoMintAbi, 'usdoMint')) {
    if (log.eventName !== 'UsdoMinted') continue;
    const { member, paidWith, obtained, fee } = log.args;
    // From OPEN it is a sale through the pair: what the pool gave is what was obtained and the fee. From USDT nothing is used.
    const isSale = lower(paidWith) !== reading.contracts['usdt']?.toLowerCase();
    const value = isSale ? obtained + fee : 0n;
    found.push({ ...(await reading.locate(log)), wallet: lower(member), kind: 'usdo', value, fee });
  }
  return found;
}

async function readPower(reading: Reading): Promise<ChainFacts['minted']> {
  const found: ChainFacts['minted'][number][] = [];
  for (const log of await readLogs(reading, hashPowerMintAbi, 'hashPowerMint')) {
    if (log.eventName !== 'PowerMinted') continue;
    const { member, power } = log.args;
    found.push({ ...(await reading.locate(log)), wallet: lower(member), power });
  }
  return found;
}

async function readLiquidity(reading: Reading): Promise<ChainFacts['liquidity']> {
  const found: ChainFacts['liquidity'][number][] = [];
  for (const { eventName, args, ...log } of await readLogs(reading, liquidityDeskAbi, 'liquidityDesk')) {
    if (eventName === 'Added' || eventName === 'Readded') {
      const value = args.usdt + (args.open * args.priceE18) / 10n ** 18n;
      const position = await reading.locate(log);
      found.push({ ...position, wallet: lower(args.member), added: true, value, lp: args.lp });
    } else if (eventName === 'Removed' || eventName === 'RemovedInKind') {
      const position = await reading.locate(log);
      found.push({ ...position, wallet: lower(args.member), added: false, value: 0n, lp: args.lp });
    }
  }
  return found;
}

async function readNodes(reading: Reading): Promise<ChainFacts['uses']> {
  const found: ChainFacts['uses'][number][] = [];
  const { client, contracts, locate } = reading;
  for (const log of await readLogs(reading, medalAbi, 'medal')) {
    if (log.eventName !== 'Subscribed') continue;
    const { tokenId, owner } = log.args;
    const medal = { abi: medalAbi, address: contracts['medal'] as Address } as const;
    const type = await client.readContract({ ...medal, functionName: 'typeOf', args: [tokenId] });
    const [, , value] = await client.readContract({ ...medal, functionName: 'saleOf', args: [type] });
    found.push({ ...(await locate(log)), wallet: lower(owner), kind: 'node', value, fee: 0n });
  }
  return found;
}

async function readMedals(reading: Reading): Promise<ChainFacts['medals']> {
  const found: ChainFacts['medals'][number][] = [];
  const { client, contracts, locate } = reading;
  for (const log of await readLogs(reading, medalAbi, 'medal')) {
    if (log.eventName !== 'Transfer') continue;
    const { from, to, tokenId: token } = log.args;
    const address = contracts['medal'] as Address;
    const type = await client.readContract({ abi: medalAbi, address, functionName: 'typeOf', args: [token] });
    const position = await locate(log);
    const amount = medalWeights[Number(type)] ?? 0n;
    found.push({ ...position, wallet: lower(from), token, amount: 0n });
    found.push({ ...position, wallet: lower(to), token, amount });
  }
  return found;
}

type Logs<A extends Abi> = GetContractEventsReturnType<A, undefined, true, bigint, bigint>;

/** All logs of one contract, strictly decoded by its ABI; none where it is not deployed. */
async function readLogs<const A extends Abi>(
  { client, last, contracts }: Reading,
  abi: A,
  name: string,
): Promise<Logs<A>> {
  const logs: Logs<A>[number][] = [];
  const address = contracts[name] as Address | undefined;
  if (address === undefined) return logs as Logs<A>;
  for (let fromBlock = 0n; fromBlock <= last; fromBlock += SPAN) {
    const toBlock = fromBlock + SPAN - 1n < last ? fromBlock + SPAN - 1n : last;
    const page = await client.getContractEvents<A, undefined, true, bigint, bigint>({
      abi,
      address,
      fromBlock,
      toBlock,
      strict: true,
    });
    logs.push(...page);
  }
  return logs as Logs<A>;
}
