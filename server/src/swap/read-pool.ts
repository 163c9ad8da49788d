import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { clientOver } from '../platform/chain/client.ts';
import type { Hex } from '../platform/chain/log.ts';
import { atBlock } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { PoolStateRow } from './tables.ts';

/** OPEN is made once, all of it (rulebook §2): what is missing from this was burned. */
const OPEN_SUPPLY = 1_000_000_000n * oneCoin;

export type PoolReading = Omit<PoolStateRow, 'chain_id' | 'block_hash' | 'block_time' | 'read_at'>;

/** Bytes of call data in one question: everything below goes into one. */
const BATCH_BYTES = 32_768;

/**
 * Reserves, totals, rates, switch and average price of one block, in one question that names it by its hash: a node that has
 * mined on, or another one behind the same address, cannot answer with a later state. Undefined while the market is not there:
 * a contract is missing from the map or on the chain, or the pool is empty. The average is null while the oracle is not ready.
 * Fault of the node, or `chain.nopool`, when it does not answer the question.
 */
export async function readPool(
  rpc: Rpc,
  chainId: number,
  contracts: AddressMap,
  block: { number: bigint; hash: Hex },
): Promise<PoolReading | undefined> {
  const { pair, open, usdt, swapDesk, twapOracle } = contracts;
  if (!pair || !open || !usdt || !swapDesk || !twapOracle) return undefined;
  const desk = { address: swapDesk, abi: swapDeskAbi } as const;
  // Where there is no liquidity desk yet, nothing answers at the oracle's address either, and its terms stay unknown.
  const liquidity = { address: contracts.liquidityDesk ?? twapOracle, abi: liquidityDeskAbi } as const;
  const failures: unknown[] = [];
  const client = clientOver(readingAt(rpc, block.hash, failures), chainId);
  const answers = await client.multicall({
    contracts: [
      { address: pair, abi: uniswapV2PairAbi, functionName: 'getReserves' },
      { address: pair, abi: uniswapV2PairAbi, functionName: 'totalSupply' },
      { address: pair, abi: uniswapV2PairAbi, functionName: 'kLast' },
      { address: open, abi: erc20Abi, functionName: 'totalSupply' },
      { ...desk, functionName: 'poolFeeBps' },
      { ...desk, functionName: 'communityFeeBps' },
      { ...desk, functionName: 'burnBps' },
      { ...desk, functionName: 'tradable' },
      { address: twapOracle, abi: twapOracleAbi, functionName: 'price' },
      { ...liquidity, functionName: 'minimumAdd' },
      { ...liquidity, functionName: 'HOLD_BPS' },
      { ...liquidity, functionName: 'HOLD_TIME' },
    ],
    deployless: true,
    batchSize: BATCH_BYTES,
  });
  // Whoever lets single calls fail is not told by viem that the question itself did.
  const [cause] = failures;
  if (cause !== undefined)
    throw cause instanceof Fault ? cause : new Fault('chain.nopool', { retry: true, cause });
  const [reserves, lpTotal, kLast, supply, poolBps, communityBps, burnBps, tradable, twap, ...terms] =
    answers;
  const [minimumAdd, holdBps, holdTime] = terms;
  if (!reserves.result || !lpTotal.result || supply.result === undefined) return undefined;
  if (kLast.result === undefined) return undefined;
  if (poolBps.result === undefined || communityBps.result === undefined) return undefined;
  if (burnBps.result === undefined || tradable.result === undefined) return undefined;
  const [first, second] = reserves.result;
  const openFirst = open.toLowerCase() < usdt.toLowerCase();
  const [reserveOpen, reserveUsdt] = openFirst ? [first, second] : [second, first];
  if (reserveOpen === 0n || reserveUsdt === 0n) return undefined;
  return {
    block_number: block.number,
    reserve_usdt: reserveUsdt,
    reserve_open: reserveOpen,
    lp_total: lpTotal.result,
    k_last: kLast.result,
    burned: supply.result < OPEN_SUPPLY ? OPEN_SUPPLY - supply.result : 0n,
    pool_bps: Number(poolBps.result),
    community_bps: Number(communityBps.result),
    burn_bps: Number(burnBps.result),
    tradable: tradable.result,
    twap: twap.result ?? null,
    minimum_add: minimumAdd.result ?? null,
    hold_bps: holdBps.result === undefined ? null : Number(holdBps.result),
    hold_seconds: holdTime.result ?? null,
  };
}

/** The same connection, whose calls all read at one block; keeps why one got no answer. */
function readingAt(rpc: Rpc, blockHash: Hex, failures: unknown[]): Rpc {
  return {
    ...rpc,
    async call(method, params = [], signal) {
      try {
        const asked = method === 'eth_call' ? [params[0], atBlock(blockHash)] : params;
        const answer = await rpc.call(method, asked, signal);
        if (answer === '0x') throw new Error('an empty answer');
        return answer;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  };
}
