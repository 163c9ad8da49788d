import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A Chromium to run the journeys in, with the arguments that it needs here. `shell`: the one without a window, where there is one: the
 * same engine draws the same pages for a third less of the processor, but shows no notifications.
 */
export type Chromium = { path: string; args: string[]; shell?: string };

const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const USUAL_PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};
/** Software drawing and no /dev/shm: the same picture on a server, in a container and on a desk. */
const ARGS = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const INSTALL_LIMIT_MS = 5 * 60_000;

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function withArgs(path: string, more: readonly string[] = []): Chromium {
  // Chromium's sandbox refuses to run as root.
  return { path, args: [...ARGS, ...(isRoot() ? ['--no-sandbox'] : []), ...more] };
}

function listOnPath(env: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (env['PATH'] ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name + suffix)));
}

function findInstalled(env: NodeJS.ProcessEnv): Chromium | undefined {
  const path = [...listOnPath(env, NAMES), ...(USUAL_PLACES[process.platform] ?? [])].find(canRun);
  const shell = listOnPath(env, [SHELL]).find(canRun);
  return path === undefined ? undefined : { ...withArgs(path), ...(shell === undefined ? {} : { shell }) };
}

function runQuietly(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: INSTALL_LIMIT_MS,
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

async function installByApt(): Promise<boolean> {
  if (process.platform !== 'linux' || !isRoot() || !canRun('/usr/bin/apt-get')) return false;
  console.log('… installing Chromium with apt-get');
  await runQuietly('apt-get', ['update', '-qq']);
  const install = (name: string) =>
    runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  const isInstalled = await install('chromium');
  // Only Debian has it.
  await install(SHELL);
  return isInstalled;
}

/** The packed Chromium of the optional npm package (Linux on x64 only), unpacked into the temporary folder. */
async function unpackPacked(): Promise<Chromium | undefined> {
  const name = '@sparticuz/chromium';
  try {
    const packed = (await import(name)) as { default: { executablePath(): Promise<string>; args: string[] } };
    return withArgs(await packed.default.executablePath(), packed.default.args);
  } catch {
    return undefined;
  }
}

/**
 * Finds or fetches a Chromium: OPENMERE_CHROMIUM, the PATH, the usual places, apt-get as root, the packed one of npm.
 * Answers with one sentence for the person at the terminal when there is none.
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium | string> {
  const asked = env['OPENMERE_CHROMIUM'];
  if (asked !== undefined && asked !== '') {
    return canRun(asked) ? withArgs(asked) : `OPENMERE_CHROMIUM is ${asked}, which is not a program.`;
  }
  const found = findInstalled(env);
  if (found !== undefined) return found;
  if (await installByApt()) {
    const installed = findInstalled(env);
    if (installed !== undefined) return installed;
  }
  return (
    (await unpackPacked()) ??
    'The browser journeys need a Chromium: install one, or give its path in OPENMERE_CHROMIUM.'
  );
}
