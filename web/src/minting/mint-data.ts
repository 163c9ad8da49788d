import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { PoolState } from '@openmere/core/swap/quote.ts';
import { encodeFunctionData } from 'viem';
import { Unreachable } from '../platform/api-client.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { explainRevert } from '../platform/wallet/explain-revert.ts';
import { readContract, readHead } from '../platform/wallet/read-contract.ts';
import { RpcRefused } from '../platform/wallet/rpc.ts';
import { readReserves } from '../swap/read-reserves.ts';

/** What the chain says right now about minting hash power; amounts in base units, all of one block. */
export type PowerTerms = {
  paused: boolean;
  /** USDT per OPEN that minting values at; undefined while there is none, for the reason beside it. */
  priceE18: bigint | undefined;
  noPrice: 'notready' | 'stale' | undefined;
  /** When somebody last looked at the price, epoch seconds. */
  lookedAt: bigint;
  /** USDT. */
  minimumValue: bigint;
  powerPerUsdt: bigint;
  /** In the wallet; undefined without one. */
  open: bigint | undefined;
  /** OPEN that the contract may take already. */
  allowed: bigint;
  /** Time of the block, epoch seconds. */
  time: bigint;
};

/** What the chain says right now about minting and redeeming USDO. */
export type UsdoTerms = UsdoEntrance & {
  usdo: bigint | undefined;
  /** All USDO there is, and the USDT that lies in its contract. */
  supply: bigint;
  backing: bigint;
  time: bigint;
};

/** What minting needs and redeeming does not. */
type UsdoEntrance = {
  /** Why nothing can be minted whatever else is true: pool or minting is not there, or does not answer. */
  noMint: Refusal | undefined;
  paused: boolean;
  tradable: boolean;
  pool: PoolState;
  usdt: bigint | undefined;
  open: bigint | undefined;
  /** How much of each coin the contract may take already. */
  allowed: { usdt: bigint; open: bigint };
};

/** Addresses that minting power needs. Refuses with `swap.nopool` where it is not deployed. */
export function powerContracts({ hashPowerMint, twapOracle, open }: AddressMap) {
  if (!hashPowerMint || !twapOracle || !open) throw new Refusal('swap.nopool');
  return { hashPowerMint, twapOracle, open };
}

/** Addresses that minting USDO needs. Refuses as above. */
export function usdoContracts({ usdoMint, usdo, swapDesk, pair, usdt, open }: AddressMap) {
  if (!usdoMint || !usdo || !swapDesk || !pair || !usdt || !open) throw new Refusal('swap.nopool');
  return { usdoMint, usdo, swapDesk, pair, usdt, open };
}

/** The price that minting values at, or why there is none: the oracle refuses while it has none, and one that is too old. */
async function readPrice(mint: Hex, block: Hex): Promise<Pick<PowerTerms, 'priceE18' | 'noPrice'>> {
  try {
    const priceE18 = await readContract([mint, hashPowerMintAbi], 'priceE18', [], block);
    return { priceE18, noPrice: undefined };
  } catch (error) {
    if (!(error instanceof RpcRefused)) throw error;
    const cause = explainRevert(error);
    const isStale = cause instanceof Refusal && cause.code === 'wallet.revertStale';
    return { priceE18: undefined, noPrice: isStale ? 'stale' : 'notready' };
  }
}

/** What an owner holds of a token; nobody holds what is not known. */
function holding(token: Hex, owner: Hex | undefined, block: Hex): Promise<bigint | undefined> {
  if (owner === undefined) return Promise.resolve(undefined);
  return readContract([token, erc20Abi], 'balanceOf', [owner], block);
}

/** What a contract may take of an owner's token; of nobody's it may take nothing. */
function allowance(token: Hex, owner: Hex | undefined, spender: Hex, block: Hex): Promise<bigint> {
  if (owner === undefined) return Promise.resolve(0n);
  return readContract([token, erc20Abi], 'allowance', [owner, spender], block);
}

