/**
 * Writes the typed ABIs that server and apps use: `node contracts/script/generate-abi.ts`.
 * With `--check` nothing is written; exit code 1 and a list when a file is missing, stale or left over.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Abi } from 'viem';
import { getPublished } from './artifact.ts';
import { getArtifact } from './compile.ts';
import { abiFolder } from './places.ts';

interface Interface {
  file: string;
  constant: string;
  source: string;
  abi: () => Promise<Abi>;
}

const own = (file: string, constant: string, contract: string): Interface => ({
  file,
  constant,
  source: contract,
  abi: async () => (await getArtifact(contract)).abi,
});
const pool = (
  file: string,
  constant: string,
  contract: 'UniswapV2Factory' | 'UniswapV2Pair' | 'UniswapV2Router02',
): Interface => ({
  file,
  constant,
  source: `${contract} (published build)`,
  abi: async () => (await getPublished(contract)).abi,
});

const interfaces: readonly Interface[] = [
  own('backed-dollar', 'backedDollarAbi', 'BackedDollar'),
  own('buy-back', 'buyBackAbi', 'BuyBack'),
  own('deposit-forwarder-factory', 'depositForwarderFactoryAbi', 'DepositForwarderFactory'),
  own('erc20', 'erc20Abi', 'IERC20Metadata'),
  own('hash-power-mint', 'hashPowerMintAbi', 'HashPowerMint'),
  own('liquidity-desk', 'liquidityDeskAbi', 'LiquidityDesk'),
  own('medal', 'medalAbi', 'Medal'),
  own('membership', 'membershipAbi', 'Membership'),
  own('open-token', 'openTokenAbi', 'OpenToken'),
  own('reserve-roots', 'reserveRootsAbi', 'ReserveRoots'),
  own('swap-desk', 'swapDeskAbi', 'SwapDesk'),
  own('treasury', 'treasuryAbi', 'Treasury'),
  own('twap-oracle', 'twapOracleAbi', 'TwapOracle'),
  own('usdo-mint', 'usdoMintAbi', 'UsdoMint'),
  pool('uniswap-v2-factory', 'uniswapV2FactoryAbi', 'UniswapV2Factory'),
  pool('uniswap-v2-pair', 'uniswapV2PairAbi', 'UniswapV2Pair'),
  pool('uniswap-v2-router', 'uniswapV2RouterAbi', 'UniswapV2Router02'),
];

/** All files of the ABI folder with the text they should have. The same sources give the same text. */
export async function renderAbiFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { file, constant, source, abi } of interfaces) {
    const head = `// Generated from ${source} by contracts/script/generate-abi.ts. Do not edit.\n`;
    files.set(
      `${file}.ts`,
      `${head}export const ${constant} = ${JSON.stringify(await abi(), null, 2)} as const;\n`,
    );
  }
  return files;
}

/** Names of files in the ABI folder that differ from {@link renderAbiFiles}, missing and left-over ones included. */
export async function listStaleAbiFiles(): Promise<string[]> {
  const wanted = await renderAbiFiles();
  const present = existsSync(abiFolder) ? await readdir(abiFolder) : [];
  const stale = present.filter((name) => !wanted.has(name));
  for (const [name, text] of wanted) {
    const current = present.includes(name) ? await readFile(path.join(abiFolder, name), 'utf8') : undefined;
    if (current !== text) stale.push(name);
  }
  return stale.sort();
}

async function main(): Promise<void> {
  const stale = await listStaleAbiFiles();
  if (process.argv.includes('--check')) {
    if (stale.length === 0) return;
    console.error(`Stale ABI files (run node contracts/script/generate-abi.ts): ${stale.join(', ')}`);
    process.exitCode = 1;
    return;
  }
  const wanted = await renderAbiFiles();
  await mkdir(abiFolder, { recursive: true });
  for (const name of stale) {
    const text = wanted.get(name);
    if (text === undefined) await rm(path.join(abiFolder, name));
    else await writeFile(path.join(abiFolder, name), text);
  }
  console.log(stale.length === 0 ? 'ABI files are up to date.' : `Wrote ${stale.join(', ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
