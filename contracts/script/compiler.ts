/**
 * The one set of compiler settings: Hardhat (tests) and the deployment build the same bytes with it.
 */
export const SOLC_VERSION = '0.8.37';

/** Cancun is what BNB Smart Chain runs (transient storage); no metadata hash, so that bytes do not depend on folders. */
export const compilerSettings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 1000 },
  metadata: { bytecodeHash: 'none' },
} as const;

/** Sources from packages that are deployed or whose interface is exported, besides everything in `src`. */
export const packageSources = ['@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol'] as const;
