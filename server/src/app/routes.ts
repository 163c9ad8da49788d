import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { DEV_CHAIN_ID } from '@openmere/core/chain/dev-chain.ts';
import { exportData as exportDataCall } from '@openmere/core/member/own-data-contract.ts';
import { activityConsoleRoutes, activityRoutes } from '../activity/routes.ts';
import { announceBalances } from '../asset/announce.ts';
import { assetRoutes } from '../asset/routes.ts';
import { findPublished } from '../auth/agreement/version-store.ts';
import { createAskContract } from '../auth/contract-signature.ts';
import { createGuards } from '../auth/guards.ts';
import { agreementConsoleRoutes, authRoutes } from '../auth/routes.ts';
import { factorConsoleRoutes } from '../auth/second-factor/routes.ts';
import { findMemberByDepositAddress } from '../deposit/address-store.ts';
import { depositConsoleRoutes } from '../deposit/console-routes.ts';
import { fiatConsoleRoutes, fiatRoutes } from '../deposit/fiat/routes.ts';
import { depositRoutes } from '../deposit/routes.ts';
import type { Gatherer } from '../ledger/gather.ts';
import { postEntry } from '../ledger/post.ts';
import { liquidityRoutes } from '../liquidity/routes.ts';
import { mergeCart } from '../mall/cart/merge-cart.ts';
import { mallConsoleRoutes } from '../mall/console-routes.ts';
import { mallRoutes } from '../mall/routes.ts';
import { shopConsoleRoutes, shopRoutes } from '../mall/shop/routes.ts';
import { closingRoutes } from '../member/closing/routes.ts';
import { identityConsoleRoutes, identityRoutes } from '../member/identity/routes.ts';
import { payableConsoleRoutes } from '../member/payable/routes.ts';
import { memberRoutes } from '../member/routes.ts';
import { grantPower, usePower } from '../minting/power-store.ts';
import { mintingRoutes } from '../minting/routes.ts';
import { newsConsoleRoutes, newsRoutes } from '../news/routes.ts';
import { nodeConsoleRoutes, nodeRoutes } from '../node/routes.ts';
import { operatorConsoleRoutes } from '../operator/console-routes.ts';
import { statusRoutes } from '../operator/show-status.ts';
import type { PlaceDeps } from '../place/geocode.ts';
import { placeRoutes } from '../place/routes.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import type { FileStore } from '../platform/files/store.ts';
import { serve } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import type { Log } from '../platform/log.ts';
import type { Puzzles } from '../platform/puzzle.ts';
import { reserveConsoleRoutes } from '../reserve/console-routes.ts';
import { reserveRoutes } from '../reserve/routes.ts';
import { rewardConsoleRoutes } from '../reward/console-routes.ts';
import { sumDividends, sumUnclaimedOf } from '../reward/reward-store.ts';
import { rewardRoutes } from '../reward/routes.ts';
import type { PublicFacts } from '../setting/get-config.ts';
import { settingRoutes, uploadRoutes } from '../setting/routes.ts';
import { supportConsoleRoutes, supportRoutes } from '../support/routes.ts';
import { findPoolState } from '../swap/pool-store.ts';
import { swapRoutes } from '../swap/routes.ts';
import { teamConsoleRoutes } from '../team/console-routes.ts';
import { teamRoutes } from '../team/routes.ts';
import { transferRoutes } from '../transfer/routes.ts';
import { payoutsAgain } from '../withdrawal/again-store.ts';
import { withdrawalConsoleRoutes } from '../withdrawal/console-routes.ts';
import { createCover } from '../withdrawal/cover.ts';
import { createPayoutChain } from '../withdrawal/payout-chain.ts';
import { findPayment } from '../withdrawal/record-store.ts';
import { withdrawalRoutes } from '../withdrawal/routes.ts';
import { agreementChange } from './agreement-change.ts';
import { buyBackChange } from './buy-back-change.ts';
import { closingPorts } from './closing.ts';
import { depositChange } from './deposit-change.ts';
import { exportData } from './export-data.ts';
import { factorResetChange } from './factor-reset-change.ts';
import { fiatChanges } from './fiat-changes.ts';
import { freezeProofChange } from './freeze-proof-change.ts';
import { createOurAddresses } from './our-addresses.ts';
import { permitChange } from './permit-change.ts';
import { poolPayChange } from './pool-pay-change.ts';
import { reorgChange } from './reorg-change.ts';
import { standingOf } from './standing.ts';
import { createFactReaders } from './ticket-facts.ts';

/** What the domains need from the process that serves them. */
export type RouteDeps = {
  /** Connections for one's own pages; for what moves money; for what strangers may ask (api-pools.ts). */
  db: Db;
  moneyDb: Db;
  openDb: Db;
  /** Small pools of their own for what must be written even when a call is refused (auth/guards.ts). */
  guardDb: Db;
  moneyGuardDb: Db;
  /** Those of its own where a test makes them small. */
  puzzles?: Puzzles;
  gatherer: Gatherer;
  rpc: Rpc;
  /** Each node by itself: nothing is given back unless they agree. */
  nodes?: readonly Rpc[];
  /** How deep a block must be before something is concluded from it. */
  confirmations?: number;
  files: FileStore;
  /** Who knows towns and addresses. */
  places: PlaceDeps;
  log?: Log;
  facts: PublicFacts;
  /** Public origin of the members' app: wallet messages name it. */
  origin: string;
  /** Of the chain in use; empty on an outside chain that is not set up. */
  contracts: AddressMap;
};

