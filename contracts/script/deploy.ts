import { getAddress, isAddressEqual, parseUnits, zeroAddress } from 'viem';
import type { Address, Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { contractKeys } from '@openmere/core/chain/addresses.ts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import { getArtifact } from './compile.ts';
import { createDeployer } from './deployer.ts';
import type { Deployer, Progress } from './deployer.ts';
import { deployPoolContracts, fundAddress, fundPool, getFactoryOf, getPair } from './dev-chain.ts';
import type { Fund } from './dev-chain.ts';
import { listKnownDevAddresses, proveGovernance } from './governance.ts';
import { deployMarket } from './market.ts';
import type { Market, MarketGround } from './market.ts';

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
  /** Cold reserve: fixed destination of sweeps; receives OPEN's supply in production. */
  cold: Address;
  /** Seconds between proposing and executing a change; at least one day in production. */
  timelockDelaySec: number;
  /** True deploys USDT, pool contracts and play money, on chain 31337 only. */
  dev: boolean;
  /** Propose, execute and cancel through the timelock. Default: the cold address. */
  governors?: readonly Address[];
  /** First holders of MINTER_ROLE on USDO. Default: none. OUSD's only minter is the liquidity desk. */
  usdoMinters?: readonly Address[];
  dailyLimits?: DailyLimits;
  /** Production: the existing token and router (the factory is the router's, the pair is found or created). */
  usdt?: Address;
  router?: Address;
  /** Development only: play money per address. */
  fund?: readonly Fund[];
}

const devChainId = 31337;
const productionDelayMinSec = 86_400;
const defaultLimits: DailyLimits = {
  usdt: parseUnits('100000', 18),
  open: parseUnits('1000000', 18),
  usdo: parseUnits('100000', 18),
};

/** Everything that forbids this deployment, as sentences; empty when there is nothing. */
export function listObjections(options: DeployOptions, chainId: number): string[] {
  const { dev, root, payer, pauser, cold, governors = [cold], usdt, router, fund } = options;
  const wrong: string[] = [];
  if (dev) {
    if (chainId !== devChainId)
      wrong.push(`The development parts belong on chain ${devChainId}, not on ${chainId}.`);
    if (usdt !== undefined || router !== undefined)
      wrong.push('usdt and router are made on the development chain.');
    return wrong;
  }
  if (usdt === undefined) wrong.push('usdt: the address of the existing USDT is missing.');
  if (router === undefined) wrong.push('router: the address of the existing router is missing.');
  if (fund !== undefined && fund.length > 0)
    wrong.push('fund: play money exists on the development chain only.');
  if (options.timelockDelaySec < productionDelayMinSec) {
    wrong.push(
      `timelockDelaySec: ${options.timelockDelaySec} is less than ${productionDelayMinSec} (one day).`,
    );
  }
  const deployer = privateKeyToAddress(options.deployerKey);
  const holders = Object.entries({ root, payer, pauser, cold }).concat(
    governors.map((one) => ['governor', one]),
  );
  for (const [name, holder] of holders) {
    if (isAddressEqual(holder, deployer)) wrong.push(`${name}: the deployer may keep no role.`);
  }
  if (isAddressEqual(payer, cold)) wrong.push('payer: the hot key may not be the cold address.');
  const known = listKnownDevAddresses();
  for (const [name, holder] of [...holders, ['deployer', deployer] as const]) {
    if (known.some((one) => isAddressEqual(one, holder)))
      wrong.push(`${name}: ${holder} is a publicly known test key.`);
  }
  return wrong;
}

/** Only what the app may know: the timelock and development parts stay out of the map. */
function listAddresses(parts: Partial<Record<ContractKey, Address>>): AddressMap {
  return Object.fromEntries(
    contractKeys.flatMap((key) => (parts[key] === undefined ? [] : [[key, parts[key]]])),
  );
}

/** Everything that stands without a pool. */
async function deployCore(deployer: Deployer, options: DeployOptions, usdt: Address) {
  const { root, payer, pauser, cold, timelockDelaySec, governors = [cold], usdoMinters = [] } = options;
  const limits = options.dailyLimits ?? defaultLimits;
  const openHolder = options.dev ? deployer.address : cold;
  const open = await deployer.deploy('open', await getArtifact('OpenToken'), [openHolder], []);
  const timelockArgs = [BigInt(timelockDelaySec), governors, governors, zeroAddress];
  const timelock = await deployer.deploy(
    'timelock',
    await getArtifact('TimelockController'),
    timelockArgs,
    [],
  );
  const usdo = await deployer.deploy(
    'usdo',
    await getArtifact('BackedDollar'),
    ['Openmere Payment Dollar', 'USDO', usdt, timelock, pauser, usdoMinters],
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
  return { usdt, open, timelock, usdo, membership, treasury, forwarderFactory };
}

/** The market on top of everything else, and the proof by reading that the timelock alone administers all of it. */
async function deployGovernedMarket(
  deployer: Deployer,
  options: DeployOptions,
  ground: Omit<MarketGround, 'pauser'> & { usdo: Address },
): Promise<Market> {
  const { payer, pauser, cold, timelockDelaySec, governors = [cold] } = options;
  const { timelock, usdo, membership, treasury } = ground;
  const market = await deployMarket(deployer, { ...ground, pauser });
  const { ousd, swapDesk, liquidityDesk } = market;
  const contracts = { ousd, usdo, membership, treasury, swapDesk, liquidityDesk };
  const governed = { timelock, timelockDelaySec, governors, payer, pauser, treasury, contracts };
  await proveGovernance(deployer, { ...governed, ousd, liquidityDesk }, !options.dev);
  return market;
}

/**
 * Deploys everything that is not in `done` (or whose code the chain has lost), telling `onStep` after each step, and
 * proves at the end that the timelock alone administers. Refuses, before sending anything, what
 * {@link listObjections} says; throws when a transaction reverts. Amounts are base units.
 * @returns the addresses for the configuration value `chain.contracts`.
 */
export async function deployAll(options: DeployOptions): Promise<AddressMap> {
  const deployer = await createDeployer(options.rpcUrl, options.deployerKey, options);
  const objections = listObjections(options, deployer.chainId);
  if (objections.length > 0) throw new Error(`Refused to deploy.\n${objections.join('\n')}`);
  if (!options.dev) {
    const { usdt, router } = options;
    if (usdt === undefined || router === undefined) throw new Error('usdt and router were just checked');
    const parts = await deployCore(deployer, options, getAddress(usdt));
    const factory = await getFactoryOf(deployer, router);
    const pair = await getPair(deployer, factory, parts.open, usdt);
    const pool = { pair, router: getAddress(router) };
    const market = await deployGovernedMarket(deployer, options, { ...parts, ...pool });
    return listAddresses({ ...parts, ...pool, factory, ...market });
  }
  const usdt = await deployer.deploy('usdt', await getArtifact('DevUsdt'), [], []);
  const parts = await deployCore(deployer, options, usdt);
  const { factory, router } = await deployPoolContracts(deployer);
  const pair = await getPair(deployer, factory, parts.open, usdt);
  // Before the oracle, whose clock starts only when the pool holds something.
  await fundPool(deployer, { open: parts.open, usdt, pair, router }, options.cold);
  const market = await deployGovernedMarket(deployer, options, { ...parts, pair, router });
  for (const fund of options.fund ?? []) await fundAddress(deployer, fund, usdt, parts.open);
  return listAddresses({ ...parts, pair, router, factory, ...market });
}
