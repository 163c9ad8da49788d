import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { watchFaults } from '../look/watch.ts';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
});
test.afterAll(() => stack?.stop());

/** Goods as the server would list them; the journey is about the browser, and needs enough of them to scroll. */
const goods = Array.from({ length: 30 }, (_, index) => ({
  id: `gds_${index}`,
  shopid: 'shp_1',
  name: `Reading lamp ${index}`,
  coinid: 'USDT',
  price: String(10 + index),
  pricemax: String(10 + index),
  obl: '2',
  picurl: '',
  bannerpicurl: '',
  stock: 9,
  sold: 3,
}));

function goodsPage(id: string, content: string) {
  const one = goods.find((row) => row.id === id) ?? goods[0];
  return {
    ...one,
    type: { id: 'gty_1', name: 'Home' },
    content,
    skus: [{ id: 'sku_1', name: '', price: one?.price, obl: '2', stock: 9, picurl: '' }],
    state: 'forsale',
    comments: 0,
    rating: null,
    shop: { id: 'shp_1', name: 'Demo Shop North', logo: '' },
  };
}

type Call = { postDataJSON(): { id?: string; search?: string }; headers(): Record<string, string> };

async function answer(page: Page, call: string, make: (call: Call) => object): Promise<void> {
  await page.route(`**/${call}`, (route) =>
    route.fulfill({
      json: { success: true, msg: '', code: 'ok', data: null, list: [], ...make(route.request()) },
    }),
  );
}

const japanese = '4';

/** A server with thirty lamps, which have other names for Japanese eyes. */
async function withLamps(page: Page, content = ''): Promise<void> {
  await answer(page, 'Goods/GetGoodsPage', (call) => {
    const { search } = call.postDataJSON();
    const isJapanese = call.headers()['lang'] === japanese;
    const list = search === 'nothing' ? [] : search === undefined ? goods : goods.slice(0, 3);
    const named = list.map((row, index) => (isJapanese ? { ...row, name: `読書灯 ${index}` } : row));
    return { list: named, total: named.length };
  });
  await answer(page, 'Goods/GoodsFirst', (call) => ({
    data: goodsPage(call.postDataJSON().id ?? '', content),
  }));
}

test('behavior: a visitor comes back to the same place of the list, searches, changes the language in the middle, reloads', async ({
  page,
}) => {
  const faults = await watchFaults(page, stack.facts.url);
  await withLamps(page);
  const app = new MemberApp(page, stack.facts.url);

  await test.step('home leads to the mall; back leads to the same place of the list', async () => {
    await app.open('/', 'Openmere');
    await app.link('Visit the mall').click();
    await app.at('Mall');
    await app.button('Lowest price').click();
    const last = app.mall.tiles.last();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await app.at('Reading lamp 29');
    await page.goBack();
    await app.at('Mall');
    await expect(app.button('Lowest price')).toHaveAttribute('aria-pressed', 'true');
    await expect(last).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  });

  const field = app.field('Search the mall');
  await test.step('found as one types, and after a reload', async () => {
    await page.goto(`${stack.facts.url}/#/pages/mall/search`);
    await field.pressSequentially('redaing lapm', { delay: 30 });
    await expect(app.mall.tiles).toHaveCount(3);
    await app.reload();
    await expect(field).toHaveValue('redaing lapm');
    await expect(app.mall.tiles).toHaveCount(3);
  });

  await test.step('in the middle of it the language changes, and the search stays', async () => {
    await page.goto(`${stack.facts.url}/#/pages/login/language`);
    await page.getByRole('radio', { name: /日本語/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await page.goBack();
    await expect(page.getByLabel('モールを検索')).toHaveValue('redaing lapm');
    await expect(app.mall.tiles.first()).toContainText('読書灯 0');
    await page.goto(`${stack.facts.url}/#/pages/login/language`);
    await page.getByRole('radio', { name: /English/ }).click();
    await page.goBack();
    await expect(app.mall.tiles.first()).toContainText('Reading lamp 0');
  });

  await test.step('nothing found says what to do', async () => {
    await field.fill('nothing');
    await expect(page.getByText('Nothing found for “nothing”')).toBeVisible();
  });

  await test.step('a visitor’s cart is empty, and the network may go and come back', async () => {
    await app.open('/pages/mall/cart', 'Cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await page.context().setOffline(true);
    // What has been read stays; the line above says it.
    await expect(page.getByText('No connection', { exact: true }).first()).toBeVisible();
    await page.context().setOffline(false);
    await app.at('Cart');
  });
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

/** What a server that had been taken over might send. */
const payloads = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '<svg onload="window.hit = 1"><style><img src=x onerror="window.hit = 1"></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
  '<a href="javascript:window.hit = 1">a</a><a href="data:text/html,a">b</a>',
  '<iframe srcdoc="<script>parent.hit = 1</script>"></iframe><form action="/"><button>c</button></form>',
  '<style>body { display: none }</style><p style="position: fixed; inset: 0" onclick="window.hit = 1">d</p>',
  '<noscript><p title="</noscript><img src=x onerror=window.hit=1>">',
  '<template><script>window.hit = 1</script></template><a id="root" name="body">e</a>',
];

test('refuses: script, frames, forms and styles in what a seller writes, even when the server sends them', async ({
  page,
}) => {
  const faults = await watchFaults(page, stack.facts.url);
  const app = new MemberApp(page, stack.facts.url);
  const how = '<p><a href="https://lamps.example/care">How</a></p>';
  const bad =
    'script, style, svg, math, iframe, form, button, template, img, [style], [onclick], [onerror], [id], [name]';
  const content = page.getByRole('heading', { name: 'Care' }).locator('..');
  // One after the other: what is left open in one would swallow the next.
  for (const payload of payloads) {
    await page.unrouteAll();
    await withLamps(page, `<h2>Care</h2>${how}${payload}`);
    await app.mall.openFirst();
    await expect(page.getByRole('heading', { name: 'Care' })).toBeVisible();
    await expect(content.locator(bad), payload).toHaveCount(0);
    await expect(content.locator('a[href]:not([href^="https://lamps.example"])'), payload).toHaveCount(0);
    expect(await page.evaluate(() => (window as { hit?: number }).hit), payload).toBeUndefined();
  }

  await content.getByRole('link', { name: 'How' }).click();
  const sheet = page.getByRole('dialog', { name: 'Leave Openmere?' });
  await expect(sheet).toContainText('https://lamps.example/care');
  await app.button('Stay here').click();
  await expect(sheet).toBeHidden();
  // The policy is the second lock: what the first one takes out, it has already refused to run.
  const isRefused = (fault: string) =>
    fault.startsWith('policy: ') || fault.includes('Content Security Policy');
  expect(faults.filter((fault) => !isRefused(fault))).toEqual([]);
});
