/** Oracle, desks and the liquidity dollar: what trading and liquidity need, the same on every chain. */
import { getContractAddress } from 'viem';
import type { Address } from 'viem';
import { holdsRole } from './act-as-timelock.ts';
import { getArtifact } from './compile.ts';
import type { Deployer } from './deployer.ts';
import { isWired } from './wiring.ts';

/** What has to stand before the market is deployed. */
export interface MarketGround {
  usdt: Address;
  open: Address;
  timelock: Address;
  pauser: Address;
  membership: Address;
  treasury: Address;
  pair: Address;
  router: Address;
}

export interface Market {
  twapOracle: Address;
  swapDesk: Address;
  liquidityDesk: Address;
  ousd: Address;
}

/**
 * OUSD and its only minter, the liquidity desk. Each has the other's address for ever, and the timelock is OUSD's
 * admin from the start, so the desk's address is computed before: it is the deployer's very next contract. Both are
 * kept only as such a pair. Interrupted in between, the next run makes the desk if its address is still the next one;
 * otherwise both anew. So does a chain whose OUSD is from a time without desk: nobody could mint it, so nobody has any.
 */
async function deployLiquidity(
  deployer: Deployer,
  ground: MarketGround,
  twapOracle: Address,
): Promise<Pick<Market, 'ousd' | 'liquidityDesk'>> {
  const { usdt, open, timelock, pauser, membership, pair, router } = ground;
  const mints = (ousd: Address, desk: Address) => holdsRole(deployer, ousd, 'MINTER_ROLE', desk);
  const fits = (ousd: Address) => async (desk: Address) =>
    (await mints(ousd, desk)) &&
    (await isWired(deployer, desk, { ousd, oracle: twapOracle, pair, membership }));
  const dollarNeeds = ['usdt', 'timelock'];
  const deskNeeds = ['usdt', 'open', 'ousd', 'timelock', 'membership', 'router', 'pair', 'twapOracle'];

  const kept = await deployer.findKept('ousd', dollarNeeds);
  const keptDesk = await deployer.findKept('liquidityDesk', deskNeeds);
  if (kept !== undefined && keptDesk !== undefined && (await fits(kept)(keptDesk)))
    return { ousd: kept, liquidityDesk: keptDesk };

  const nonce = await deployer.nextNonce();
  const addressAt = (count: number) => getContractAddress({ from: deployer.address, nonce: BigInt(count) });
  const promised = kept !== undefined && (await mints(kept, addressAt(nonce)));
  const deskNonce = promised ? nonce : nonce + 1;
  const names = ['Openmere Liquidity Dollar', 'OUSD'];
  const dollarArgs = [...names, usdt, timelock, pauser, [addressAt(deskNonce)]];
  const dollar = await getArtifact('BackedDollar');
  const ousd = await deployer.deploy('ousd', dollar, dollarArgs, dollarNeeds, {
    fits: async () => promised,
    nonce,
  });
  const deskArgs = [usdt, open, ousd, pair, router, membership, twapOracle, timelock, pauser];
  const liquidityDesk = await deployer.deploy(
    'liquidityDesk',
    await getArtifact('LiquidityDesk'),
    deskArgs,
    deskNeeds,
    { fits: fits(ousd), nonce: deskNonce },
  );
  return { ousd, liquidityDesk };
}

/**
 * Deploys oracle, swap desk, OUSD and liquidity desk, as far as they are not there and working with exactly these
 * addresses. The oracle's clock starts here when the pool has liquidity, else with its first update afterwards.
 */
export async function deployMarket(deployer: Deployer, ground: MarketGround): Promise<Market> {
  const { usdt, open, timelock, pauser, membership, treasury, pair, router } = ground;
  const twapOracle = await deployer.deploy(
    'twapOracle',
    await getArtifact('TwapOracle'),
    [pair, open],
    ['open', 'usdt', 'pair'],
    { fits: (known) => isWired(deployer, known, { pair }) },
  );
  const deskArgs = [usdt, open, pair, router, membership, twapOracle, treasury, timelock, pauser];
  const deskNeeds = ['usdt', 'open', 'pair', 'router', 'membership', 'twapOracle', 'treasury', 'timelock'];
  const wanted = { pair, router, oracle: twapOracle, treasury, membership };
  const swapDesk = await deployer.deploy('swapDesk', await getArtifact('SwapDesk'), deskArgs, deskNeeds, {
    fits: (known) => isWired(deployer, known, wanted),
  });
  return { twapOracle, swapDesk, ...(await deployLiquidity(deployer, ground, twapOracle)) };
}
