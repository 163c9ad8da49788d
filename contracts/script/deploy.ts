import { contractKeys } from '@openmere/core/chain/addresses.ts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import { getAddress, parseUnits } from 'viem';
import type { Address, Hex } from 'viem';
import { deployBuyBack } from './buy-back.ts';
import { getArtifact } from './compile.ts';
import { createDeployer } from './deployer.ts';
import type { Deployer, Progress } from './deployer.ts';
import { deployPoolContracts, fundAddress, fundPool, getFactoryOf, getPair } from './dev-chain.ts';
import type { Fund } from './dev-chain.ts';
import { listRoleFaults } from './governance.ts';
import { deployMarket } from './market.ts';
import type { Market, MarketGround } from './market.ts';
import { deployMinting, getReserved } from './minting.ts';
import type { Minting } from './minting.ts';
import { listKeyObjections, listObjections } from './objections.ts';
import { listValueFaults } from './values.ts';

export { ensureCompiled } from './compile.ts';

/** Most that the treasury pays per UTC day at first, in base units; changed later through the timelock. */
export interface DailyLimits {
  usdt: bigint;
  open: bigint;
  usdo: bigint;
}

export interface DeployOptions extends Progress {
  rpcUrl: string;
  /** Pays for the deployment and keeps no role. */
  deployerKey: Hex;
  /** First member of Membership. */
  root: Address;
  /** The signer's address: may pay within the treasury's limits. */
  payer: Address;
  /** The guard: may pause entrances at once. */
  pauser: Address;
  /** Signs permits for gold medals; the timelock can name another. */
  medalSigner: Address;
  /** Cold reserve: destination of sweeps; receives OPEN's supply in production. A multisig there. */
  cold: Address;
  /** Seconds between proposing and executing a change; at least two days in production. */
  timelockDelaySec: number;
  /** True deploys USDT, pool contracts and play money, on chain 31337 only. */
  dev: boolean;
  /** Propose, execute and cancel through the timelock. Multisigs in production; default elsewhere: the cold address. */
  governors?: readonly Address[];
  /** May cancel what governors proposed, and nothing else. Needed in production, none of the others. */
  cancellers?: readonly Address[];
  /** Block before the first contract: role events are read from there on. Default: 0. */
  fromBlock?: bigint;
  dailyLimits?: DailyLimits;
  /** Production: the existing token and router (the factory is the router's, the pair is found or created). */
  usdt?: Address;
  router?: Address;
  /** Development only: play money per address. */
  fund?: readonly Fund[];
}

const defaultLimits: DailyLimits = {
  usdt: parseUnits('100000', 18),
  open: parseUnits('1000000', 18),
  usdo: parseUnits('100000', 18),
};

/** Only what the app may know: the timelock and development parts stay out of the map. */
function listAddresses(parts: Partial<Record<ContractKey, Address>>): AddressMap {
  return Object.fromEntries(
    contractKeys.flatMap((key) => (parts[key] === undefined ? [] : [[key, parts[key]]])),
  );
}

/** Everything that stands without a pool. */
async function deployCore(deployer: Deployer, options: DeployOptions, usdt: Address) {
  const { root, payer, pauser, cold, timelockDelaySec, governors = [cold] } = options;
  const cancellers = options.cancellers ?? [];
  const limits = options.dailyLimits ?? defaultLimits;
  const openHolder = options.dev ? deployer.address : cold;
  const open = await deployer.deploy('open', await getArtifact('OpenToken'), [openHolder], []);
  const timelockArgs = [BigInt(timelockDelaySec), governors, cancellers];
  const timelock = await deployer.deploy('timelock', await getArtifact('Timelock'), timelockArgs, []);
  const place = await getArtifact('ReservedAddress');
  const usdoMintPlace = await deployer.deploy('usdoMintPlace', place, [], []);
  const minters = [await getReserved(deployer, usdoMintPlace)];
  // Kept also when its minter is another than the reserved one, as on a chain from before: the treasury's limits name it.
  const usdo = await deployer.deploy(
    'usdo',
    await getArtifact('BackedDollar'),
    ['Openmere Payment Dollar', 'USDO', usdt, timelock, pauser, minters],
    ['usdt', 'timelock'],
  );
  const membershipArgs = [root, timelock, pauser];
  const membership = await deployer.deploy('membership', await getArtifact('Membership'), membershipArgs, [
    'timelock',
  ]);
  const limited = [
    [usdt, open, usdo],
    [limits.usdt, limits.open, limits.usdo],
  ];
  const treasuryArgs = [timelock, payer, pauser, cold, ...limited];
  const treasuryNeeds = ['timelock', 'usdt', 'open', 'usdo'];
  const treasury = await deployer.deploy(
    'treasury',
    await getArtifact('Treasury'),
    treasuryArgs,
    treasuryNeeds,
  );
  const forwarders = await getArtifact('DepositForwarderFactory');
  const forwarderFactory = await deployer.deploy('forwarderFactory', forwarders, [treasury], ['treasury']);
  const reserveRoots = await deployer.deploy('reserveRoots', await getArtifact('ReserveRoots'), [], []);
  const firstLiquidity = await deployer.deploy('firstLiquidity', await getArtifact('FirstLiquidity'), [], []);
  return {
    usdt,
    open,
    timelock,
    usdo,
    usdoMintPlace,
    membership,
    treasury,
    forwarderFactory,
    reserveRoots,
    firstLiquidity,
  };
}

