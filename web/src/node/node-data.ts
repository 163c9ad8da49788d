import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { numberOfType } from '@openmere/core/node/rules.ts';
import type { NodeType } from '@openmere/core/node/rules.ts';
import { decodeAbiParameters, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readContract, readHead } from '../platform/wallet/read-contract.ts';
import { readChain } from '../platform/wallet/rpc.ts';

/** What the chain says right now about one kind of node and one wallet, all of one block; amounts in base units. */
export type FreshSale = {
  paused: boolean;
  total: bigint;
  sold: bigint;
  price: bigint;
  /** Seconds since 1970, by the chain. */
  opens: number;
  closes: number;
  now: number;
  /** Undefined without a wallet. */
  own:
    | { balance: bigint; allowed: bigint; activated: boolean; hasBought: boolean; holds: boolean }
    | undefined;
};

/** Addresses that subscribing needs. Refuses where it is not deployed. */
export function nodeContracts({ medal, usdt, membership }: AddressMap) {
  if (!medal || !usdt || !membership) throw new Refusal('swap.nopool');
  return { medal, usdt, membership };
}

async function readOwn(
  contracts: AddressMap,
  owner: Hex,
  block: Hex,
): Promise<NonNullable<FreshSale['own']>> {
  const { medal, usdt, membership } = nodeContracts(contracts);
  const [balance, allowed, activated, hasBought, medals] = await Promise.all([
    readContract([usdt, erc20Abi], 'balanceOf', [owner], block),
    readContract([usdt, erc20Abi], 'allowance', [owner, medal], block),
    readContract([membership, membershipAbi], 'isActive', [owner], block),
    readContract([medal, medalAbi], 'hasBought', [owner], block),
    readContract([medal, medalAbi], 'balanceOf', [owner], block),
  ]);
  return { balance, allowed, activated, hasBought, holds: medals > 0n };
}

/** Reads the sale and the wallet at one block, past every copy of the server. */
export async function readSale(
  contracts: AddressMap,
  type: NodeType,
  owner: Hex | undefined,
): Promise<FreshSale> {
  const { medal } = nodeContracts(contracts);
  const { block, time } = await readHead();
  const [paused, [total, sold, price, opens, closes], own] = await Promise.all([
    readContract([medal, medalAbi], 'paused', [], block),
    readContract([medal, medalAbi], 'saleOf', [numberOfType(type)], block),
    owner === undefined ? undefined : readOwn(contracts, owner, block),
  ]);
  return { paused, total, sold, price, opens: Number(opens), closes: Number(closes), now: Number(time), own };
}

/** Calldata of `Medal.mint`, for oneself. */
export function subscribeData(type: NodeType, recipient: Hex): Hex {
  return encodeFunctionData({ abi: medalAbi, functionName: 'mint', args: [numberOfType(type), recipient] });
}

/** Calldata of `Medal.mintWithPermit`; the deadline is the one that was signed. */
export function permittedData(recipient: Hex, deadlineMs: number, signature: Hex): Hex {
  const deadline = BigInt(Math.floor(deadlineMs / 1000));
  return encodeFunctionData({
    abi: medalAbi,
    functionName: 'mintWithPermit',
    args: [numberOfType('gold'), recipient, deadline, signature],
  });
}

type Receipt = { logs: readonly { data: Hex }[] } | null;

/** The number of the medal that a transaction made: the last log of it is (uint256 tokenId, address owner). */
export async function readTokenId(hash: Hex): Promise<number | undefined> {
  const receipt = (await readChain('eth_getTransactionReceipt', [hash])) as Receipt;
  const data = receipt?.logs.at(-1)?.data;
  if (data === undefined || data.length !== 2 + 2 * 64) return undefined;
  const [tokenId] = decodeAbiParameters([{ type: 'uint256' }, { type: 'address' }], data);
  return Number(tokenId);
}
