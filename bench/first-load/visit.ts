import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { locales } from '@openmere/core/kit/language.ts';
import type { Browser, BrowserContext } from '@playwright/test';

/** One file of a visit: bytes as they travel (brotli), headers not counted. */
export type Fetched = { file: string; kind: 'script' | 'texts' | 'data' | 'styles'; bytes: number };

export type VisitOptions = {
  /** Place after the hash. */
  place: string;
  /** Runs in the page before anything else. */
  before?: string;
  /** What is done in idle time counts, too. */
  idle?: boolean;
};

/** Long enough for whatever a screen asks for by itself; idle work starts 1.2 s after the first picture. */
const QUIET_MS = 500;
const IDLE_MS = 3_000;
/** What a screen shows in the stead of a text that its route row does not load. */
const RAW_KEY = new RegExp(`\\b(${textGroups().join('|')})\\.[a-z][A-Za-z0-9]+\\b`);
const NEVER_IDLE = 'window.requestIdleCallback = () => 0;';

function textGroups(): string[] {
  const folder = join(import.meta.dirname, '../../web/src/locales/en');
  return readdirSync(folder).map((file) => basename(file, '.json'));
}

function kindOf(file: string): Fetched['kind'] | undefined {
  if (file.endsWith('.js')) return 'script';
  if (file.endsWith('.css')) return 'styles';
  if (!/\/assets\/.*\.json$/.test(file)) return undefined;
  return isTexts(file) ? 'texts' : 'data';
}

/** A group of texts is named by its language (`en.home-….json`); any other JSON is data that a screen draws from. */
export function isTexts(file: string): boolean {
  return locales.some((locale) => basename(file).startsWith(`${locale}.`));
}

export function bytesOf(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** The scripts that stand in the page itself travel with it. */
function ownScripts(folder: string): Fetched[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  return Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, code = '']) => ({
    file: '../index.html',
    kind: 'script',
    bytes: brotliCompressSync(code).length,
  }));
}

/** Waits until nothing was asked for during a while: an event of the page, not a guess of how long loading takes. */
async function untilQuiet(context: BrowserContext, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, ms);
    context.on('requestfinished', () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, ms);
    });
  });
}

/** Opens a place as somebody who was never here, in English, and lists what the page fetched until its screen stood. */
export async function visit(
  browser: Browser,
  origin: string,
  folder: string,
  options: VisitOptions,
): Promise<Fetched[]> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const fetched: Fetched[] = ownScripts(folder);
  const faults: string[] = [];
  try {
    if (!options.idle) await context.addInitScript(NEVER_IDLE);
    if (options.before !== undefined) await context.addInitScript(options.before);
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const kind = kindOf(pathname);
      if (kind) fetched.push({ file: basename(pathname), kind, bytes: bytesOf(join(folder, pathname)) });
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${origin}/#${options.place}`);
    await page.locator('h1').first().waitFor();
    await untilQuiet(context, options.idle ? IDLE_MS : QUIET_MS);
    const bare = RAW_KEY.exec(await page.locator('body').innerText());
    if (bare) faults.push(`${bare[0]} stands there as its key: its texts are not loaded`);
  } finally {
    await context.close();
  }
  if (faults.length > 0) throw new Error(`${options.place} fails: ${faults.join('; ')}`);
  return fetched;
}
