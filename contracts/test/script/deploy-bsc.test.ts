import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAddressMap } from '@openmere/core/chain/addresses.ts';
import { parseUnits, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { contractsFolder } from '../../script/places.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { deployOutside, fresh } from '../kit/deployment.ts';

const run = promisify(execFile);
const program = path.join(contractsFolder, 'script', 'deploy-bsc.ts');

describe('production deployment by hand', () => {
  let anvil: Anvil;
  let folder: string;
  let plan: Record<string, unknown>;
  const deployerKey = generatePrivateKey();

  before(async () => {
    anvil = await startAnvil(97);
    folder = await mkdtemp(path.join(tmpdir(), 'openmere-deploy-'));
    const { dev: _dev, ...outside } = await deployOutside(anvil.rpcUrl);
    const people = { root: fresh(), payer: fresh(), pauser: fresh(), medalSigner: fresh() };
    plan = { ...people, ...outside, rpcUrl: anvil.rpcUrl, chainId: 97 };
    await anvil.request('anvil_setBalance', [privateKeyToAddress(deployerKey), toHex(parseUnits('10', 18))]);
    await writeFile(path.join(folder, 'deployer.key'), `${deployerKey}\n`, { mode: 0o600 });
  });
  after(async () => {
    await anvil.stop();
    await rm(folder, { recursive: true });
  });

  async function deployBy(file: string, content: Record<string, unknown>, env: Record<string, string> = {}) {
    const planFile = path.join(folder, file);
    await writeFile(planFile, JSON.stringify(content));
    return run(process.execPath, [program, planFile], { env: { ...process.env, ...env } });
  }
  const saying = (pattern: RegExp) => (error: { stderr?: string; code?: number }) => {
    assert.equal(error.code, 1);
    assert.match(error.stderr ?? '', pattern);
    return true;
  };

  it('refuses: a key on the command line or in the environment, and a key file that others read', async () => {
    await assert.rejects(
      deployBy('k', plan, { OPENMERE_DEPLOYER_KEY: deployerKey }),
      saying(/^OPENMERE_DEPLOYER_KEY: .*history/m),
    );
    const planFile = path.join(folder, 'k');
    await assert.rejects(run(process.execPath, [program, planFile, deployerKey]), saying(/^Usage: /m));
    const open = path.join(folder, 'open.key');
    await writeFile(open, deployerKey);
    await chmod(open, 0o644);
    await assert.rejects(
      deployBy('k', plan, { OPENMERE_DEPLOYER_KEY_FILE: open }),
      saying(/open\.key can be read by others/),
    );
    await chmod(open, 0o600);
    await writeFile(open, 'secret');
    await assert.rejects(
      deployBy('k', plan, { OPENMERE_DEPLOYER_KEY_FILE: open }),
      saying(/open\.key must hold a private key/),
    );
    await assert.rejects(
      deployBy('k', plan, { OPENMERE_DEPLOYER_KEY_FILE: path.join(folder, 'none') }),
      saying(/there is no key file/),
    );
  });

  it('refuses: plans with something missing or wrong, naming it', async () => {
    const half = String(plan.payer).slice(0, 22);
    const lower = String(plan.cold)
      .toLowerCase()
      .replace(/[a-f]/, (letter) => letter.toUpperCase());
    await assert.rejects(deployBy('b', { ...plan, payer: half }), saying(/^payer: .* is not an address/m));
    await assert.rejects(deployBy('c', { ...plan, cold: lower }), saying(/^cold: .*checksum/m));
    await assert.rejects(deployBy('d', { ...plan, governors: [] }), saying(/^governors:/m));
    await assert.rejects(deployBy('d', { ...plan, cancellers: undefined }), saying(/^cancellers:/m));
    await assert.rejects(deployBy('e', { ...plan, timelockDelaySec: 60 }), saying(/^timelockDelaySec:/m));
    await assert.rejects(
      deployBy('f', { ...plan, payer: plan.cold }),
      saying(/^cold: .* is the payer, too/m),
    );
    await assert.rejects(
      deployBy('g', { ...plan, chainId: 56 }),
      saying(/^chainId: the plan says 56, the node answers 97/m),
    );
    await assert.rejects(deployBy('h', { ...plan, chainId: undefined }), saying(/^chainId: a whole number/m));
  });

  it('behavior: deploys, keeps the record with the plan’s hash, and finds everything done the second time', async () => {
    const first = await deployBy('plan.json', plan);
    const map = parseAddressMap(first.stdout);
    assert.equal(map.usdt, plan.usdt);
    const file = path.join(folder, 'plan.json.done');
    const done = await readFile(file, 'utf8');
    assert.equal(parseAddressMap(done).treasury, map.treasury);
    assert.match((JSON.parse(done) as { plan: string }).plan, /^[0-9a-f]{64}$/);
    // Another node of the same chain is the same plan.
    const second = await deployBy('plan.json', { ...plan, rpcUrl: `${anvil.rpcUrl}/` });
    assert.deepEqual(parseAddressMap(second.stdout), map);
    assert.equal(second.stderr, '');
  });

  it('refuses: to go on with another plan: cold, root, delay, keys', async () => {
    const file = path.join(folder, 'plan.json.done');
    const before = await readFile(file, 'utf8');
    const changes = [
      { cold: fresh() },
      { root: fresh() },
      { timelockDelaySec: 200_000 },
      { payer: fresh() },
      { cancellers: [fresh()] },
    ];
    for (const change of changes)
      await assert.rejects(deployBy('plan.json', { ...plan, ...change }), saying(/belongs to another plan/));
    const { plan: _plan, ...unsigned } = JSON.parse(before) as Record<string, string>;
    await writeFile(file, JSON.stringify(unsigned));
    await assert.rejects(deployBy('plan.json', plan), saying(/belongs to another plan \(undefined/));
    await writeFile(file, before);
    await deployBy('plan.json', plan);
  });
});
