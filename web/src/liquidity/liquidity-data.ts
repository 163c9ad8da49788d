import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readChain, RpcRefused } from '../platform/wallet/rpc.ts';

/** What the chain says right now about liquidity that one is about to add or remove; amounts in base units. */
export type FreshLiquidity = {
  pool: LiquidityPool;
  /** The 30-minute average; undefined while the oracle is not ready. */
  twapE18: bigint | undefined;
  paused: boolean;
  /** OUSD cannot be minted: removing then pays USDT and holds nothing. */
  ousdPaused: boolean;
  minimumAdd: bigint;
  maxDeviationBps: number;
  lp: bigint;
  held: bigint;
  usdt: bigint;
  open: bigint;
  ousd: bigint;
  /** Time of that block, epoch seconds. */
  time: bigint;
};

type Question = { to: Hex; abi: Abi; name: string; args?: readonly unknown[] };

async function ask<Result>({ to, abi, name, args = [] }: Question, block: Hex): Promise<Result> {
  const data = encodeFunctionData({ abi, functionName: name, args });
  const answer = (await readChain('eth_call', [{ to, data }, block])) as Hex;
  return decodeFunctionResult({ abi, functionName: name, data: answer }) as Result;
}

/** Addresses that liquidity needs. Refuses with `swap.nopool` where the market is not deployed. */
export function deskOf({ pair, liquidityDesk, twapOracle, usdt, open, ousd }: AddressMap) {
  if (!pair || !liquidityDesk || !twapOracle || !usdt || !open || !ousd) throw new Refusal('swap.nopool');
  return { pair, liquidityDesk, twapOracle, usdt, open, ousd };
}

/** The oracle's average; it reverts while it has no observation that is old enough. */
async function averageAt(oracle: Hex, block: Hex): Promise<bigint | undefined> {
  try {
    return await ask<bigint>({ to: oracle, abi: twapOracleAbi as Abi, name: 'price' }, block);
  } catch (error) {
    if (error instanceof RpcRefused) return undefined;
    throw error;
  }
}

/** Reads pool, desk and holdings from the chain, all of the same block, past every copy of the server. */
export async function readFreshLiquidity(contracts: AddressMap, owner: Hex): Promise<FreshLiquidity> {
  const { pair, liquidityDesk, twapOracle, usdt, open, ousd } = deskOf(contracts);
  const head = (await readChain('eth_getBlockByNumber', ['latest', false])) as {
    number: Hex;
    timestamp: Hex;
  };
  const at = head.number;
  const pairAsk = { to: pair, abi: uniswapV2PairAbi as Abi };
  const deskAsk = { to: liquidityDesk, abi: liquidityDeskAbi as Abi };
  const holding = (token: Hex) =>
    ask<bigint>({ to: token, abi: erc20Abi as Abi, name: 'balanceOf', args: [owner] }, at);
  const [pool, desk, holdings, twapE18, ousdPaused] = await Promise.all([
    Promise.all([
      ask<readonly [bigint, bigint, number]>({ ...pairAsk, name: 'getReserves' }, at),
      ask<Hex>({ ...pairAsk, name: 'token0' }, at),
      ask<bigint>({ ...pairAsk, name: 'totalSupply' }, at),
      ask<bigint>({ ...pairAsk, name: 'kLast' }, at),
    ]),
    Promise.all([
      ask<boolean>({ ...deskAsk, name: 'paused' }, at),
      ask<bigint>({ ...deskAsk, name: 'minimumAdd' }, at),
      ask<bigint | number>({ ...deskAsk, name: 'maxDeviationBps' }, at),
      ask<bigint>({ ...deskAsk, name: 'lpOf', args: [owner] }, at),
      ask<bigint>({ ...deskAsk, name: 'heldOf', args: [owner] }, at),
    ]),
    Promise.all([holding(usdt), holding(open), holding(ousd)]),
    averageAt(twapOracle, at),
    ask<boolean>({ to: ousd, abi: backedDollarAbi as Abi, name: 'paused' }, at),
  ]);
  const [reserves, token0, lpTotal, kLast] = pool;
  const usdtFirst = token0.toLowerCase() === usdt.toLowerCase();
  const [paused, minimumAdd, maxDeviationBps, lp, held] = desk;
  return {
    pool: {
      reserveUsdt: usdtFirst ? reserves[0] : reserves[1],
      reserveOpen: usdtFirst ? reserves[1] : reserves[0],
      lpTotal,
      kLast,
    },
    twapE18,
    paused,
    ousdPaused,
    minimumAdd,
    maxDeviationBps: Number(maxDeviationBps),
    lp,
    held,
    usdt: holdings[0],
    open: holdings[1],
    ousd: holdings[2],
    time: BigInt(head.timestamp),
  };
}

const abi = liquidityDeskAbi;

/** Amounts of the calls below are base units, deadlines epoch seconds; minima are the quote less the tolerance. */
type Sides = { usdt: bigint; open: bigint; usdtMin: bigint; openMin: bigint; deadline: bigint };

/** Calldata of `LiquidityDesk.add`. */
export function addData({ usdt, open, usdtMin, openMin, deadline }: Sides): Hex {
  return encodeFunctionData({ abi, functionName: 'add', args: [usdt, open, usdtMin, openMin, deadline] });
}

/** Calldata of `LiquidityDesk.remove`. */
export function removeData(lp: bigint, usdtMin: bigint, openMin: bigint, deadline: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'remove', args: [lp, usdtMin, openMin, deadline] });
}

/** Calldata of `LiquidityDesk.readd`: what is held first, then the wallet's own OUSD. */
export function readdData(
  { fromHeld, fromOwn }: { fromHeld: bigint; fromOwn: bigint },
  { open, usdtMin, openMin, deadline }: Omit<Sides, 'usdt'>,
): Hex {
  const args = [fromHeld, fromOwn, open, usdtMin, openMin, deadline] as const;
  return encodeFunctionData({ abi, functionName: 'readd', args });
}

/** Calldata of `LiquidityDesk.release`. */
export function releaseData(member: Hex, holdIds: readonly number[]): Hex {
  return encodeFunctionData({ abi, functionName: 'release', args: [member, holdIds.map(BigInt)] });
}

/** Calldata of `BackedDollar.redeem`. */
export function redeemData(amount: bigint): Hex {
  return encodeFunctionData({ abi: backedDollarAbi, functionName: 'redeem', args: [amount] });
}
