import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { encodeFunctionData } from 'viem';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readContract, readHead } from '../platform/wallet/read-contract.ts';
import { RpcRefused } from '../platform/wallet/rpc.ts';
import { readReserves } from '../swap/read-reserves.ts';

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
  /** How much of each coin the desk may take already. */
  allowed: { usdt: bigint; open: bigint; ousd: bigint };
  /** Time of that block, epoch seconds. */
  time: bigint;
};

/** Addresses that liquidity needs. Refuses with `swap.nopool` where the market is not deployed. */
export function deskOf({ pair, liquidityDesk, twapOracle, usdt, open, ousd }: AddressMap) {
  if (!pair || !liquidityDesk || !twapOracle || !usdt || !open || !ousd) throw new Refusal('swap.nopool');
  return { pair, liquidityDesk, twapOracle, usdt, open, ousd };
}

/** Whether the guard lets nothing in at the moment. */
export function readPaused(contracts: AddressMap): Promise<boolean> {
  return readContract([deskOf(contracts).liquidityDesk, liquidityDeskAbi], 'paused', [], 'latest');
}

/** The oracle's average; it reverts while it has no observation that is old enough. */
async function averageAt(oracle: Hex, block: Hex): Promise<bigint | undefined> {
  try {
    return await readContract([oracle, twapOracleAbi], 'price', [], block);
  } catch (error) {
    if (error instanceof RpcRefused) return undefined;
    throw error;
  }
}

/** Reads pool, desk and holdings from the chain, all of the same block, past every copy of the server. */
export async function readFreshLiquidity(contracts: AddressMap, owner: Hex): Promise<FreshLiquidity> {
  const { pair, liquidityDesk, twapOracle, usdt, open, ousd } = deskOf(contracts);
  const { block, time } = await readHead();
  const pool = [pair, uniswapV2PairAbi] as const;
  const desk = [liquidityDesk, liquidityDeskAbi] as const;
  const holding = (token: Hex) => readContract([token, erc20Abi], 'balanceOf', [owner], block);
  const allowance = (token: Hex) =>
    readContract([token, erc20Abi], 'allowance', [owner, liquidityDesk], block);
  const [market, terms, holdings, allowances, twapE18, ousdPaused] = await Promise.all([
    Promise.all([
      readReserves(pair, usdt, block),
      readContract(pool, 'totalSupply', [], block),
      readContract(pool, 'kLast', [], block),
    ]),
    Promise.all([
      readContract(desk, 'paused', [], block),
      readContract(desk, 'minimumAdd', [], block),
      readContract(desk, 'maxDeviationBps', [], block),
      readContract(desk, 'lpOf', [owner], block),
      readContract(desk, 'heldOf', [owner], block),
    ]),
    Promise.all([holding(usdt), holding(open), holding(ousd)]),
    Promise.all([allowance(usdt), allowance(open), allowance(ousd)]),
    averageAt(twapOracle, block),
    readContract([ousd, backedDollarAbi], 'paused', [], block),
  ]);
  const [reserves, lpTotal, kLast] = market;
  const [paused, minimumAdd, maxDeviationBps, lp, held] = terms;
  return {
    pool: { ...reserves, lpTotal, kLast },
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
    allowed: { usdt: allowances[0], open: allowances[1], ousd: allowances[2] },
    time,
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
