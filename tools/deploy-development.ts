import { getDevKey } from '@openmere/server/app/dev-keys.ts';
import type { Parts } from '@openmere/server/app/parts.ts';
import { deployAll, ensureCompiled } from '../contracts/script/deploy.ts';

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

/** The development deployment: every part is played by a publicly known key. */
export const deployDevelopment: Parts['deploy'] = async (input) =>
  deployAll({
    ...input,
    deployerKey: getDevKey('deployer').privateKey,
    root: getDevKey('root').address,
    payer: getDevKey('payer').address,
    pauser: getDevKey('pauser').address,
    cold: getDevKey('cold').address,
    timelockDelaySec: TIMELOCK_DELAY_SEC,
    dev: true,
    fund: [{ address: getDevKey('faucet').address, bnb: FAUCET_BNB, usdt: FAUCET_USDT, open: FAUCET_OPEN }],
  });
