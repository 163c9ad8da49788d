import { fileURLToPath } from 'node:url';
import networkHelpers from '@nomicfoundation/hardhat-network-helpers';
import nodeTestRunner from '@nomicfoundation/hardhat-node-test-runner';
import viem from '@nomicfoundation/hardhat-viem';
import viemAssertions from '@nomicfoundation/hardhat-viem-assertions';
import { defineConfig } from 'hardhat/config';
import { compilerSettings, packageSources, SOLC_VERSION } from './script/compiler.ts';

/** A count from the environment, so that a long fuzzing run needs no edit; else the default of the test suite. */
function countFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,8}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`);
  return Number(text);
}

export default defineConfig({
  plugins: [viem, viemAssertions, networkHelpers, nodeTestRunner],
  paths: { sources: 'src', tests: { nodejs: 'test', solidity: 'test' } },
  solidity: {
    version: SOLC_VERSION,
    // The WebAssembly compiler from the lock file: same bytes on every machine, nothing is downloaded.
    path: fileURLToPath(import.meta.resolve('solc/soljson.js')),
    settings: compilerSettings,
    npmFilesToBuild: [...packageSources],
  },
  networks: {
    default: { type: 'edr-simulated', chainType: 'l1', chainId: 31337 },
  },
  test: {
    solidity: {
      // The published bytecode of the public exchange, so that the tested pool is the deployed one.
      fsPermissions: { readDirectory: ['../node_modules/@uniswap'] },
      fuzz: { runs: countFrom('OPENMERE_FUZZ_RUNS', 256) },
      invariant: {
        runs: countFrom('OPENMERE_INVARIANT_RUNS', 48),
        depth: countFrom('OPENMERE_INVARIANT_DEPTH', 32),
        // Tries to shorten the calls that broke an invariant.
        shrinkRunLimit: countFrom('OPENMERE_INVARIANT_SHRINKS', 5_000),
        // A handler only makes calls that it expects to go through or catches: a surprise revert is a finding.
        failOnRevert: true,
      },
    },
  },
});