/** Reads all of it at one block, past every copy of the server. */
export async function readPowerTerms(contracts: AddressMap, owner: Hex | undefined): Promise<PowerTerms> {
  const { hashPowerMint, twapOracle, open } = powerContracts(contracts);
  const { block, time } = await readHead();
  const mint = [hashPowerMint, hashPowerMintAbi] as const;
  const [price, paused, minimumValue, powerPerUsdt, [lookedAt], held, allowed] = await Promise.all([
    readPrice(hashPowerMint, block),
    readContract(mint, 'paused', [], block),
    readContract(mint, 'minimumValue', [], block),
    readContract(mint, 'POWER_PER_USDT', [], block),
    readContract([twapOracle, twapOracleAbi], 'lastObservation', [], block),
    holding(open, owner, block),
    allowance(open, owner, hashPowerMint, block),
  ]);
  return { ...price, paused, minimumValue, powerPerUsdt, lookedAt, open: held, allowed, time };
}

/** Reads all of it at one block. Whatever is wrong with the way in, the way out stays. */
export async function readUsdoTerms(contracts: AddressMap, owner: Hex | undefined): Promise<UsdoTerms> {
  const { usdo, usdt } = contracts;
  if (!usdo || !usdt) throw new Refusal('swap.nopool');
  const { block, time } = await readHead();
  const [entrance, held, supply, backing] = await Promise.all([
    readEntrance(contracts, owner, block).catch((error: unknown) => {
      if (error instanceof Unreachable) throw error;
      return noEntrance;
    }),
    holding(usdo, owner, block),
    readContract([usdo, erc20Abi], 'totalSupply', [], block),
    readContract([usdt, erc20Abi], 'balanceOf', [usdo], block),
  ]);
  return { ...entrance, usdo: held, supply, backing, time };
}

const noEntrance: UsdoEntrance = {
  noMint: new Refusal('swap.nopool'),
  paused: false,
  tradable: false,
  pool: { reserveUsdt: 0n, reserveOpen: 0n, poolBps: 0, communityBps: 0, burnBps: 0 },
  usdt: undefined,
  open: undefined,
  allowed: { usdt: 0n, open: 0n },
};

/** Minting is paused, too, while the dollar itself can take nothing in. */
async function readEntrance(
  contracts: AddressMap,
  owner: Hex | undefined,
  block: Hex,
): Promise<UsdoEntrance> {
  const { usdoMint, usdo, swapDesk, pair, usdt, open } = usdoContracts(contracts);
  const desk = [swapDesk, swapDeskAbi] as const;
  const [mintPaused, dollarPaused, market, holdings, allowances] = await Promise.all([
    readContract([usdoMint, usdoMintAbi], 'paused', [], block),
    readContract([usdo, backedDollarAbi], 'paused', [], block),
    Promise.all([
      readReserves(pair, usdt, block),
      readContract(desk, 'tradable', [], block),
      readContract(desk, 'communityFeeBps', [], block),
      readContract(desk, 'burnBps', [], block),
      readContract(desk, 'poolFeeBps', [], block),
    ]),
    Promise.all([usdt, open].map((token) => holding(token, owner, block))),
    Promise.all([allowance(usdt, owner, usdoMint, block), allowance(open, owner, usdoMint, block)]),
  ]);
  const [reserves, tradable, communityBps, burnBps, poolBps] = market;
  return {
    noMint: undefined,
    paused: mintPaused || dollarPaused,
    tradable,
    pool: {
      ...reserves,
      poolBps: Number(poolBps),
      communityBps: Number(communityBps),
      burnBps: Number(burnBps),
    },
    usdt: holdings[0],
    open: holdings[1],
    allowed: { usdt: allowances[0], open: allowances[1] },
  };
}

/** Calldata of `HashPowerMint.mint`; base units, deadline in epoch seconds. */
export function mintPowerData(openIn: bigint, minPower: bigint, deadline: bigint): Hex {
  const args = [openIn, minPower, deadline] as const;
  return encodeFunctionData({ abi: hashPowerMintAbi, functionName: 'mint', args });
}

/** Calldata of `UsdoMint.mintFromUsdt`. */
export function mintFromUsdtData(usdtIn: bigint): Hex {
  return encodeFunctionData({ abi: usdoMintAbi, functionName: 'mintFromUsdt', args: [usdtIn] });
}

/** Calldata of `UsdoMint.mintFromOpen`. */
export function mintFromOpenData(openIn: bigint, minUsdo: bigint, deadline: bigint): Hex {
  const args = [openIn, minUsdo, deadline] as const;
  return encodeFunctionData({ abi: usdoMintAbi, functionName: 'mintFromOpen', args });
}

/** Calldata of `BackedDollar.redeem`. */
export function redeemUsdoData(amount: bigint): Hex {
  return encodeFunctionData({ abi: backedDollarAbi, functionName: 'redeem', args: [amount] });
}
