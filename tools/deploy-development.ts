import { getDevKey } from '@openmere/server/app/dev-keys.ts';
import type { Parts } from '@openmere/server/app/parts.ts';
import { zeroAddress } from 'viem';
import { deployAll, ensureCompiled } from '../contracts/script/deploy.ts';
import { playHistory, reachPresent, stayInThePast } from './demo/play.ts';

/** Short, so that a change through the timelock can be tried out. */
const TIMELOCK_DELAY_SEC = 60;
const UNIT = 10n ** 18n;
const FAUCET_BNB = 5_000n * UNIT;
const FAUCET_USDT = 10_000_000n * UNIT;
const FAUCET_OPEN = 10_000_000n * UNIT;

/** Compiles the contracts when their sources are newer than what was compiled. */
export async function compileContracts(): Promise<void> {
  await ensureCompiled();
}

/** Step of the deployment's record that says that the chain has reached the present. */
const PRESENT = 'present';

/**
 * The development deployment, on a chain that begins in the past: contracts, the demo history where it is wanted, and
 * then the present.
 */
export const deployDevelopment: Parts['deploy'] = async (input) => {
  const isFirst = input.done[PRESENT] === undefined;
  if (isFirst) await stayInThePast(input.rpcUrl);
  const contracts = await deployParts(input);
  if (!isFirst) return contracts;
  const { rpcUrl, log } = input;
  if (input.demo) await playHistory({ rpcUrl, contracts, log });
  await reachPresent(rpcUrl);
  await input.onStep(PRESENT, contracts.pair ?? zeroAddress);
  return contracts;
};

/** Every part is played by a publicly known key. */
const deployParts: Parts['deploy'] = async (input) =>
  deployAll({
    ...input,
    deployerKey: getDevKey('deployer').privateKey,
    root: getDevKey('root').address,
    payer: getDevKey('payer').address,
    pauser: getDevKey('pauser').address,
    medalSigner: getDevKey('medalSigner').address,
    cold: getDevKey('cold').address,
    timelockDelaySec: TIMELOCK_DELAY_SEC,
    dev: true,
    fund: [{ address: getDevKey('faucet').address, bnb: FAUCET_BNB, usdt: FAUCET_USDT, open: FAUCET_OPEN }],
  });
