/**
 * Builds what is deployed, with the compiler alone. A start on a member's machine needs no test framework and no
 * native module; the result is compared with Hardhat's in the tests.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readArtifact } from './artifact.ts';
import type { Artifact } from './artifact.ts';
import { compilerSettings, packageSources, solcVersion } from './compiler.ts';
import { buildFolder, contractsFolder, stampFile } from './places.ts';

const lockFolder = path.join(contractsFolder, 'cache', 'build.lock');
/** A build takes about five seconds on two cores; a lock much older than that has no owner any more. */
const lockStaleMs = 90_000;
const lockPollMs = 150;

async function listSources(): Promise<string[]> {
  const names = await readdir(path.join(contractsFolder, 'src'), { recursive: true });
  const local = names
    .filter((name) => name.endsWith('.sol'))
    .map((name) => `src/${name.split(path.sep).join('/')}`);
  return [...local, ...packageSources].sort();
}

function locate(source: string): string {
  return source.startsWith('src/')
    ? path.join(contractsFolder, source)
    : fileURLToPath(import.meta.resolve(source));
}

/** Hash over every source of ours, the settings and the pinned versions: contents, not times, so a checkout is not a change. */
async function currentStamp(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify({ solcVersion, compilerSettings, packageSources }));
  hash.update(await readFile(path.join(contractsFolder, 'package.json')));
  for (const source of await listSources()) {
    if (source.startsWith('src/')) hash.update(source).update(await readFile(locate(source)));
  }
  return hash.digest('hex');
}

async function isFresh(stamp: string): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp;
}

/**
 * Compiles the contracts when a source, a setting or a version differs from the last build. Works from any current
 * folder; about five seconds when it has to build, milliseconds when not. Processes that call it at once build once.
 * Throws with the compiler's own messages when a source does not compile.
 * @returns whether a build was made.
 */
export async function ensureCompiled(): Promise<boolean> {
  const stamp = await currentStamp();
  if (await isFresh(stamp)) return false;
  await mkdir(path.dirname(lockFolder), { recursive: true });
  for (;;) {
    const mine = await mkdir(lockFolder).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (mine) break;
    const age = await stat(lockFolder).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    );
    if (age > lockStaleMs) await rm(lockFolder, { recursive: true, force: true });
    await pause(lockPollMs);
    if (await isFresh(stamp)) return false;
  }
  try {
    if (await isFresh(stamp)) return false;
    await buildApart();
    await writeFile(stampFile, stamp);
    return true;
  } finally {
    await rm(lockFolder, { recursive: true, force: true });
  }
}

/** The compiler is one long synchronous call: it runs in a process of its own, so that the caller keeps breathing. */
async function buildApart(): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The contracts do not compile:\n${said.trim()}`);
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: Artifact['abi']; evm: { bytecode: { object: string } } }>>;
}

/** Compiles everything and replaces the build folder in one step. */
async function build(): Promise<void> {
  const { default: solc } = await import('solc');
  const sources: Record<string, { content: string }> = {};
  const pending = await listSources();
  while (pending.length > 0) {
    const source = pending.pop();
    if (source === undefined || sources[source] !== undefined) continue;
    const content = await readFile(locate(source), 'utf8');
    sources[source] = { content };
    for (const [, target = ''] of content.matchAll(/^\s*import\s[^;]*?["']([^"']+)["'];/gm)) {
      pending.push(target.startsWith('.') ? path.posix.join(path.posix.dirname(source), target) : target);
    }
  }
  const settings = { ...compilerSettings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } };
  const answer: unknown = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  );
  const output = answer as SolcOutput;
  const errors = (output.errors ?? []).filter((problem) => problem.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((problem) => problem.formattedMessage).join('\n'));
  const fresh = `${buildFolder}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const [source, contracts] of Object.entries(output.contracts ?? {})) {
    if (!source.startsWith('src/') && !packageSources.some((name) => name === source)) continue;
    for (const [name, made] of Object.entries(contracts)) {
      const artifact: Artifact = { name, source, abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` };
      await writeFile(path.join(fresh, `${name}.json`), `${JSON.stringify(artifact)}\n`);
    }
  }
  await rm(stampFile, { force: true });
  await rm(buildFolder, { recursive: true, force: true });
  await rename(fresh, buildFolder);
}

/** The artifact of a contract of ours or of {@link packageSources}, built when needed. */
export async function getArtifact(name: string): Promise<Artifact> {
  await ensureCompiled();
  return readArtifact(path.join(buildFolder, `${name}.json`), name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
