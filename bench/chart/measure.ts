import type { Browser, Page } from '@playwright/test';
import { cpuMs } from '../first-load/route-change.ts';
import type { PageName } from './pages.ts';

/**
 * Milliseconds from the call to the frame that shows the candles, and of them the main thread's own processor time, which
 * does not depend on what else the machine does; frames per second while panning, and the slowest frame.
 */
export type Measured = { startMs: number; startCpuMs: number; panFps: number; slowestMs: number };

const THROTTLE = 4;

/** Opens the chart and waits until the frame in which the library paints has been handed on. */
const START = `() => new Promise((resolve) => {
  const from = performance.now();
  window.openChart();
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
})`;
/** Until then ours has only drawn the newest candles: panning is measured with all of them. */
const WHOLE = `() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 500))`;

/** Counts frames until told to stop: what the page was able to show, and the longest wait between two. */
const COUNT = `() => {
  window.frames_ = [];
  const count = (at) => { window.frames_.push(at); window.counting = requestAnimationFrame(count); };
  window.counting = requestAnimationFrame(count);
}`;
const COUNTED = `() => {
  cancelAnimationFrame(window.counting);
  const times = window.frames_;
  const gaps = times.slice(1).map((at, index) => at - times[index]);
  return { fps: (gaps.length / (times.at(-1) - times[0])) * 1000, slowestMs: Math.max(...gaps) };
}`;

/** Drags the chart to and fro with the mouse, a move for each frame, as a finger does. */
async function pan(page: Page, moves: number): Promise<void> {
  await page.mouse.move(300, 200);
  await page.mouse.down();
  for (let move = 0; move < moves; move += 1) {
    const x = 200 + 120 * Math.sin(move / 9);
    await page.mouse.move(x, 200);
  }
  await page.mouse.up();
}

/** Shows `candles` candles on a processor slowed down four times, and pans through them zoomed out. */
export async function measure(
  browser: Browser,
  origin: string,
  name: PageName,
  candles: number,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await context.addInitScript(`window.candles = ${candles}`);
    const page = await context.newPage();
    await page.goto(`${origin}/${name}.html`);
    await page.waitForFunction('window.openChart !== undefined');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpuBefore = await cpuMs(session);
    const startMs = await page.evaluate<number>(`(${START})()`);
    const startCpuMs = (await cpuMs(session)) - cpuBefore;
    await page.evaluate(`(${WHOLE})()`);
    await page.mouse.move(200, 200);
    // Many candles in sight: the hard case.
    for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 400);
    await page.evaluate(`(${COUNT})()`);
    await pan(page, 150);
    const { fps, slowestMs } = await page.evaluate<{ fps: number; slowestMs: number }>(`(${COUNTED})()`);
    return { startMs, startCpuMs, panFps: fps, slowestMs };
  } finally {
    await context.close();
  }
}
