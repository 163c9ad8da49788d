import type { Browser } from '@playwright/test';
import { keepScript } from '../../tools/device-state.ts';

const THROTTLE = 4;

/** Milliseconds from the change of place to the frame that shows the new heading; `blank` frames showed none. */
export type RouteChange = { ms: number; blank: number };

/** Runs in the page: changes the place and looks at every frame until the new screen, or its skeleton, stands. */
const WATCH_FRAMES = `(place) => new Promise((resolve, reject) => {
  const before = document.querySelector('h1');
  const started = performance.now();
  let blank = 0;
  const look = () => {
    const heading = document.querySelector('h1');
    const ms = performance.now() - started;
    if (heading && heading !== before) resolve({ ms, blank });
    else if (ms > 10000) reject(new Error(place + ' does not come'));
    else {
      if (!heading) blank += 1;
      requestAnimationFrame(look);
    }
  };
  location.hash = place;
  requestAnimationFrame(look);
})`;

/** Goes through places one after another as a logged-in member, on a processor slowed down four times. */
export async function measureRouteChanges(
  browser: Browser,
  origin: string,
  places: readonly string[],
): Promise<Map<string, RouteChange>> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const found = new Map<string, RouteChange>();
  try {
    await context.addInitScript(keepScript({ 'user.token': 'bench' }));
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await page.locator('h1').first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    for (const place of places)
      found.set(place, await page.evaluate<RouteChange>(`(${WATCH_FRAMES})(${JSON.stringify(place)})`));
  } finally {
    await context.close();
  }
  return found;
}
