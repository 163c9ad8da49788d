import { runDemoPurchases } from '@openmere/server/app/demo-purchases.ts';
import type { Parts } from '@openmere/server/app/parts.ts';
import { seedInstallation } from '@openmere/server/app/seed.ts';
import { packTownsOnce, townFileOf } from '@openmere/server/place/towns.ts';
import { buildApps, built } from './build-apps.ts';
import { createGiver, listCommunity } from './demo/play.ts';
import { compileContracts, deployDevelopment } from './deploy-development.ts';

/** What the server's start needs from the other rooms. */
export const startParts: Parts = {
  compile: compileContracts,
  deploy: deployDevelopment,
  build: async (note) => {
    await Promise.all([buildApps(note), packTownsOnce(townFileOf(built))]);
  },
  seed: async (input) => {
    const { config, contracts, rpcUrl } = input;
    const community = config.chain.dev && config.demo ? await listCommunity(rpcUrl, contracts) : [];
    return seedInstallation({ ...input, community });
  },
  after: async (input) => {
    const { contracts, rpcUrl } = input;
    const wallets = (await listCommunity(rpcUrl, contracts)).map(({ walletAddress }) => walletAddress);
    if (wallets.length > 0) await runDemoPurchases(input, { wallets, give: createGiver(rpcUrl, contracts) });
  },
};
