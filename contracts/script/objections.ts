/** What forbids a deployment before anything is sent. */
import { isAddressEqual } from 'viem';
import type { Address, PublicClient } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { DeployOptions } from './deploy.ts';
import { listKnownDevAddresses } from './governance.ts';

const DEV_CHAIN_ID = 31337;
/** BSC and its test network. */
const productionChainIds = [56, 97];
const PRODUCTION_DELAY_MIN_SEC = 172_800;
/** An account that delegates to code (EIP-7702) is still one key. */
const DELEGATION = '0xef0100';

type Holder = readonly [name: string, address: Address];

function listHolders(options: DeployOptions): { keys: Holder[]; boards: Holder[] } {
  const { payer, pauser, medalSigner, cold, governors = [], cancellers = [] } = options;
  return {
    keys: [
      ['payer', payer],
      ['pauser', pauser],
      ['medalSigner', medalSigner],
      ...cancellers.map((one): Holder => ['canceller', one]),
    ],
    // Decisions that no single person may take: multisigs.
    boards: [['cold', cold], ...governors.map((one): Holder => ['governor', one])],
  };
}

function listOverlaps(holders: readonly Holder[]): string[] {
  return holders.flatMap(([name, address], index) =>
    holders
      .slice(0, index)
      .filter(([, other]) => isAddressEqual(other, address))
      .map(([other]) => `${name}: ${address} is the ${other}, too; one theft would be two.`),
  );
}

function listDevObjections({ usdt, router }: DeployOptions, chainId: number): string[] {
  const wrong: string[] = [];
  if (chainId !== DEV_CHAIN_ID)
    wrong.push(`The development parts belong on chain ${DEV_CHAIN_ID}, not on ${chainId}.`);
  if (usdt !== undefined || router !== undefined)
    wrong.push('usdt and router are made on the development chain.');
  return wrong;
}

/** Everything that forbids this deployment, as sentences; empty when there is nothing. */
export function listObjections(options: DeployOptions, chainId: number): string[] {
  if (options.dev) return listDevObjections(options, chainId);
  const { root, governors = [], cancellers = [], usdt, router, fund } = options;
  const wrong: string[] = [];
  if (!productionChainIds.includes(chainId))
    wrong.push(`chainId: ${chainId} is neither BSC (56) nor its test network (97).`);
  if (usdt === undefined) wrong.push('usdt: the address of the existing USDT is missing.');
  if (router === undefined) wrong.push('router: the address of the existing router is missing.');
  if (fund !== undefined && fund.length > 0)
    wrong.push('fund: play money exists on the development chain only.');
  if (options.timelockDelaySec < PRODUCTION_DELAY_MIN_SEC) {
    wrong.push(
      `timelockDelaySec: ${options.timelockDelaySec} is less than ${PRODUCTION_DELAY_MIN_SEC} (two days).`,
    );
  }
  if (governors.length === 0) wrong.push('governors: at least one multisig is needed.');
  if (cancellers.length === 0)
    wrong.push('cancellers: somebody besides the governors must be able to stop them.');
  const { keys, boards } = listHolders(options);
  const holders = [...keys, ...boards];
  wrong.push(...listOverlaps(holders));
  const deployer = privateKeyToAddress(options.deployerKey);
  const all: Holder[] = [['root', root], ...holders];
  for (const [name, holder] of all) {
    if (isAddressEqual(holder, deployer)) wrong.push(`${name}: the deployer may keep no role.`);
  }
  const known = listKnownDevAddresses();
  for (const [name, holder] of [...all, ['deployer', deployer] as const]) {
    if (known.some((one) => isAddressEqual(one, holder)))
      wrong.push(`${name}: ${holder} is a publicly known test key.`);
  }
  return wrong;
}

/** What only the chain can tell: whether governors and cold are contracts. For production. */
export async function listKeyObjections(client: PublicClient, options: DeployOptions): Promise<string[]> {
  if (options.dev) return [];
  const wrong: string[] = [];
  for (const [name, address] of listHolders(options).boards) {
    const code = await client.getCode({ address });
    if (code === undefined || code.startsWith(DELEGATION))
      wrong.push(`${name}: ${address} is a single key; it must be a contract (a multisig) on this chain.`);
  }
  return wrong;
}
