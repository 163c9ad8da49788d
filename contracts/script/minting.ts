/** What consumes OPEN and USDT for hash power, USDO and medals. On top of the market, the same on every chain. */
import { encodeDeployData, parseAbi } from 'viem';
import type { Address } from 'viem';
import { holdsRole, moveRole } from './act-as-timelock.ts';
import { getArtifact } from './compile.ts';
import type { Deployer } from './deployer.ts';
import { isWired } from './wiring.ts';

/** What has to stand before. */
export interface MintingGround {
  usdt: Address;
  open: Address;
  usdo: Address;
  usdoMintPlace: Address;
  timelock: Address;
  pauser: Address;
  medalSigner: Address;
  membership: Address;
  treasury: Address;
  pair: Address;
  twapOracle: Address;
  swapDesk: Address;
  /** Development only: medals are on sale from the start, and an older chain's timelock can be played. */
  dev: boolean;
}

export interface Minting {
  inverseOracle: Address;
  hashPowerMint: Address;
  usdoMint: Address;
  medal: Address;
}

const placeAbi = parseAbi([
  'function reserved() view returns (address)',
  'function create(bytes initCode) returns (address)',
]);
const usdoMintNeeds = ['usdo', 'swapDesk', 'timelock'];
/** Development: how long medals are sold from the deployment on. */
const DEV_SALE_SEC = 10n * 365n * 86_400n;

/** The address that USDO names as its minter before that exists. */
export async function getReserved(deployer: Deployer, place: Address): Promise<Address> {
  return deployer.client.readContract({ address: place, abi: placeAbi, functionName: 'reserved' });
}

/**
 * USDO's only minter, at the address that was reserved for it. A development chain from before has a USDO without minter, or
 * its minter works with a swap desk that was replaced: there a new one is made and the timelock's right used. On a chain with
 * real money that is the governors' to do, and the sentence says what.
 */
async function deployUsdoMint(deployer: Deployer, ground: MintingGround): Promise<Address> {
  const { usdo, swapDesk, timelock, pauser, usdoMintPlace, dev } = ground;
  const fits = (known: Address) => isWired(deployer, known, { usdo, swapDesk });
  const kept = await deployer.findKept('usdoMint', usdoMintNeeds);
  if (kept !== undefined && (await fits(kept)) && (await holdsRole(deployer, usdo, 'MINTER_ROLE', kept)))
    return kept;
  const artifact = await getArtifact('UsdoMint');
  const args = [usdo, swapDesk, timelock, pauser];
  const reserved = await getReserved(deployer, usdoMintPlace);
  if (await holdsRole(deployer, usdo, 'MINTER_ROLE', reserved)) {
    const isFree = (await deployer.client.getCode({ address: reserved })) === undefined;
    if (isFree) {
      const initCode = encodeDeployData({ ...artifact, args });
      await deployer.call({ to: usdoMintPlace, abi: placeAbi, functionName: 'create', args: [initCode] });
    }
    if (isFree || (await fits(reserved)))
      return deployer.report('usdoMint', reserved, `deployed usdoMint (UsdoMint) at ${reserved}`);
  }
  const usdoMint = await deployer.deploy('usdoMint', artifact, args, usdoMintNeeds, { fits });
  if (await holdsRole(deployer, usdo, 'MINTER_ROLE', usdoMint)) return usdoMint;
  if (!dev)
    throw new Error(
      `usdoMint: ${usdoMint} may not mint USDO (${usdo}) yet. The governors have to let the timelock grant it MINTER_ROLE and take that role from every other holder; then run this again.`,
    );
  const from = [reserved, ...(kept === undefined ? [] : [kept])];
  await moveRole(deployer, { at: usdo, timelock, name: 'MINTER_ROLE', from, to: usdoMint });
  return usdoMint;
}

/** Deploys what is not there yet and working with exactly these addresses. */
export async function deployMinting(deployer: Deployer, ground: MintingGround): Promise<Minting> {
  const { usdt, open, timelock, pauser, medalSigner, membership, treasury, pair, twapOracle, dev } = ground;
  const inverseOracle = await deployer.deploy(
    'inverseOracle',
    await getArtifact('TwapOracle'),
    [pair, usdt],
    ['open', 'usdt', 'pair'],
    { fits: (known) => isWired(deployer, known, { pair, open: usdt }) },
  );
  const oracles = { oracle: twapOracle, inverseOracle };
  const hashPowerMint = await deployer.deploy(
    'hashPowerMint',
    await getArtifact('HashPowerMint'),
    [usdt, open, membership, twapOracle, inverseOracle, treasury, timelock, pauser],
    ['usdt', 'open', 'membership', 'twapOracle', 'inverseOracle', 'treasury', 'timelock'],
    { fits: (known) => isWired(deployer, known, { open, membership, treasury, ...oracles }) },
  );
  const usdoMint = await deployUsdoMint(deployer, ground);
  const opens = dev ? (await deployer.client.getBlock()).timestamp : 0n;
  const closes = dev ? opens + DEV_SALE_SEC : 0n;
  const medal = await deployer.deploy(
    'medal',
    await getArtifact('Medal'),
    [usdt, membership, treasury, timelock, pauser, medalSigner, opens, closes],
    ['usdt', 'membership', 'treasury', 'timelock'],
    { fits: (known) => isWired(deployer, known, { usdt, membership, treasury }) },
  );
  return { inverseOracle, hashPowerMint, usdoMint, medal };
}
