import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { PoolState, Side } from '@openmere/core/swap/quote.ts';
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../../platform/wallet/eip1193.ts';
import { readChain } from '../../platform/wallet/rpc.ts';

/** What the chain says right now about a trade that one is about to sign. */
export type FreshTrade = {
  pool: PoolState;
  tradable: boolean;
  /** Base units of the coin that is paid. */
  allowance: bigint;
  held: bigint;
  block: bigint;
  /** Time of that block, epoch seconds. */
  time: bigint;
};

type Question = { to: Hex; abi: Abi; name: string; args?: readonly unknown[] };

async function ask<Result>({ to, abi, name, args = [] }: Question, block: Hex): Promise<Result> {
  const data = encodeFunctionData({ abi, functionName: name, args });
  const answer = (await readChain('eth_call', [{ to, data }, block])) as Hex;
  return decodeFunctionResult({ abi, functionName: name, data: answer }) as Result;
}

/** Addresses that a trade needs. Refuses with `swap.nopool` where the market is not deployed. */
export function marketOf({ pair, swapDesk, usdt, open }: AddressMap) {
  if (!pair || !swapDesk || !usdt || !open) throw new Refusal('swap.nopool');
  return { pair, swapDesk, usdt, open };
}

/**
 * Reads reserves, rates, balance and allowance from the chain, all of the same block, past every copy of the server:
 * what is quoted from this is what the transaction would give in that block.
 */
export async function readFreshTrade(contracts: AddressMap, owner: Hex, side: Side): Promise<FreshTrade> {
  const { pair, swapDesk, usdt, open } = marketOf(contracts);
  const paid = side === 'buy' ? usdt : open;
  const head = (await readChain('eth_getBlockByNumber', ['latest', false])) as {
    number: Hex;
    timestamp: Hex;
  };
  const pairAsk = { to: pair, abi: uniswapV2PairAbi as Abi };
  const deskAsk = { to: swapDesk, abi: swapDeskAbi as Abi };
  const coinAsk = { to: paid, abi: erc20Abi as Abi };
  const at = head.number;
  const [reserves, token0, tradable, communityBps, burnBps, poolBps, allowance, held] = await Promise.all([
    ask<readonly [bigint, bigint, number]>({ ...pairAsk, name: 'getReserves' }, at),
    ask<Hex>({ ...pairAsk, name: 'token0' }, at),
    ask<boolean>({ ...deskAsk, name: 'tradable' }, at),
    ask<bigint | number>({ ...deskAsk, name: 'communityFeeBps' }, at),
    ask<bigint | number>({ ...deskAsk, name: 'burnBps' }, at),
    ask<bigint | number>({ ...deskAsk, name: 'poolFeeBps' }, at),
    ask<bigint>({ ...coinAsk, name: 'allowance', args: [owner, swapDesk] }, at),
    ask<bigint>({ ...coinAsk, name: 'balanceOf', args: [owner] }, at),
  ]);
  const usdtFirst = token0.toLowerCase() === usdt.toLowerCase();
  const [reserveUsdt, reserveOpen] = usdtFirst ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]];
  return {
    pool: {
      reserveUsdt,
      reserveOpen,
      poolBps: Number(poolBps),
      communityBps: Number(communityBps),
      burnBps: Number(burnBps),
    },
    tradable,
    allowance,
    held,
    block: BigInt(head.number),
    time: BigInt(head.timestamp),
  };
}

/** Calldata of `SwapDesk.buy` or `sell`; amounts in base units, deadline in epoch seconds. */
export function tradeData(side: Side, paid: bigint, minimum: bigint, deadline: bigint): Hex {
  return encodeFunctionData({ abi: swapDeskAbi, functionName: side, args: [paid, minimum, deadline] });
}
