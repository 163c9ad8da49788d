import type { Page } from '@playwright/test';

const browser = process.env['OPENMERE_CHROMIUM'] ?? '/usr/bin/chromium';
/** The one with a window, for what the other does not have (tools/chromium.ts). */
export const fullBrowser = process.env['OPENMERE_CHROMIUM_FULL'] ?? browser;

/** What the finder of the browser says that it needs here (tools/chromium.ts). */
function argsFor(): string[] {
  const given = process.env['OPENMERE_CHROMIUM_ARGS'];
  if (given) return JSON.parse(given) as string[];
  return ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
}

/** The browser's own calls home are not the app's. */
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How a journey's browser is started; `more` for a journey that needs something of its own, such as a camera. */
export function launchOptionsWith(more: readonly string[] = []): { executablePath: string; args: string[] } {
  return { executablePath: browser, args: [...argsFor(), ...quiet, ...more] };
}

/**
 * Reloads a page that has no network. Chromium 150 tells a page that its worker answered (`navigator.onLine`) that there is a network,
 * whatever is emulated, until the emulation changes.
 */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload();
  await page.context().setOffline(false);
  await page.context().setOffline(true);
}
