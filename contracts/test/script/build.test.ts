import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { buyBackAbi } from '@openmere/core/chain/abi/buy-back.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { artifacts } from 'hardhat';
import { encodeEventTopics, parseAbi } from 'viem';
import type { Abi } from 'viem';
import { readArtifact } from '../../script/artifact.ts';
import { ensureCompiled, getArtifact } from '../../script/compile.ts';
import { listStaleAbiFiles, renderAbiFiles } from '../../script/generate-abi.ts';
import { contractsFolder } from '../../script/places.ts';
import { describe, it } from '../kit/cases.ts';
import { entrances, guarded, withRoles } from '../kit/entrances.ts';

const run = promisify(execFile);
const sourceFolder = path.join(contractsFolder, 'src');

async function listSolidity(): Promise<string[]> {
  return (await readdir(sourceFolder, { recursive: true })).filter((name) => name.endsWith('.sol'));
}

/** Solidity without its comments, so that a rule looks at code only. */
async function readCode(name: string): Promise<string> {
  const text = await readFile(path.join(sourceFolder, name), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

/** The only approvals: of an amount that the called contract takes whole in the same call, or of nothing. */
const allowances: Record<string, RegExp> = {
  'liquidity/LiquidityDesk.sol': /\.forceApprove\(address\(ousd\), (amount|0)\)/g,
  'minting/UsdoMint.sol': /\.forceApprove\(address\(usdo\), amount\)/g,
};
describe('what the contracts can do at all', () => {
  for (const [name, known] of Object.entries(entrances)) {
    it(`refuses: an entrance of ${name} that is not on the list (C09)`, async () => {
      const { abi } = await getArtifact(name);
      const found = abi.flatMap((item) =>
        item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure'
          ? [item.name]
          : [],
      );
      const wanted = [...Object.keys(known), ...(withRoles.has(name) ? guarded : [])];
      // A function that has two forms (safeTransferFrom) is one entrance.
      assert.deepEqual([...new Set(found)].sort(), wanted.sort());
      assert.ok(!abi.some((item) => item.type === 'receive' || item.type === 'fallback'), 'takes no coin');
      assert.ok(
        !abi.some((item) => item.type === 'function' && item.stateMutability === 'payable'),
        'takes no coin',
      );
    });
  }

  it('refuses: generic calls, delegate calls, self-destruction, origin checks and approvals in our sources (T24)', async () => {
    const forbidden =
      /\.(call|delegatecall|callcode|staticcall)\s*[({]|selfdestruct|tx\.origin|\.(forceA|a)pprove\(|assembly/;
    for (const name of await listSolidity()) {
      const known = allowances[name];
      const code = await readCode(name);
      assert.doesNotMatch(known === undefined ? code : code.replaceAll(known, ''), forbidden, name);
    }
  });

  it('refuses: reverts without the numbers that explain them', async () => {
    for (const name of await listSolidity()) {
      assert.doesNotMatch(await readCode(name), /revert\s*\(\s*"|require\s*\(/, name);
    }
  });
});

describe('the events that the server follows', () => {
  const timelockAbi = parseAbi([
    'event CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay)',
  ]);
  const sources: Record<keyof typeof eventTopics, [string, Abi]> = {
    transfer: ['Transfer', erc20Abi],
    paid: ['Paid', treasuryAbi],
    bought: ['Bought', buyBackAbi],
    sweptToCold: ['SweptToCold', treasuryAbi],
    coldProposed: ['ColdProposed', treasuryAbi],
    coldChanged: ['ColdChanged', treasuryAbi],
    roleGranted: ['RoleGranted', treasuryAbi],
    callScheduled: ['CallScheduled', timelockAbi],
    activated: ['Activated', membershipAbi],
    redeemed: ['Redeemed', backedDollarAbi],
    paused: ['Paused', backedDollarAbi],
    unpaused: ['Unpaused', backedDollarAbi],
    traded: ['Traded', swapDeskAbi],
    added: ['Added', liquidityDeskAbi],
    readded: ['Readded', liquidityDeskAbi],
    removed: ['Removed', liquidityDeskAbi],
    released: ['Released', liquidityDeskAbi],
    removedInKind: ['RemovedInKind', liquidityDeskAbi],
    powerMinted: ['PowerMinted', hashPowerMintAbi],
    usdoMinted: ['UsdoMinted', usdoMintAbi],
    subscribed: ['Subscribed', medalAbi],
    saleSet: ['SaleSet', medalAbi],
    pairSwap: ['Swap', uniswapV2PairAbi],
    pairSync: ['Sync', uniswapV2PairAbi],
    pairMint: ['Mint', uniswapV2PairAbi],
    pairBurn: ['Burn', uniswapV2PairAbi],
  };
  it('refuses: a topic that is not the one of the contract', () => {
    for (const [key, [name, abi]] of Object.entries(sources)) {
      const topic = encodeEventTopics({ abi, eventName: name })[0];
      assert.equal(eventTopics[key as keyof typeof eventTopics], topic, key);
    }
    assert.deepEqual(Object.keys(eventTopics).sort(), Object.keys(sources).sort());
  });
});

describe('the build', () => {
  it('refuses: typed ABIs that are not what the sources say', async () => {
    assert.deepEqual(await listStaleAbiFiles(), []);
    assert.deepEqual(await renderAbiFiles(), await renderAbiFiles());
  });

  it('behavior: the deployed bytes are the tested bytes', async () => {
    for (const name of ['Timelock', 'DevUsdt', ...Object.keys(entrances)]) {
      assert.equal((await getArtifact(name)).bytecode, (await artifacts.readArtifact(name)).bytecode, name);
    }
  });

  it('behavior: builds once, from any folder, and not again for a new date', async () => {
    await ensureCompiled();
    const now = new Date();
    await utimes(path.join(sourceFolder, 'reserve', 'Treasury.sol'), now, now);
    assert.equal(await ensureCompiled(), false);
    const script = `import { ensureCompiled } from ${JSON.stringify(path.join(contractsFolder, 'script', 'compile.ts'))};
      console.log(await ensureCompiled());`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: '/' });
    assert.equal(stdout.trim(), 'false');
    assert.ok((await getArtifact('Treasury')).bytecode.length > 1000);
  });

  it('behavior: builds made at the same time end in one whole build, and leave nothing half', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'openmere-build-'));
    try {
      const target = path.join(folder, 'build');
      const program = path.join(contractsFolder, 'script', 'compile.ts');
      await Promise.all([run(process.execPath, [program, target]), run(process.execPath, [program, target])]);
      assert.deepEqual(await readdir(folder), ['build']);
      const made = await readArtifact(path.join(target, 'Treasury.json'), 'Treasury');
      assert.equal(made.bytecode, (await getArtifact('Treasury')).bytecode);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
