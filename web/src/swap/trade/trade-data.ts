import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { PoolState, Side } from '@openmere/core/swap/quote.ts';
import { encodeFunctionData } from 'viem';
import type { Hex } from '../../platform/wallet/eip1193.ts';
import { readContract, readHead } from '../../platform/wallet/read-contract.ts';
import { readReserves } from '../read-reserves.ts';

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
  const { block, time } = await readHead();
  const desk = [swapDesk, swapDeskAbi] as const;
  const coin = [paid, erc20Abi] as const;
  const [reserves, tradable, communityBps, burnBps, poolBps, allowance, held] = await Promise.all([
    readReserves(pair, usdt, block),
    readContract(desk, 'tradable', [], block),
    readContract(desk, 'communityFeeBps', [], block),
    readContract(desk, 'burnBps', [], block),
    readContract(desk, 'poolFeeBps', [], block),
    readContract(coin, 'allowance', [owner, swapDesk], block),
    readContract(coin, 'balanceOf', [owner], block),
  ]);
  return {
    pool: {
      ...reserves,
      poolBps: Number(poolBps),
      communityBps: Number(communityBps),
      burnBps: Number(burnBps),
    },
    tradable,
    allowance,
    held,
    block: BigInt(block),
    time,
  };
}

/** Calldata of `SwapDesk.buy` or `sell`; amounts in base units, deadline in epoch seconds. */
export function tradeData(side: Side, paid: bigint, minimum: bigint, deadline: bigint): Hex {
  return encodeFunctionData({ abi: swapDeskAbi, functionName: side, args: [paid, minimum, deadline] });
}
