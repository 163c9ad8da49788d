/**
 * Builds what is deployed, with the compiler alone. A start on a member's machine needs no test framework and no
 * native module; the result is compared with Hardhat's in the tests.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArtifact } from './artifact.ts';
import type { Artifact } from './artifact.ts';
import { compilerSettings, packageSources, SOLC_VERSION } from './compiler.ts';
import { buildFolder, contractsFolder } from './places.ts';

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
  const hash = createHash('sha256').update(
    JSON.stringify({ solcVersion: SOLC_VERSION, compilerSettings, packageSources }),
  );
  hash.update(await readFile(path.join(contractsFolder, 'package.json')));
  for (const source of await listSources()) {
    if (source.startsWith('src/')) hash.update(source).update(await readFile(locate(source)));
  }
  return hash.digest('hex');
}

/** The folder for the present sources: its name is their hash, so it is either complete or not there. */
async function currentFolder(): Promise<string> {
  return path.join(buildFolder, await currentStamp());
}

/**
 * Compiles the contracts when a source, a setting or a version differs from all earlier builds. Works from any current
 * folder; about three seconds when it has to build, milliseconds when not. Safe to call from several processes, and
 * safe to kill: a build appears whole or not at all. Throws with the compiler's own messages when a source does not
 * compile.
 * @returns whether a build was made.
 */
export async function ensureCompiled(): Promise<boolean> {
  const folder = await currentFolder();
  if (existsSync(folder)) return false;
  await buildApart(folder);
  return true;
}

/** The compiler is one long synchronous call: it runs in a process of its own, so that the caller keeps breathing. */
async function buildApart(folder: string): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), folder], {
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

/** Compiles everything into `folder`, which appears in one step. */
async function build(folder: string): Promise<void> {
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
  const fresh = `${folder}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  for (const [source, contracts] of Object.entries(output.contracts ?? {})) {
    if (!source.startsWith('src/') && !packageSources.some((name) => name === source)) continue;
    for (const [name, made] of Object.entries(contracts)) {
      const artifact: Artifact = { name, source, abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` };
      await writeFile(path.join(fresh, `${name}.json`), `${JSON.stringify(artifact)}\n`);
    }
  }
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true });
    // Somebody else built the same sources meanwhile, hence the same bytes.
    if (!existsSync(folder)) throw error;
  }
}

/** The artifact of a contract of ours or of {@link packageSources}, built when needed. */
export async function getArtifact(name: string): Promise<Artifact> {
  await ensureCompiled();
  return readArtifact(path.join(await currentFolder(), `${name}.json`), name);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build(process.argv[2] ?? (await currentFolder()));
