/**
 * Production deployment, once, by hand:
 *   node contracts/script/deploy-bsc.ts plan.json
 * The plan names rpcUrl, chainId (56, or 97 for the test network), root, payer, pauser, medalSigner, cold, governors,
 * cancellers, timelockDelaySec, usdt and router. The deployer's key stands in a file with mode 600: OPENMERE_DEPLOYER_KEY_FILE, else
 * deployer.key beside the plan. Progress is kept in plan.json.done together with the plan's hash, so that an interrupted
 * deployment goes on with the same command and never with another plan; the address map is printed.
 */
import path from 'node:path';
import { createPublicClient, http } from 'viem';
import { deployAll } from './deploy.ts';
import { hashPlan, openRecord, readDeployerKey, readPlan, saveRecord } from './plan.ts';

async function main(planFile: string | undefined, rest: readonly string[]): Promise<void> {
  if (planFile === undefined || rest.length > 0)
    throw new Error('Usage: node contracts/script/deploy-bsc.ts plan.json');
  if (process.env.OPENMERE_DEPLOYER_KEY !== undefined)
    throw new Error(
      'OPENMERE_DEPLOYER_KEY: a key in the environment stays in the shell’s history; put it into a file with mode 600 and name that in OPENMERE_DEPLOYER_KEY_FILE.',
    );
  const { plan, rpcUrl } = await readPlan(planFile);
  const client = createPublicClient({ transport: http(rpcUrl) });
  const chainId = await client.getChainId();
  if (chainId !== plan.chainId)
    throw new Error(`chainId: the plan says ${plan.chainId}, the node answers ${chainId}`);
  const keyFile = process.env.OPENMERE_DEPLOYER_KEY_FILE ?? path.join(path.dirname(planFile), 'deployer.key');
  const deployerKey = await readDeployerKey(keyFile);
  const recordFile = `${planFile}.done`;
  const record = await openRecord(recordFile, hashPlan(plan), await client.getBlockNumber());
  const map = await deployAll({
    ...plan,
    rpcUrl,
    deployerKey,
    dev: false,
    fromBlock: record.fromBlock,
    done: record.done,
    onStep: async (name, address) => {
      record.done[name] = address;
      await saveRecord(recordFile, record);
    },
    log: (line) => {
      console.error(line);
    },
  });
  console.log(JSON.stringify(map, null, 2));
}

try {
  await main(process.argv[2], process.argv.slice(3));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
