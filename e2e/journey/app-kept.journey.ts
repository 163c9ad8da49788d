import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { keepScript } from '../../tools/device-state.ts';
import { reloadOffline } from '../stack/browser.ts';
import { serveStatic } from '../stack/static-site.ts';
import type { StaticSite } from '../stack/static-site.ts';

/** What a member's device keeps of the app itself, without a stack: the built files, an update, and no network. */
test.use({ serviceWorkers: 'allow' });

let site: StaticSite;
test.beforeEach(async () => {
  site = await serveStatic();
});
test.afterEach(() => site.stop());

async function openAs(page: Page, member: boolean): Promise<void> {
  if (member) await page.addInitScript(keepScript({ 'user.token': 'kept' }));
  await page.goto(`${site.url}/#/pages/login/language`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** As a member does it: the row of the version on the profile, and its button. */
async function takeUpdate(page: Page, meanwhile?: () => Promise<void>): Promise<void> {
  await page.goto(`${site.url}/#/pages/mine/mine`);
  const reload = page.getByRole('button', { name: 'Reload' });
  await reload.scrollIntoViewIfNeeded();
  await Promise.all([meanwhile?.(), reload.dispatchEvent('click')]);
  await expect(page.locator('body')).toHaveAttribute('data-build', 'next', { timeout: 30_000 });
}

/** A newer build is here and waits to be taken. */
async function untilUpdateWaits(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const waits = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  await expect.poll(waits).toBe(true);
}

/** The worker answers for this page, and has the texts of its language. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const used = await caches.open('openmere-used');
        return (await used.keys()).length > 30 && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);
}

test('refuses: a visitor keeps nothing; a member’s worker keeps no answer of a call', async ({
  page,
  context,
}) => {
  await openAs(page, false);
  await page.waitForFunction(() => document.querySelector('link[rel=manifest]') !== null);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  const member = await context.newPage();
  await openAs(member, true);
  await untilKept(member);
  await member.goto(`${site.url}/#/pages/wallet/wallet`);
  const kept = await member.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !/^\/(assets\/|index\.html$)/.test(path))).toEqual([]);
});

test('behavior: without a network the app opens all the same', async ({ page, context }) => {
  await openAs(page, true);
  await untilKept(page);
  await context.setOffline(true);
  await reloadOffline(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('No connection').first()).toBeVisible();
});

test('behavior: a new build waits until it is taken; a page of the former one still opens its screens', async ({
  page,
  context,
}) => {
  await openAs(page, true);
  await untilKept(page);
  const other = await context.newPage();
  await openAs(other, true);
  await site.publish('next', 'safety-screen');
  const loads = () => site.asked.filter((path) => path === '/').length;
  const before = loads();

  await test.step('it waits, and reloads nobody', async () => {
    await untilUpdateWaits(page);
    expect(loads()).toBe(before);
  });

  await test.step('it is taken on one page; the other stays, and has its screens', async () => {
    await takeUpdate(page);
    await expect(other.locator('body')).not.toHaveAttribute('data-build', 'next');
    await other.goto(`${site.url}/#/pages/mine/safety/safety`);
    await expect(other.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    expect(loads()).toBe(before + 1);
  });
});

test('behavior: a new build is taken, too, while another page asks the former worker for something', async ({
  page,
  context,
}) => {
  await openAs(page, true);
  await untilKept(page);
  const other = await context.newPage();
  await openAs(other, true);
  await untilKept(other);
  await site.publish('next', 'safety-screen');
  await untilUpdateWaits(page);
  // Chromium drops a take-over that is met by anything asked of the former worker; a reload then waited for minutes.
  const askFormer = () =>
    other.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      for (let asked = 0; asked < 20; asked += 1) {
        registration?.active?.postMessage({ locale: 'en' });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
  await takeUpdate(page, askFormer);
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-build', 'next');
  await expect(other.locator('body')).not.toHaveAttribute('data-build', 'next');
  await other.goto(`${site.url}/#/pages/mine/safety/safety`);
  await expect(other.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});
