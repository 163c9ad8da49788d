/** What buys OPEN back with the treasury's USDT. On top of the market, the same on every chain. */
import type { Address } from 'viem';
import { holdsRole, moveRole } from './act-as-timelock.ts';
import { getArtifact } from './compile.ts';
import type { Deployer } from './deployer.ts';
import { isWired } from './wiring.ts';

/** What has to stand before. */
export interface BuyBackGround {
  treasury: Address;
  swapDesk: Address;
  pair: Address;
  twapOracle: Address;
  timelock: Address;
  pauser: Address;
  /** Development only: the timelock's right is used at once. */
  dev: boolean;
}

/**
 * Deploys it where it is not there yet. It buys only once the treasury lets it pay: on a chain with real money that is the governors'
 * to grant (PAYER_ROLE, through the timelock), when they want buy-backs, and nothing else waits for it.
 */
export async function deployBuyBack(
  deployer: Deployer,
  ground: BuyBackGround,
): Promise<{ buyBack: Address }> {
  const { treasury, swapDesk, pair, twapOracle, timelock, pauser, dev } = ground;
  const needs = ['treasury', 'swapDesk', 'timelock'];
  const former = deployer.findRecorded('buyBack');
  const buyBack = await deployer.deploy(
    'buyBack',
    await getArtifact('BuyBack'),
    [treasury, swapDesk, timelock, pauser],
    needs,
    { fits: (known) => isWired(deployer, known, { treasury, pair, oracle: twapOracle }) },
  );
  if (dev && !(await holdsRole(deployer, treasury, 'PAYER_ROLE', buyBack))) {
    const from = former === undefined || former === buyBack ? [] : [former];
    await moveRole(deployer, { at: treasury, timelock, name: 'PAYER_ROLE', from, to: buyBack });
  }
  return { buyBack };
}
