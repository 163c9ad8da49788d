import type { Browser, CDPSession } from '@playwright/test';
import { keepScript } from '../../tools/device-state.ts';

const THROTTLE = 4;

/**
 * Milliseconds from the change of place to the frame that shows the new heading, and of them the main thread's own processor
 * time, which does not depend on what else the machine does; `blank` frames showed none.
 */
export type RouteChange = { ms: number; cpuMs: number; blank: number };

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

/** Processor time of the page's main thread so far, in milliseconds. */
export async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

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
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (const place of places) {
      const before = await cpuMs(session);
      const change = await page.evaluate<Omit<RouteChange, 'cpuMs'>>(
        `(${WATCH_FRAMES})(${JSON.stringify(place)})`,
      );
      found.set(place, { ...change, cpuMs: (await cpuMs(session)) - before });
    }
  } finally {
    await context.close();
  }
  return found;
}
