import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from '../kit/cases.ts';
import { promisify } from 'node:util';
import { parseUnits, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { parseAddressMap } from '@openmere/core/chain/addresses.ts';
import { deployAll } from '../../script/deploy.ts';
import { contractsFolder } from '../../script/places.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';

const run = promisify(execFile);
const program = path.join(contractsFolder, 'script', 'deploy-bsc.ts');
const richKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const fresh = () => privateKeyToAddress(generatePrivateKey());

describe('production deployment by hand', () => {
  let anvil: Anvil;
  let folder: string;
  let plan: Record<string, unknown>;
  const deployerKey = generatePrivateKey();

  before(async () => {
    anvil = await startAnvil();
    folder = await mkdtemp(path.join(tmpdir(), 'openmere-deploy-'));
    const keys = { root: fresh(), payer: fresh(), pauser: fresh(), cold: fresh() };
    const first = await deployAll({
      ...keys,
      rpcUrl: anvil.rpcUrl,
      deployerKey: richKey,
      timelockDelaySec: 1,
      dev: true,
      done: {},
      onStep: async () => undefined,
      log: () => undefined,
    });
    const { usdt, router } = first;
    plan = { ...keys, rpcUrl: anvil.rpcUrl, governors: [fresh()], timelockDelaySec: 86_400, usdt, router };
    await anvil.request('anvil_setBalance', [privateKeyToAddress(deployerKey), toHex(parseUnits('10', 18))]);
  });
  after(async () => {
    await anvil.stop();
    await rm(folder, { recursive: true });
  });

  async function deployBy(file: string, content: Record<string, unknown>, key: string | undefined) {
    const planFile = path.join(folder, file);
    await writeFile(planFile, JSON.stringify(content));
    const env = { ...process.env, OPENMERE_DEPLOYER_KEY: key };
    return run(process.execPath, [program, planFile], { env });
  }
  const saying = (pattern: RegExp) => (error: { stderr?: string; code?: number }) => {
    assert.equal(error.code, 1);
    assert.match(error.stderr ?? '', pattern);
    return true;
  };

  it('refuses: plans with something missing or wrong, naming it', async () => {
    const half = String(plan.payer).slice(0, 22);
    const lower = String(plan.cold)
      .toLowerCase()
      .replace(/[a-f]/, (letter) => letter.toUpperCase());
    await assert.rejects(
      deployBy('a', plan, undefined),
      saying(/OPENMERE_DEPLOYER_KEY must be a private key/),
    );
    await assert.rejects(
      deployBy('b', { ...plan, payer: half }, deployerKey),
      saying(/^payer: .* is not an address/m),
    );
    await assert.rejects(deployBy('c', { ...plan, cold: lower }, deployerKey), saying(/^cold: .*checksum/m));
    await assert.rejects(deployBy('d', { ...plan, governors: [] }, deployerKey), saying(/^governors:/m));
    await assert.rejects(
      deployBy('e', { ...plan, timelockDelaySec: 60 }, deployerKey),
      saying(/^timelockDelaySec:/m),
    );
    await assert.rejects(
      deployBy('f', { ...plan, pauser: plan.root, payer: plan.cold }, deployerKey),
      saying(/^payer:/m),
    );
  });

  it('behavior: deploys, keeps the record, and finds everything done the second time', async () => {
    const first = await deployBy('plan.json', plan, deployerKey);
    const map = parseAddressMap(first.stdout);
    assert.equal(map.usdt, plan.usdt);
    const done = await readFile(path.join(folder, 'plan.json.done'), 'utf8');
    assert.equal(parseAddressMap(done).treasury, map.treasury);
    const second = await deployBy('plan.json', plan, deployerKey);
    assert.deepEqual(parseAddressMap(second.stdout), map);
    assert.equal(second.stderr, '');
  });
});
