import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
/** What the contracts were made with, read back and compared with the plan. */
import { erc20Abi, isAddress, isAddressEqual, parseAbi, parseAbiItem, parseUnits, zeroAddress } from 'viem';
import type { Abi, Address, PublicClient } from 'viem';
import { getArtifact } from './compile.ts';
import type { DailyLimits, DeployOptions } from './deploy.ts';

type Value = string | bigint | boolean | readonly bigint[];
/** A getter of a contract, what it is asked, and what it must answer. */
type Check = readonly [contract: string, getter: string, args: readonly unknown[], wanted: Value];

const poolAbi = parseAbi([
  'function factory() view returns (address)',
  'function getPair(address, address) view returns (address)',
  'function token0() view returns (address)',
]);
const minted = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** The artifact that has the getters of each part. */
const sources: Readonly<Record<string, string>> = {
  open: 'OpenToken',
  usdo: 'BackedDollar',
  ousd: 'BackedDollar',
  membership: 'Membership',
  treasury: 'Treasury',
  forwarderFactory: 'DepositForwarderFactory',
  twapOracle: 'TwapOracle',
  swapDesk: 'SwapDesk',
  liquidityDesk: 'LiquidityDesk',
  inverseOracle: 'TwapOracle',
  hashPowerMint: 'HashPowerMint',
  usdoMint: 'UsdoMint',
  medal: 'Medal',
  buyBack: 'BuyBack',
  reserveRoots: 'ReserveRoots',
  timelock: 'Timelock',
};

/** Medals by type: how many, and their price in USDT. */
const medalSales = [
  [1, 100n, '5000'],
  [2, 200n, '2000'],
  [3, 500n, '1000'],
] as const;

export interface Deployment {
  map: AddressMap;
  timelock: Address;
  /** Prices USDT in OPEN for the hash power; not in the map. */
  inverseOracle: Address;
  limits: DailyLimits;
}

function listChecks({ map, limits, inverseOracle }: Deployment, options: DeployOptions): Check[] {
  const at = (key: ContractKey): Address => map[key] ?? zeroAddress;
  const wired = (contract: string, ...keys: readonly (ContractKey | [string, ContractKey])[]): Check[] =>
    keys.map((key) => {
      const [getter, wanted] = typeof key === 'string' ? [key, key] : key;
      return [contract, getter, [], at(wanted)];
    });
  return [
    ['timelock', 'getMinDelay', [], BigInt(options.timelockDelaySec)],
    ['open', 'name', [], 'Openmere'],
    ['open', 'symbol', [], 'OPEN'],
    ['usdo', 'name', [], 'Openmere Payment Dollar'],
    ['usdo', 'symbol', [], 'USDO'],
    ['ousd', 'name', [], 'Openmere Liquidity Dollar'],
    ['ousd', 'symbol', [], 'OUSD'],
    ...wired('usdo', ['backing', 'usdt']),
    ...wired('ousd', ['backing', 'usdt']),
    ['membership', 'isActive', [options.root], true],
    ['treasury', 'cold', [], options.cold],
    ['treasury', 'dailyLimit', [at('usdt')], limits.usdt],
    ['treasury', 'dailyLimit', [at('open')], limits.open],
    ['treasury', 'dailyLimit', [at('usdo')], limits.usdo],
    ...wired('forwarderFactory', 'treasury'),
    ...wired('twapOracle', 'pair', 'open'),
    ...wired(
      'swapDesk',
      'usdt',
      'open',
      'pair',
      'router',
      'membership',
      ['oracle', 'twapOracle'],
      'treasury',
    ),
    ...wired('liquidityDesk', 'usdt', 'open', 'ousd', 'pair', 'membership', ['oracle', 'twapOracle']),
    ...wired('inverseOracle', 'pair', ['open', 'usdt']),
    ...wired('hashPowerMint', 'open', 'membership', ['oracle', 'twapOracle'], 'treasury'),
    ['hashPowerMint', 'inverseOracle', [], inverseOracle],
    ['hashPowerMint', 'minimumValue', [], parseUnits('10', 18)],
    ...wired('usdoMint', 'usdt', 'open', 'usdo', 'swapDesk', 'pair', 'membership'),
    ...wired('usdoMint', ['oracle', 'twapOracle'], 'treasury'),
    ...wired('medal', 'usdt', 'membership', 'treasury'),
    ...wired('buyBack', 'treasury', 'usdt', 'open', 'pair', ['oracle', 'twapOracle']),
    // Nothing is on sale before the timelock sets a window.
    ...medalSales.map(([type, total, price]): Check => [
      'medal',
      'saleOf',
      [type],
      [total, 0n, parseUnits(price, 18), 0n, 0n],
    ]),
    ...wired('router', 'factory'),
    ['factory', 'getPair', [at('open'), at('usdt')], at('pair')],
  ];
}

function isSame(found: unknown, wanted: Value): boolean {
  if (Array.isArray(found) && Array.isArray(wanted))
    return found.length === wanted.length && wanted.every((one: Value, index) => isSame(found[index], one));
  if (typeof found === 'string' && typeof wanted === 'string' && isAddress(found) && isAddress(wanted))
    return isAddressEqual(found, wanted);
  return typeof found === 'bigint' || typeof wanted === 'bigint'
    ? BigInt(found as bigint) === wanted
    : found === wanted;
}

/** Everything that a contract answers otherwise than the plan says. A getter that does not answer is a fault, too. */
export async function listValueFaults(
  client: PublicClient,
  deployment: Deployment,
  options: DeployOptions,
  from: bigint,
): Promise<string[]> {
  const ask = async ([contract, functionName, args, wanted]: Check): Promise<string[]> => {
    const address =
      contract === 'timelock' || contract === 'inverseOracle'
        ? deployment[contract]
        : (deployment.map[contract as ContractKey] ?? zeroAddress);
    const source = sources[contract];
    const abi: Abi = source === undefined ? poolAbi : (await getArtifact(source)).abi;
    const what = `${contract}.${functionName}(${args.map(String).join(', ')})`;
    try {
      const found = await client.readContract({ address, abi, functionName, args });
      return isSame(found, wanted) ? [] : [`${what} is ${String(found)}, the plan says ${String(wanted)}`];
    } catch (error) {
      const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
      return [`${what} does not answer: ${said}`];
    }
  };
  const faults = await Promise.all(listChecks(deployment, options).map(ask));
  const supply = await listSupplyFaults(client, deployment.map.open ?? zeroAddress, options.cold, from);
  return [...faults.flat(), ...supply];
}

/** OPEN is made once, and all of it for the cold address. */
async function listSupplyFaults(
  client: PublicClient,
  open: Address,
  cold: Address,
  from: bigint,
): Promise<string[]> {
  const supply = await client.readContract({ address: open, abi: erc20Abi, functionName: 'totalSupply' });
  const filter = {
    address: open,
    event: minted,
    args: { from: zeroAddress },
    fromBlock: from,
    strict: true,
  } as const;
  // The first mint lies within the first blocks; asked for in one span that every node gives, and none of blocks to come.
  const [head, last] = [await client.getBlockNumber(), from + 4_999n];
  const first = await client.getLogs({ ...filter, toBlock: head < last ? head : last });
  const [log, ...more] = first;
  if (log === undefined || more.length > 0)
    return [`open: it was made in ${first.length} pieces, not in one`];
  const { to, value } = log.args;
  const wrong = isAddressEqual(to, cold) ? [] : [`open: it was made for ${to}, the plan says ${cold}`];
  if (supply > value) wrong.push(`open: there is more of it (${supply}) than was made (${value})`);
  return wrong;
}
