import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { keepScript } from '../../tools/device-state.ts';
import { readTextGroups } from './routes.ts';
import { watchFaults } from './watch.ts';

const bareKey = new RegExp(`^(${readTextGroups().join('|')})\\.\\w+$`);
/** From here on the tabs are a rail (web/src/ui/tokens.css). */
const WIDE = 1024;
/** How far what is seen may move by itself while a page comes, as browsers reckon it: what counts as good (Core Web Vitals). */
const JUMP_MAX = 0.1;
const shots = join(import.meta.dirname, '../../.shots');

/** One way of looking: size, colours, language, size of text. */
export type Setting = {
  name: string;
  width: number;
  height: number;
  dark?: boolean;
  locale?: string;
  /** The reader's own size of text, in percent of the usual one. */
  text?: number;
  /** Judge by axe, too, which takes a second for each page: by all its rules, or by that of colours alone. */
  axe?: 'all' | 'colours';
  /** Judge how far a page moves by itself while it comes, too; its answers come late, and in another order than they were asked for. */
  jumps?: boolean;
};

export type Visitor = { token?: string };

/** Looks at places of the app one after the other and gathers what is wrong with them, each with its place. */
export async function lookAt(
  browser: Browser,
  url: string,
  setting: Setting,
  visitor: Visitor,
  paths: readonly string[],
): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width: setting.width, height: setting.height },
    colorScheme: setting.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: setting.width < 500,
    locale: 'en-US',
  });
  await context.addInitScript(
    keepScript({
      // A device that knows the member, whose set-up is done: on a new one the page keeps room for it, once.
      ...(visitor.token === undefined ? {} : { 'user.token': visitor.token, 'general.setUpDone': '1' }),
      ...(setting.locale === undefined ? {} : { 'general.locale': setting.locale }),
    }),
  );
  await context.addInitScript(watchJumps);
  const page = await context.newPage();
  const faults = await watchFaults(page, url);
  const found: string[] = [];
  if (setting.jumps) await delayAnswers(page);
  for (const path of paths) {
    await page.goto(`${url}/#${path}`);
    // All sizes are in rem: this is what the browser's own setting does.
    if (setting.text !== undefined)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, `${setting.text}%`);
    const wrong = [...(await judge(page, setting)), ...(await lostRail(page, setting))];
    const jumps = await takeJumps(page);
    if (setting.jumps && jumps.sum > JUMP_MAX)
      wrong.push(`jumps by ${jumps.sum.toFixed(2)}: ${jumps.what.join(' | ')}`);
    for (const text of [...wrong, ...faults.splice(0)]) found.push(`${setting.name} ${path}: ${text}`);
    if (process.env['OPENMERE_SHOTS'] === '1') await shoot(page, setting, path, visitor);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  return found;
}

/** What is wrong with the page as it stands: width, cut text, heading, lost words, and by axe where the setting says so. */
export async function judge(page: Page, setting: Pick<Setting, 'axe'>): Promise<string[]> {
  const wrong: string[] = [];
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const [wide, room, title] = await page.evaluate(() => [
    document.scrollingElement?.scrollWidth ?? 0,
    innerWidth,
    document.querySelector('h1')?.textContent ?? '',
  ]);
  if (Number(wide) > Number(room)) wrong.push(`overflows: ${wide} px in ${room} px`);
  if (title === '') wrong.push('the heading is empty');
  wrong.push(...(await skippedHeadings(page)), ...(await cutTexts(page)));
  const words = (await page.locator('body').innerText()).split(/\s+/);
  for (const word of words) if (bareKey.test(word)) wrong.push(`shows the key ${word}`);
  if (!setting.axe) return wrong;
  // In the page itself, which has no frames; otherwise axe puts its answer together in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // Axe leaves the size of what is pressed out unless it is asked for.
    ...(setting.axe === 'colours'
      ? { runOnly: ['color-contrast'] }
      : { rules: { 'target-size': { enabled: true } } }),
  });
  const { violations } = await axe.analyze();
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical')
      wrong.push(
        `axe ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`,
      );
  return wrong;
}

/** Each call's answer waits a time of its own, always the same: a part of a page comes before or after another one as on a bad line. */
async function delayAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      const sum = Array.from(new URL(request.url()).pathname).reduce(
        (all, letter) => (all * 31 + letter.charCodeAt(0)) % 1_000_003,
        0,
      );
      await new Promise((done) => setTimeout(done, (sum % 4) * 300));
    }
    await route.fallback();
  });
}

type Jumps = { sum: number; what: string[] };
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
};

/** Runs in the page: adds up what moved without being asked to. */
export function watchJumps(): void {
  const jumps: Jumps = { sum: 0, what: [] };
  Object.assign(window, { openmereJumps: jumps });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      jumps.sum += value;
      jumps.what.push(
        `${value.toFixed(3)} ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', ')}`,
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What moved since the last time. */
export function takeJumps(page: Page): Promise<Jumps> {
  return page.evaluate(() => {
    const jumps = (window as unknown as { openmereJumps: Jumps }).openmereJumps;
    const now = { ...jumps };
    Object.assign(jumps, { sum: 0, what: [] });
    return now;
  });
}

/** The rail of wide screens stands at the same place on each page, below a tab, too, and nothing lies under it. */
async function lostRail(page: Page, { width }: Setting): Promise<string[]> {
  if (width < WIDE) return [];
  return page.evaluate(() => {
    const rail = Array.from(document.querySelectorAll('nav')).find(
      (nav) => getComputedStyle(nav).position === 'fixed',
    );
    if (!rail) return ['the rail is not there'];
    const { left, top, right, height } = rail.getBoundingClientRect();
    const main = document.querySelector('main')?.getBoundingClientRect().left ?? 0;
    const wrong: string[] = [];
    if (left !== 0 || top !== 0 || height !== innerHeight) wrong.push(`the rail stands at ${left}, ${top}`);
    if (main < right) wrong.push(`the page begins at ${main} px, under the rail`);
    return wrong;
  });
}

/** Text that goes on where its box is cut off, unless the box says so itself by an ellipsis or a number of lines. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.locator('body *').evaluateAll((nodes) => {
    const boxes = nodes.filter((node) => {
      if (node.scrollWidth <= node.clientWidth + 1) return false;
      const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(node);
      // Clipped to nothing: only for those who listen.
      const isSaid = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none';
      return ['hidden', 'clip'].includes(overflowX) && !isSaid;
    });
    return boxes.flatMap((box) => {
      const edge = box.getBoundingClientRect().right + 1;
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const cut: string[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        // A map moves under its frame.
        if (!text.textContent?.trim() || text.parentElement?.closest('svg')) continue;
        range.selectNodeContents(text);
        if (range.getBoundingClientRect().right > edge) cut.push(`cuts off “${text.textContent}”`);
      }
      return cut;
    });
  });
}

/** Headings that leave a level out: who reads by headings takes it for a lost part. */
async function skippedHeadings(page: Page): Promise<string[]> {
  const levels = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((nodes) =>
      nodes.map((node) => [Number(node.tagName.slice(1)), node.textContent ?? ''] as const),
    );
  return levels.flatMap(([level, text], at) => {
    const before = levels[at - 1]?.[0] ?? 0;
    return level > before + 1 ? [`heading ${level} “${text}” after ${before}`] : [];
  });
}

async function shoot(page: Page, setting: Setting, path: string, visitor: Visitor): Promise<void> {
  const name = `${visitor.token === undefined ? 'visitor' : 'member'}${path.replaceAll(/[/?=&]+/g, '-')}`;
  await page.screenshot({ path: join(shots, setting.name, `${name}.png`), fullPage: true });
}
