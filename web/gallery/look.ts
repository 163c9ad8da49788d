/**
 * Looks at the gallery as a reader would: builds it, serves it under the policy of the real app (strict CSP, Trusted
 * Types), takes a picture of each page in both themes and three sizes, and runs axe on each.
 * `node_modules/.bin/node web/gallery/look.ts FOLDER` ; ends with 1 on a serious finding, a policy violation, or a
 * page wider than its window.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const SIZES = { phone: [390, 844], small: [320, 640], wide: [1280, 800] } as const;
const PAGES = [
  'page=parts',
  'page=home',
  'page=withdraw&amount=45',
  'page=record',
  'page=parts&open=sheet',
  'page=parts&open=dialog',
  'page=withdraw&amount=40&open=1',
];

const folder = process.argv[2] ?? join(tmpdir(), 'openmere-gallery');
const built = join(folder, 'built');
mkdirSync(folder, { recursive: true });
await build({
  configFile: new URL('./vite.config.ts', import.meta.url).pathname,
  logLevel: 'warn',
  build: { outDir: built, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://gallery').pathname;
  const file = join(built, path === '/' ? 'index.html' : path);
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  response.end(readFileSync(file));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let findings = 0;
function report(where: string, what: string): void {
  findings += 1;
  console.log(`${where}: ${what}`);
}

async function look(page: Page, name: string, query: string): Promise<void> {
  page.on('console', (message) => message.type() === 'error' && report(name, message.text()));
  page.on('pageerror', (error) => report(name, error.message));
  await page.goto(`${origin}/?${query}`, { waitUntil: 'networkidle' });
  if (query.includes('open='))
    await page.getByRole(query.includes('dialog') ? 'alertdialog' : 'dialog').waitFor();
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) report(name, `${tooWide} px wider than the window`);
  // A picture of the full page turns the emulated finger back into a mouse, which hides the keypad.
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !/open=|withdraw/.test(query) });
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const found of violations)
    report(name, `${found.impact} ${found.id} ${found.nodes[0]?.target.join(' ')}`);
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: size !== 'wide',
      isMobile: size !== 'wide',
      reducedMotion: 'reduce',
    });
    for (const query of PAGES) {
      for (const theme of ['light', 'dark']) {
        const page = await context.newPage();
        await look(
          page,
          `${query.replaceAll(/page=|amount=\d+|open=/g, '').replaceAll('&', '-')}-${size}-${theme}`,
          `${query}&theme=${theme}`,
        );
        await page.close();
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
}
console.log(`${findings} findings, pictures in ${folder}`);
process.exitCode = findings === 0 ? 0 : 1;
