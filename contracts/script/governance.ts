/** Who holds what after a deployment, read back from the chain. */
import { keccak256, parseAbi, toHex, zeroAddress, zeroHash } from 'viem';
import type { Address, Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { Deployer } from './deployer.ts';

const accessAbi = parseAbi([
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function getMinDelay() view returns (uint256)',
]);

export interface Governed {
  timelock: Address;
  timelockDelaySec: number;
  governors: readonly Address[];
  payer: Address;
  pauser: Address;
  treasury: Address;
  ousd: Address;
  /** The only minter of OUSD. */
  liquidityDesk: Address;
  /** Everything with roles besides the timelock itself, the treasury included. */
  contracts: Readonly<Record<string, Address>>;
}

const role = (name: string): Hex => keccak256(toHex(name));
const adminRole = zeroHash;
const everyRole = [adminRole, ...['PAUSER_ROLE', 'PAYER_ROLE', 'MINTER_ROLE'].map(role)];
const timelockRoles = ['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE'].map(role);

/**
 * Proves by reading that the timelock alone administers every contract (itself included) with the wanted delay, and
 * that no other known address does, and that OUSD is minted by the liquidity desk alone. The deployer must hold no role at all when `deployerKeepsNothing`. Throws an
 * Error that lists everything found wrong.
 */
export async function proveGovernance(
  deployer: Deployer,
  governed: Governed,
  deployerKeepsNothing: boolean,
): Promise<void> {
  const { timelock, governors, payer, pauser, treasury, contracts } = governed;
  const wrong: string[] = [];
  const expect = async (name: string, contract: Address, which: Hex, holder: Address, wanted: boolean) => {
    const args = [which, holder] as const;
    const has = await deployer.client.readContract({
      address: contract,
      abi: accessAbi,
      functionName: 'hasRole',
      args,
    });
    if (has !== wanted) wrong.push(`${name}: ${holder} ${has ? 'holds' : 'lacks'} role ${which}`);
  };
  const outsiders = new Set([deployer.address, payer, pauser, ...governors]);
  for (const [name, contract] of Object.entries({ ...contracts, timelock })) {
    await expect(name, contract, adminRole, timelock, true);
    for (const outsider of outsiders) await expect(name, contract, adminRole, outsider, false);
    if (name !== 'timelock') await expect(name, contract, role('PAUSER_ROLE'), pauser, true);
    if (!deployerKeepsNothing) continue;
    for (const which of [...everyRole, ...timelockRoles])
      await expect(name, contract, which, deployer.address, false);
  }
  await expect('treasury', treasury, role('PAYER_ROLE'), payer, true);
  const { ousd, liquidityDesk } = governed;
  for (const holder of new Set([...outsiders, timelock, ...Object.values(contracts)]))
    await expect('ousd', ousd, role('MINTER_ROLE'), holder, holder === liquidityDesk);
  for (const which of timelockRoles) {
    for (const governor of governors) await expect('timelock', timelock, which, governor, true);
    // A role given to the zero address would be open to everybody.
    await expect('timelock', timelock, which, zeroAddress, false);
  }
  const delay = await deployer.client.readContract({
    address: timelock,
    abi: accessAbi,
    functionName: 'getMinDelay',
  });
  if (delay !== BigInt(governed.timelockDelaySec)) wrong.push(`timelock: its delay is ${delay} s`);
  if (wrong.length > 0) throw new Error(`The roles are not as they must be:\n${wrong.join('\n')}`);
}

/** The addresses of the keys that everybody knows: the default accounts of every development chain. */
export function listKnownDevAddresses(): Address[] {
  const words = 'test test test test test test test test test test test junk';
  return Array.from({ length: 20 }, (_, addressIndex) => mnemonicToAccount(words, { addressIndex }).address);
}
