import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readContract } from '../platform/wallet/read-contract.ts';

type Reserves = { reserveUsdt: bigint; reserveOpen: bigint };

/** Both sides of the pool in base units; which of them the pair calls its first depends on the addresses. */
export async function readReserves(pair: Hex, usdt: Hex, block: Hex): Promise<Reserves> {
  const contract = [pair, uniswapV2PairAbi] as const;
  const [[first, second], token0] = await Promise.all([
    readContract(contract, 'getReserves', [], block),
    readContract(contract, 'token0', [], block),
  ]);
  const usdtFirst = token0.toLowerCase() === usdt.toLowerCase();
  return usdtFirst
    ? { reserveUsdt: first, reserveOpen: second }
    : { reserveUsdt: second, reserveOpen: first };
}
