import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { findAnvil, findFreePort } from '../../development-chain/anvil.ts';
import type { Hex } from './log.ts';
import { createRpc } from './rpc.ts';
import type { Rpc } from './rpc.ts';

/** For tests: a real development node of one's own, with the contracts on it. */
export type TestAnvil = { url: string; rpc: Rpc; stop: () => Promise<void> };

export const TEST_CHAIN_ID = 31337;
const READY_LIMIT_MS = 30_000;

/** Starts a node on a free port. Blocks only when asked (`evm_mine`) unless `automine`. */
export async function startTestAnvil(automine = true): Promise<TestAnvil> {
  const port = await findFreePort();
  const args = [
    '--port',
    String(port),
    '--chain-id',
    String(TEST_CHAIN_ID),
    '--slots-in-an-epoch',
    '1',
    '--silent',
  ];
  const child = spawn(findAnvil(), automine ? args : [...args, '--no-mining'], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const rpc = createRpc(url);
  const limit = Date.now() + READY_LIMIT_MS;
  for (;;) {
    try {
      await rpc.call('eth_chainId');
      break;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await wait(20);
    }
  }
  return {
    url,
    rpc,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Waits until a transaction is mined (the node mines right after its answer, not before). @returns its block. */
export async function waitMined(rpc: Rpc, hash: unknown): Promise<number> {
  const limit = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const receipt = (await rpc.call('eth_getTransactionReceipt', [hash])) as { blockNumber: string } | null;
    if (receipt) return Number(receipt.blockNumber);
    if (Date.now() > limit) throw new Error(`not mined: ${String(hash)}`);
    await wait(2);
  }
}

type DeployScript = {
  ensureCompiled(): Promise<boolean>;
  deployAll(options: Record<string, unknown>): Promise<AddressMap>;
};

/** Keys of the node's first accounts: known to everybody. */
export const anvilKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const satisfies readonly Hex[];
export const anvilAccounts = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
] as const satisfies readonly Hex[];

/**
 * Deploys our contracts as the start does. The script belongs to the contracts' room; it is loaded by its place, so that
 * no module of the server imports that room. Account 1 gets coins, account 2 is the payer and signs permits, account 3 the cold address.
 */
export async function deployForTest(url: string): Promise<AddressMap> {
  const place = new URL('../../../../contracts/script/deploy.ts', import.meta.url);
  const script = (await import(place.href)) as DeployScript;
  await script.ensureCompiled();
  return script.deployAll({
    rpcUrl: url,
    deployerKey: anvilKeys[0],
    root: anvilAccounts[0],
    payer: anvilAccounts[2],
    pauser: anvilAccounts[2],
    medalSigner: anvilAccounts[2],
    cold: anvilAccounts[3],
    timelockDelaySec: 60,
    dev: true,
    fund: [{ address: anvilAccounts[1], bnb: 10n ** 18n, usdt: 10n ** 24n, open: 10n ** 24n }],
    done: {},
    onStep: async () => undefined,
    log: () => undefined,
  });
}
