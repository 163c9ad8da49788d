import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Abi, Hex } from 'viem';

/** What a deployment needs of a compiled contract. */
export interface Artifact {
  name: string;
  source: string;
  abi: Abi;
  bytecode: Hex;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Reads an artifact from our build folder or from a package's published `build` folder. Published ones carry their
 * bytecode as `bytecode` or `evm.bytecode.object`, with or without 0x. Throws when abi or bytecode is missing.
 */
export async function readArtifact(file: string, name: string): Promise<Artifact> {
  const found: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!isRecord(found) || !Array.isArray(found.abi)) throw new Error(`${name}: no abi in ${file}`);
  const evm = isRecord(found.evm) && isRecord(found.evm.bytecode) ? found.evm.bytecode.object : undefined;
  const code = found.bytecode ?? evm;
  if (typeof code !== 'string') throw new Error(`${name}: no bytecode in ${file}`);
  return {
    name,
    source: file,
    abi: found.abi,
    bytecode: code.startsWith('0x') ? (code as Hex) : `0x${code}`,
  };
}

/** The published Uniswap V2 parts that the development chain runs (never compiled here, so never altered). */
const published = {
  UniswapV2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  UniswapV2Pair: '@uniswap/v2-core/build/UniswapV2Pair.json',
  UniswapV2Router02: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  WETH9: '@uniswap/v2-periphery/build/WETH9.json',
} as const;

/** Reads one of the published parts. */
export async function getPublished(name: keyof typeof published): Promise<Artifact> {
  return readArtifact(fileURLToPath(import.meta.resolve(published[name])), name);
}
