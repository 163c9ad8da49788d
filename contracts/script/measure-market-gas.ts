import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { uniswapV2FactoryAbi } from '@openmere/core/chain/abi/uniswap-v2-factory.ts';
import { uniswapV2RouterAbi } from '@openmere/core/chain/abi/uniswap-v2-router.ts';
/** Gas of trading and of liquidity, on the published pool. */
import { erc20Abi, getContractAddress, maxUint256, parseUnits } from 'viem';
import type { Address } from 'viem';
import { getArtifact } from './compile.ts';
import type { Bench } from './gas-bench.ts';

const units = (whole: string) => parseUnits(whole, 18);
const preparation = [
  'DevUsdt.mint to a holder',
  'approve the router',
  'found the pool',
  'approve a desk',
  'deploy OUSD',
];
const MINUTE_SEC = 60;
const DAY_SEC = 86_400;

/** The pool with 100,000 USDT and 2,000,000 OPEN, and everything that works on it. */
async function deployMarket(
  bench: Bench,
  ground: Record<'usdt' | 'open' | 'membership' | 'treasury', Address>,
) {
  const { client, me, deploy, send, place } = bench;
  const { usdt, open, membership, treasury } = ground;
  const factory = await place('UniswapV2Factory', [me]);
  const router = await place('UniswapV2Router02', [factory, me]);
  const mintAbi = (await getArtifact('DevUsdt')).abi;
  await send('DevUsdt.mint to a holder', usdt, mintAbi, 'mint', [me, units('1000000')]);
  for (const token of [usdt, open])
    await send('approve the router', token, erc20Abi, 'approve', [router, maxUint256]);
  const put = [usdt, open, units('100000'), units('2000000'), 0n, 0n, me, maxUint256];
  await send('found the pool', router, uniswapV2RouterAbi, 'addLiquidity', put);
  const find = { address: factory, abi: uniswapV2FactoryAbi, functionName: 'getPair' } as const;
  const pair = await client.readContract({ ...find, args: [usdt, open] });
  const oracle = await deploy('TwapOracle', 'TwapOracle', [pair, open]);
  const swapArgs = [usdt, open, pair, router, membership, oracle, treasury, me, me];
  const swapDesk = await deploy('SwapDesk', 'SwapDesk', swapArgs);
  const nonce = BigInt((await client.getTransactionCount({ address: me })) + 1);
  const minters = [getContractAddress({ from: me, nonce })];
  const ousdArgs = ['Openmere Liquidity Dollar', 'OUSD', usdt, me, me, minters];
  const ousd = await deploy('OUSD', 'BackedDollar', ousdArgs);
  const liquidityArgs = [usdt, open, ousd, pair, router, membership, oracle, me, me];
  const liquidityDesk = await deploy('LiquidityDesk', 'LiquidityDesk', liquidityArgs);
  return { pair, oracle, router, swapDesk, ousd, liquidityDesk };
}

/**
 * Trades, then liquidity in, out and in again, each operation the first time and as it is from then on. Gives what else
 * works on the same pool needs.
 */
export async function measureMarket(
  bench: Bench,
  ground: Record<'usdt' | 'open' | 'membership' | 'treasury', Address>,
): Promise<Record<'pair' | 'oracle' | 'swapDesk' | 'liquidityDesk', Address>> {
  const { client, me, gas, send, pass } = bench;
  const { pair, oracle, router, swapDesk, ousd, liquidityDesk } = await deployMarket(bench, ground);
  for (const spender of [swapDesk, liquidityDesk]) {
    for (const token of [ground.usdt, ground.open, ousd])
      await send('approve a desk', token, erc20Abi, 'approve', [spender, maxUint256]);
  }
  // Preparation only: what it costs is not ours, or measured already.
  for (const label of preparation) delete gas[label];
  const buy = (label: string) => send(label, swapDesk, swapDeskAbi, 'buy', [units('101'), 0n, maxUint256]);
  const sell = (label: string) => send(label, swapDesk, swapDeskAbi, 'sell', [units('1001'), 0n, maxUint256]);
  await buy('SwapDesk.buy the first');
  await buy('SwapDesk.buy');
  await sell('SwapDesk.sell');
  // What the desk adds to the exchange is told by the exchange's own router, between the same two coins.
  const bare = (label: string, path: Address[]) =>
    send(label, router, uniswapV2RouterAbi, 'swapExactTokensForTokens', [
      units('101'),
      0n,
      path,
      me,
      maxUint256,
    ]);
  await bare('UniswapV2Router02 buying, for comparison', [ground.usdt, ground.open]);
  await bare('UniswapV2Router02 selling, for comparison', [ground.open, ground.usdt]);
  await pass(6 * MINUTE_SEC);
  await buy('SwapDesk.buy with an observation');
  await pass(6 * MINUTE_SEC);
  await send('TwapOracle.update', oracle, twapOracleAbi, 'update', []);
  await send('TwapOracle.update too soon', oracle, twapOracleAbi, 'update', []);

  await pass(30 * MINUTE_SEC);
  await send('TwapOracle.update after half an hour of calm', oracle, twapOracleAbi, 'update', []);
  const act = (label: string, name: string, args: readonly unknown[]) =>
    send(label, liquidityDesk, liquidityDeskAbi, name, [...args]);
  const add = [units('101'), units('1000001'), 0n, 0n, maxUint256];
  await act('LiquidityDesk.add the first', 'add', add);
  await act('LiquidityDesk.add', 'add', add);
  const lp = await client.readContract({
    address: liquidityDesk,
    abi: liquidityDeskAbi,
    functionName: 'lpOf',
    args: [me],
  });
  await act('LiquidityDesk.remove the first', 'remove', [lp / 4n, 0n, 0n, maxUint256]);
  await act('LiquidityDesk.remove', 'remove', [lp / 4n, 0n, 0n, maxUint256]);
  await act('LiquidityDesk.readd out of one hold', 'readd', [
    units('5'),
    0n,
    units('1000001'),
    0n,
    0n,
    maxUint256,
  ]);
  await act('LiquidityDesk.readd out of the wallet', 'readd', [
    0n,
    units('5'),
    units('1000001'),
    0n,
    0n,
    maxUint256,
  ]);
  await pass(30 * DAY_SEC);
  await act('LiquidityDesk.release of one hold', 'release', [me, [2n]]);
  return { pair, oracle, swapDesk, liquidityDesk };
}
