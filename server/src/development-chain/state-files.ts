import { createHash } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything that brings a development chain back. */
export type ChainState = {
  /** Highest block, which is also the one that `finalized` means after a load. */
  head: number;
  headHash: string;
  /** Raw transactions that were accepted but not mined yet: the node's pool is not part of its dump. */
  unmined: string[];
  /** How far the chain's clock was moved ahead of the system's; states of before that was possible have none. */
  aheadMs?: number;
  /** What `anvil_dumpState` answered: hex of compressed JSON. */
  dump: string;
};

/** Chain state that exists but cannot be read; the message is for the person at the terminal. */
export class ChainStateFault extends Error {}

const VERSION = 1;
const KEPT = 2;
const NAME = /^state\.(\d+)\.json$/;

function digest(state: ChainState): string {
  return createHash('sha256')
    .update(`${state.head}\n${state.headHash}\n${state.unmined.join(',')}\n${state.dump}`)
    .update(state.aheadMs === undefined ? '' : `\n${state.aheadMs}`)
    .digest('hex');
}

async function listNumbers(dir: string): Promise<number[]> {
  const names = await readdir(dir);
  return names
    .map((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN))
    .filter((number) => !Number.isNaN(number))
    .toSorted((a, b) => b - a);
}

function fileOf(dir: string, number: number): string {
  return join(dir, `state.${number}.json`);
}

function parseState(text: string): ChainState | undefined {
  try {
    const { version, sha256, ...state } = JSON.parse(text) as ChainState & {
      version: number;
      sha256: string;
    };
    return version === VERSION && digest(state) === sha256 ? state : undefined;
  } catch {
    return undefined;
  }
}

/** The states on disk that are whole, newest first; a file torn by a crash is passed over and reported. */
export async function* readStates(dir: string, log: (line: string) => void): AsyncGenerator<ChainState> {
  await mkdir(dir, { recursive: true });
  for (const number of await listNumbers(dir)) {
    const state = parseState(await readFile(fileOf(dir, number), 'utf8'));
    if (state === undefined) log(`State ${number} is damaged; the one before it is used.`);
    else yield state;
  }
}

/** True when the folder has any state, whole or not: then a chain must not start from nothing. */
export async function hasStates(dir: string): Promise<boolean> {
  await mkdir(dir, { recursive: true });
  return (await listNumbers(dir)).length > 0;
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Writes a state so that a crash at any moment leaves the old one or the new one: temporary file, flush, rename, flush
 * of the folder. Keeps the newest two. Resolves when the state survives a power loss.
 */
export async function writeState(dir: string, state: ChainState): Promise<void> {
  const numbers = await listNumbers(dir);
  const number = (numbers[0] ?? 0) + 1;
  const draft = join(dir, 'state.draft');
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ version: VERSION, sha256: digest(state), ...state }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, fileOf(dir, number));
  await syncFolder(dir);
  for (const old of numbers.slice(KEPT - 1)) await rm(fileOf(dir, old), { force: true });
}