/**
 * Proves by reading that every role is held by whom the plan names and by nobody else, and in production that every
 * contract was made with what the plan says. Throws an Error that lists everything found wrong.
 */
async function proveDeployment(
  deployer: Deployer,
  options: DeployOptions,
  map: AddressMap,
  { timelock, inverseOracle }: { timelock: Address; inverseOracle: Address },
): Promise<void> {
  const { payer, pauser, medalSigner, cold, governors = [cold], cancellers = [], dev } = options;
  const at = (key: ContractKey): Address => {
    const address = map[key];
    if (address === undefined) throw new Error(`${key} was not deployed`);
    return address;
  };
  const contracts = {
    ousd: at('ousd'),
    usdo: at('usdo'),
    membership: at('membership'),
    treasury: at('treasury'),
    swapDesk: at('swapDesk'),
    liquidityDesk: at('liquidityDesk'),
    hashPowerMint: at('hashPowerMint'),
    usdoMint: at('usdoMint'),
    medal: at('medal'),
    buyBack: at('buyBack'),
  };
  const { client } = deployer;
  const from = options.fromBlock ?? 0n;
  const governed = { timelock, governors, cancellers, payer, pauser, medalSigner, contracts };
  const wrong = await listRoleFaults(client, governed, from);
  if (!dev) {
    const limits = options.dailyLimits ?? defaultLimits;
    const deployment = { map, timelock, inverseOracle, limits };
    wrong.push(...(await listValueFaults(client, deployment, options, from)));
  }
  if (wrong.length > 0) throw new Error(`The contracts are not as they must be:\n${wrong.join('\n')}`);
}

/** Market and minting on top of everything else, and the proof of all of it. */
async function deployGovernedMarket(
  deployer: Deployer,
  options: DeployOptions,
  ground: Omit<MarketGround, 'pauser'> &
    Record<'usdo' | 'usdoMintPlace' | 'forwarderFactory' | 'factory', Address>,
): Promise<Market & Minting & { buyBack: Address }> {
  const { pauser, medalSigner, dev } = options;
  const market = await deployMarket(deployer, { ...ground, pauser });
  const minting = await deployMinting(deployer, { ...ground, ...market, pauser, medalSigner, dev });
  const { timelock } = ground;
  const { buyBack } = await deployBuyBack(deployer, { ...ground, ...market, pauser, dev });
  const map = listAddresses({ ...ground, ...market, ...minting, buyBack });
  await proveDeployment(deployer, options, map, { timelock, inverseOracle: minting.inverseOracle });
  return { ...market, ...minting, buyBack };
}

/**
 * Deploys everything that is not in `done` (or whose code the chain has lost), telling `onStep` after each step, and
 * proves at the end who holds what. Refuses, before sending anything, what
 * `objections.ts` says; throws when a transaction reverts or the proof fails. Amounts are base units.
 * @returns the addresses for the configuration value `chain.contracts`.
 */
export async function deployAll(options: DeployOptions): Promise<AddressMap> {
  const deployer = await createDeployer(options.rpcUrl, options.deployerKey, options);
  const objections = listObjections(options, deployer.chainId);
  if (objections.length === 0) objections.push(...(await listKeyObjections(deployer.client, options)));
  if (objections.length > 0) throw new Error(`Refused to deploy.\n${objections.join('\n')}`);
  if (!options.dev) {
    const { usdt, router } = options;
    if (usdt === undefined || router === undefined) throw new Error('usdt and router were just checked');
    const parts = await deployCore(deployer, options, getAddress(usdt));
    const factory = await getFactoryOf(deployer, router);
    const pair = await getPair(deployer, factory, parts.open, usdt);
    const pool = { pair, router: getAddress(router) };
    const market = await deployGovernedMarket(deployer, options, { ...parts, ...pool, factory });
    return listAddresses({ ...parts, ...pool, factory, ...market });
  }
  const usdt = await deployer.deploy('usdt', await getArtifact('DevUsdt'), [], []);
  const parts = await deployCore(deployer, options, usdt);
  const { factory, router } = await deployPoolContracts(deployer);
  const pair = await getPair(deployer, factory, parts.open, usdt);
  // Before the oracle, whose clock starts only when the pool holds something.
  await fundPool(deployer, { ...parts, pair }, options.cold);
  const market = await deployGovernedMarket(deployer, options, { ...parts, pair, router, factory });
  for (const fund of options.fund ?? []) await fundAddress(deployer, fund, usdt, parts.open);
  return listAddresses({ ...parts, pair, router, factory, ...market });
}
