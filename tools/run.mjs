// The door of the house: `npm start`, `npm test` and `npm run check` come here with whatever Node the machine has
// (20 or newer). It makes the installation complete, then hands over to the pinned Node. Builtins only, because on a
// fresh clone nothing else exists yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.openmere-stamp');
/** What Node keeps of compiled code: a quarter of the processor time of a start. Who may write here may change the code itself. */
const compileCache = join(modules, '.cache', 'node');
const NODE_MAJOR_MIN = 20;
const SHOWN_LINES_ON_FAILURE = 40;
/** How long a child may take to stop after its parent is gone, before it is ended. */
const STOP_LIMIT_MS = 12_000;
const PARENT_POLL_MS = 500;

const scripts = {
  start: ['tools/start.ts'],
  test: ['tools/test.ts'],
  check: ['tools/test.ts', 'types', 'lint', 'format', 'tidy'],
};

/** Ends with one sentence for the person at the terminal. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** What this installation was made for: another lock file or machine makes it stale. */
function readWantedStamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${lock} ${process.platform} ${process.arch}\n`;
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}

/** True after a finished `npm ci` or `npm install` by hand: npm writes its hidden lock file last. */
function isInstalled() {
  const hidden = join(modules, '.package-lock.json');
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(lockFile).mtimeMs;
}

function isMusl() {
  return process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime;
}

/** npm's own rule for `os`, `cpu` and `libc` fields: one wanted name or a list of them, or of unwanted ones with `!`. */
function fits(names, value) {
  const list = [names ?? []].flat();
  if (list.length === 0) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((one) => one.startsWith('!'));
}

/**
 * Packages of the lock file that belong on this machine and are absent. npm skips optional packages whose `engines`
 * refuse the Node that npm itself runs on, though the pinned Node would take them.
 */
function listMissing() {
  const libc = isMusl() ? 'musl' : 'glibc';
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link)
    .filter(([, entry]) => fits(entry.os, process.platform) && fits(entry.cpu, process.arch))
    .filter(([, entry]) => process.platform !== 'linux' || fits(entry.libc, libc))
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path, 'package.json')));
}

/** The Node that everything else runs on; undefined when its package is not installed. */
function findPinnedNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'bin/node';
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const names = [`node-${os}-${process.arch}`, `node-bin-${os}-${process.arch}`];
  return names.map((name) => join(modules, name, file)).find((path) => existsSync(path));
}

/** The environment without what npm adds for its scripts: an inner npm would take it for its own configuration. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== 'INIT_CWD');
  const env = Object.fromEntries(kept);
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const inside = join('node_modules', '.bin');
  env[pathName] = (env[pathName] ?? '')
    .split(delimiter)
    .filter((dir) => !dir.endsWith(inside) && !dir.includes('node-gyp-bin'))
    .join(delimiter);
  return env;
}

/** How npm is called: by the script that called us, else the one beside this Node, else the one on the PATH. */
function findNpm() {
  const asked = process.env.npm_execpath ?? '';
  if (/npm-cli\.[cm]?js$/.test(asked) && existsSync(asked)) return asked;
  const home = dirname(process.execPath);
  const places = [join(home, '../lib/node_modules/npm'), join(home, 'node_modules/npm')];
  return places.map((dir) => join(dir, 'bin/npm-cli.js')).find((path) => existsSync(path));
}

/** Runs npm, shows that it is alive, and prints its own words only when it fails. Resolves to true on success. */
function runNpm(node, title, args) {
  const npm = findNpm();
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const [file, before] = npm ? [node, [npm]] : ['npm', []];
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const tty = process.stdout.isTTY;
  return new Promise((resolve) => {
    const child = spawn(file, [...before, ...args, ...quiet], {
      cwd: root,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !npm && process.platform === 'win32',
    });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    console.log(`${title} …`);
    const alive = setInterval(
      () => (tty ? process.stdout.write(`\r  ${seconds()} s `) : console.log(`  ${title}: ${seconds()} s`)),
      tty ? 1_000 : 10_000,
    );
    const end = (ok) => {
      clearInterval(alive);
      console.log(`${tty ? '\r' : ''}${title}: ${ok ? 'done' : 'failed'} in ${seconds()} s`);
      if (!ok) console.error(output.split('\n').slice(-SHOWN_LINES_ON_FAILURE).join('\n'));
      resolve(ok);
    };
    child.on('error', (error) => {
      output += String(error);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

function mayWrite(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * What can be known before a minute of installing: a root without any other user has nobody to hand the embedded
 * PostgreSQL to, which refuses to run as root.
 */
function checkDatabaseUser(command) {
  if (command !== 'start' || process.env.DATABASE_URL || process.getuid?.() !== 0) return;
  const data = process.env.OPENMERE_DATA || join(root, 'data');
  const database = join(data, 'postgres');
  if (existsSync(database) && statSync(database).uid !== 0) return;
  if (/^(postgres|nobody):/m.test(readFileSync('/etc/passwd', 'utf8'))) return;
  fail(
    'PostgreSQL may not run as root and there is no user "postgres" or "nobody": start as a normal user, or set DATABASE_URL.',
  );
}

/** Makes node_modules complete for this lock file and machine; cheap when it already is. */
async function install() {
  const wanted = readWantedStamp();
  const finished = readStamp() === wanted && findPinnedNode() !== undefined;
  if (finished) return;
  if (!mayWrite(root)) {
    // Installed by another hand, and read-only since: nothing is missing but the note that says so.
    if (findPinnedNode() !== undefined && listMissing().length === 0) return;
    fail(`${root} is read-only and its packages are not installed: run "npm ci" where it can be written.`);
  }
  if (!isInstalled()) {
    const ok = await runNpm(process.execPath, 'Installing the packages', ['ci', '--ignore-scripts']);
    if (!ok)
      fail('The packages could not be installed: see the lines above (no network, or no disk space?).');
  }
  if (listMissing().length > 0) await topUp();
  writeFileSync(stampFile, wanted);
}

/** Adds what npm left out, on the pinned Node, without touching the lock file. */
async function topUp() {
  const before = readFileSync(lockFile);
  const args = ['install', '--no-save', '--ignore-scripts'];
  const ok = await runNpm(findPinnedNode() ?? process.execPath, 'Adding parts for this machine', args);
  if (!readFileSync(lockFile).equals(before)) writeFileSync(lockFile, before);
  if (!ok) fail('Parts for this machine could not be installed: see the lines above.');
  // npm passes over an optional package that it cannot fetch. One that is for this machine only is needed.
  const { packages } = JSON.parse(before);
  const left = listMissing().filter((path) => packages[path].os && packages[path].cpu);
  if (left.length > 0)
    console.error(
      `Not installed: ${left.join(', ')}. What needs it fails; "npm ci" and a new start try again.`,
    );
}

/**
 * The processes above this one. npm puts a shell between itself and us, and the shell lives on when npm is ended by
 * force: so the shell's own parent is watched, too (where /proc tells it).
 */
function listAncestors() {
  const parent = process.ppid;
  try {
    const [, rest = ''] = readFileSync(`/proc/${parent}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    return `${parent} ${rest.split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}

/** Hands over to the pinned Node, passes signals on, and ends with the child's own code. */
function handOver(node, args) {
  const child = spawn(node, args, {
    cwd: root,
    // With a channel the child notices at once when this process is ended without a signal.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...(mayWrite(modules) ? { NODE_COMPILE_CACHE: compileCache } : {}),
      ...process.env,
      OPENMERE_PARENT: String(process.pid),
    },
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  const ancestors = listAncestors();
  const watch = setInterval(() => {
    if (listAncestors() === ancestors) return;
    clearInterval(watch);
    stop('SIGTERM');
    setTimeout(() => stop('SIGKILL'), STOP_LIMIT_MS).unref();
  }, PARENT_POLL_MS);
  if (!process.env.npm_execpath) clearInterval(watch);
  child.on('error', (error) => fail(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

async function main() {
  const [command = '', ...rest] = process.argv.slice(2);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MAJOR_MIN) {
    fail(`Openmere needs Node ${NODE_MAJOR_MIN} or newer to start; this is ${process.versions.node}.`);
  }
  if (!Object.hasOwn(scripts, command)) fail('Usage: node tools/run.mjs start | test [phase …] | check');
  checkDatabaseUser(command);
  await install();
  const node = findPinnedNode();
  if (!node) fail(`There is no pinned Node for ${process.platform} on ${process.arch}.`);
  handOver(node, [...scripts[command], ...rest]);
}

await main();
