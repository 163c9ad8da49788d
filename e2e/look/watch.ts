import type { Page } from '@playwright/test';

/** Gathers what must not happen while a page is looked at: errors, policy violations, requests to foreign origins. */
export async function watchFaults(page: Page, origin: string): Promise<string[]> {
  const faults: string[] = [];
  await page.exposeFunction('openmereViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    const report = (window as unknown as { openmereViolation(this: void, text: string): void })
      .openmereViolation;
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    );
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(http|ws)/.test(url.protocol) && url.host !== new URL(origin).host)
      faults.push(`foreign: ${request.url()}`);
  });
  return faults;
}