/** Every call on the members' origin. */
export async function memberSurface(api: Api, deps: RouteDeps): Promise<void> {
  const { db, moneyDb, openDb, facts, files, gatherer, origin, rpc } = deps;
  const { chainId } = facts;
  const guards = createGuards(deps.guardDb, deps.puzzles);
  const gatherOurAddress = createOurAddresses({ rpc, chainId, contracts: deps.contracts });
  const identity = {
    guards,
    signing: { origin, chainId },
    gatherOurAddress,
    onLogin: mergeCart,
    askContract: createAskContract(deps.nodes ?? [rpc]),
  };
  const moneyGuards = createGuards(deps.moneyGuardDb);
  const paypassword = { attempts: moneyGuards.attempts };
  const factor = { guards: moneyGuards, signing: { origin } };
  settingRoutes(api, { db: openDb, facts, files, findAgreements: findPublished });
  await uploadRoutes(api, { db, files });
  authRoutes(api, identity);
  memberRoutes(api, {
    ...identity,
    findByDepositAddress: findMemberByDepositAddress,
    hasCarrier: facts.sms === true,
    findStanding: standingOf(chainId),
  });
  closingRoutes(api, { ...identity, closing: closingPorts });
  serve(api, exportDataCall, exportData, { db, pipeline: api.pipeline });
  await identityRoutes(api, { ...identity, db });
  activityRoutes(api);
  await shopRoutes(api, { db });
  newsRoutes(api);
  placeRoutes(api, deps.places);
  nodeRoutes(api, { chainId, sumDividends });
  assetRoutes(api, { chainId });
  depositRoutes(api, { db, rpc, chainId, confirmations: deps.confirmations });
  await fiatRoutes(api, { db });
  swapRoutes(api, { db: openDb, chainId });
  teamRoutes(api);
  mallRoutes(api, { db: moneyDb, paypassword, onPosted: announceBalances });
  supportRoutes(api, { readFacts: createFactReaders({ chainId }) });
  transferRoutes(api, { db: moneyDb, gatherer, paypassword, origin, log: deps.log });
  liquidityRoutes(api, { chainId, findPool: findPoolState });
  mintingRoutes(api, { chainId, findUnclaimed: sumUnclaimedOf });
  reserveRoutes(api);
  statusRoutes(api, { db: openDb, chainId });
  rewardRoutes(api, {
    gatherer,
    power: { grantPower, usePower },
    post: (tx, entry) => postEntry(tx, entry, { onPosted: announceBalances }),
  });
  const { treasury } = deps.contracts;
  const readCover =
    treasury && createCover(createPayoutChain(rpc, { treasury, confirmations: 1 }), deps.contracts);
  withdrawalRoutes(api, { paypassword, factor, chainId, onPosted: announceBalances, readCover });
}

/** Every call on the operators' origin. */
export async function consoleSurface(api: Api, deps: RouteDeps): Promise<void> {
  const { db, facts, files } = deps;
  const { chainId } = facts;
  settingRoutes(api, { db, facts, files, findAgreements: findPublished });
  agreementConsoleRoutes(api);
  const { pots } = createGuards(deps.guardDb);
  const losses = { chainId, findPayment, again: payoutsAgain(chainId === DEV_CHAIN_ID) };
  const changes = [
    reorgChange(losses),
    depositChange,
    permitChange(chainId),
    buyBackChange(chainId),
    poolPayChange,
    ...fiatChanges,
    agreementChange,
    factorResetChange(deps.origin),
    freezeProofChange,
  ];
  activityConsoleRoutes(api, { chainId });
  rewardConsoleRoutes(api);
  nodeConsoleRoutes(api);
  await newsConsoleRoutes(api, { db, files });
  operatorConsoleRoutes(api, { db, chainId, pots, changes, onPosted: announceBalances });
  depositConsoleRoutes(api, { chainId, confirmations: deps.confirmations });
  fiatConsoleRoutes(api, { onPosted: announceBalances });
  reserveConsoleRoutes(api, losses);
  supportConsoleRoutes(api);
  teamConsoleRoutes(api);
  mallConsoleRoutes(api);
  shopConsoleRoutes(api, { onPosted: announceBalances });
  identityConsoleRoutes(api);
  factorConsoleRoutes(api, { signing: { origin: deps.origin } });
  payableConsoleRoutes(api);
  const treasury = deps.contracts.treasury?.toLowerCase() as Hex | undefined;
  const { confirmations = 1, nodes = [deps.rpc] } = deps;
  const chain = treasury && createPayoutChain(deps.rpc, { treasury, confirmations, nodes });
  withdrawalConsoleRoutes(api, { db, chain, onPosted: announceBalances });
}
