import { encodeFunctionData, keccak256, parseAbi, parseUnits, toHex } from 'viem';
import type { Address, Hex } from 'viem';
import type { Deployer } from './deployer.ts';
import { waitForReceipt } from './receipt.ts';

const rolesAbi = parseAbi([
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
]);

/** Whether `account` holds the role of that name at the contract `at`. */
export function holdsRole(deployer: Deployer, at: Address, name: string, account: Address): Promise<boolean> {
  const args = [keccak256(toHex(name)), account] as const;
  return deployer.client.readContract({ address: at, abi: rolesAbi, functionName: 'hasRole', args });
}

/**
 * Gives a role of the contract `at` to `to` and takes it from `from`, on the development chain, in the timelock's name: nobody has
 * to wait for its delay.
 */
export async function moveRole(
  deployer: Deployer,
  {
    at,
    timelock,
    name,
    from,
    to,
  }: { at: Address; timelock: Address; name: string; from: readonly Address[]; to: Address },
): Promise<void> {
  const { client } = deployer;
  const ask = (method: string, params: readonly unknown[]) =>
    client.request({ method, params } as unknown as Parameters<typeof client.request>[0]) as Promise<unknown>;
  // For the gas of what follows.
  await deployer.pay(timelock, parseUnits('0.01', 18));
  await ask('anvil_impersonateAccount', [timelock]);
  const act = async (functionName: 'grantRole' | 'revokeRole', who: Address) => {
    const data = encodeFunctionData({ abi: rolesAbi, functionName, args: [keccak256(toHex(name)), who] });
    const sent = await ask('eth_sendTransaction', [{ from: timelock, to: at, data }]);
    const { status } = await waitForReceipt(client, sent as Hex);
    if (status !== 'success') throw new Error(`${functionName} of ${name} reverted`);
  };
  for (const former of from) if (await holdsRole(deployer, at, name, former)) await act('revokeRole', former);
  await act('grantRole', to);
  await ask('anvil_stopImpersonatingAccount', [timelock]);
}
