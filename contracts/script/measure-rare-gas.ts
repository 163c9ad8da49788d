import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { reserveRootsAbi } from '@openmere/core/chain/abi/reserve-roots.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { uniswapV2FactoryAbi } from '@openmere/core/chain/abi/uniswap-v2-factory.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
/** Gas of what is done once, once a day, or in need. */
import { encodeFunctionData, erc20Abi, keccak256, maxUint256, parseUnits, toHex, zeroHash } from 'viem';
import type { Address } from 'viem';
import { getArtifact } from './compile.ts';
import type { Bench } from './gas-bench.ts';

const units = (whole: string) => parseUnits(whole, 18);
const DAY_SEC = 86_400n;

/** A day's proof of reserves. Each day lies at a place of its own, so each costs the same. */
export async function measureReserveRoots({ client, deploy, send }: Bench): Promise<void> {
  const roots = await deploy('ReserveRoots', 'ReserveRoots', []);
  const { timestamp } = await client.getBlock();
  const args = [timestamp / DAY_SEC, keccak256(toHex('a proof'))];
  await send('ReserveRoots.publish', roots, reserveRootsAbi, 'publish', args);
}

/** A change by the governors: proposed, and carried out after the delay. */
export async function measureTimelock(
  { me, gas, deploy, send, pass }: Bench,
  { usdt, treasury }: Record<'usdt' | 'treasury', Address>,
): Promise<void> {
  const timelock = await deploy('Timelock', 'Timelock', [DAY_SEC, [me], []]);
  await send('let it administer', treasury, treasuryAbi, 'grantRole', [zeroHash, timelock]);
  const data = encodeFunctionData({
    abi: treasuryAbi,
    functionName: 'setDailyLimit',
    args: [usdt, units('11')],
  });
  const { abi } = await getArtifact('Timelock');
  const call = [treasury, 0n, data, zeroHash, zeroHash];
  await send('Timelock.schedule', timelock, abi, 'schedule', [...call, DAY_SEC]);
  await pass(Number(DAY_SEC));
  await send('Timelock.execute', timelock, abi, 'execute', call);
  delete gas['let it administer'];
}

/** The way out while the dollar stands still. After everything else: it stands still from then on. */
export async function measureWayOutInKind(
  { send, freeze }: Bench,
  { usdt, liquidityDesk }: Record<'usdt' | 'liquidityDesk', Address>,
): Promise<void> {
  await freeze(usdt);
  await send('LiquidityDesk.removeInKind', liquidityDesk, liquidityDeskAbi, 'removeInKind', [units('1')]);
}

/** The first two coins of a pair of its own, by way of the contract that does it. */
export async function measureFirstLiquidity(
  { client, me, wallet, gas, deploy, send, place }: Bench,
  { usdt, open }: Record<'usdt' | 'open', Address>,
): Promise<void> {
  const factory = await place('UniswapV2Factory', [me]);
  await send('create the pair', factory, uniswapV2FactoryAbi, 'createPair', [usdt, open]);
  const find = { address: factory, abi: uniswapV2FactoryAbi, functionName: 'getPair' } as const;
  const pair = await client.readContract({ ...find, args: [usdt, open] });
  const token0 = await client.readContract({ address: pair, abi: uniswapV2PairAbi, functionName: 'token0' });
  const first = await deploy('FirstLiquidity', 'FirstLiquidity', []);
  for (const token of [usdt, open])
    await send('approve the first', token, erc20Abi, 'approve', [first, maxUint256]);
  const amounts = token0 === usdt ? [units('101'), units('2001')] : [units('2001'), units('101')];
  const { abi } = await getArtifact('FirstLiquidity');
  await send('FirstLiquidity.provide', first, abi, 'provide', [pair, ...amounts, wallet.account.address]);
  for (const label of ['create the pair', 'approve the first']) delete gas[label];
}
