import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Browser, Page, Route } from '@playwright/test';
import { Disturbance } from '../look/disturb.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { hold } from '../page/hold.ts';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import {
  availableOf,
  depositByChain,
  payPassword,
  readyMember,
  sealedPayPassword,
} from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { installWallet } from '../stack/test-wallet.ts';
import type { TestWallet } from '../stack/test-wallet.ts';
import { advance } from '../stack/time.ts';

let stack: Stack;
keepLogs(() => stack);
let seller: Person;
let buyer: Person;
let addressid: string;
let admin: ConsoleApp;
let desk: MemberApp;
let guest: MemberApp;
let wallet: TestWallet;
let picture: { name: string; mimeType: string; buffer: Buffer };

/** Browsers of their own: an operator, a shop and a buyer at the same time. */
async function newPage(browser: Browser, width = 390): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  return context.newPage();
}

async function drawPicture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 480, height: 480 } });
  await page.setContent(`<body style="margin:0"><svg viewBox="0 0 48 48" width="480" height="480" fill="none">
    <path fill="#dbe7f3" d="M0 0h48v48H0z"/><path fill="#2f6fb2" d="M12 14h20v18a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5z"/>
    <path stroke="#2f6fb2" stroke-width="3" d="M32 18h4a3 3 0 0 1 3 3v4a4 4 0 0 1-4 4h-3"/></svg>`);
  const drawn = await page.screenshot();
  await page.close();
  return drawn;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  picture = { name: 'cup.png', mimeType: 'image/png', buffer: await drawPicture(browser) };
  stack = await startStack();
  const { facts } = stack;
  // One after the other: both are given coins by the same key.
  seller = await readyMember(stack, facts.rootInvitationCode, '100');
  buyer = await readyMember(stack, facts.rootInvitationCode, '1000');
  await depositByChain(stack, buyer, '200');
  const address = { recipient: 'Mira Lim', phone: '+6581234567', country: 'SG', detail: '1 Lake Road' };
  addressid = (await buyer.call('Users/AddEditAddress', address)).id;
  admin = new ConsoleApp(await newPage(browser, 1280), facts);
  desk = new MemberApp(await newPage(browser), facts.url);
  await desk.useSession(seller.token);
  guest = new MemberApp(await newPage(browser), facts.url);
  wallet = await installWallet(guest.page, facts, buyer.key, 'eip6963');
});
test.afterAll(() => stack?.stop());

const rowsOf = (page: Page) => page.locator('tr[data-row-key]');
const stockOf = async (id: string): Promise<number> => (await buyer.call('Goods/GoodsFirst', { id })).stock;

async function addType(): Promise<void> {
  const { page } = admin;
  await admin.login(0);
  await admin.open('/types', 'Types of goods');
  await page.getByRole('button', { name: 'New type' }).click();
  await page.getByRole('textbox', { name: 'English' }).pressSequentially('Kitchen');
  await page.getByRole('textbox', { name: 'Japanese' }).pressSequentially('キッチン');
  await page.getByRole('button', { name: 'Add this type' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
}

async function applyForShop(): Promise<void> {
  const { page } = desk;
  await desk.open('/pages/mall/shopApply', 'Open a shop');
  await desk.field('Shop name').pressSequentially('Lake Pottery');
  await desk.button(/^What you sell/).click();
  await page.getByText('Home and garden').click();
  await desk.field('How we reach you').pressSequentially('+65 8123 4567');
  await page.locator('input[type=file]').last().setInputFiles(picture);
  await desk.button('Send the application').click();
  await expect(page.getByText('We are reading your application')).toBeVisible();
}

async function approveShop(): Promise<void> {
  const { page } = admin;
  await admin.open('/applications', 'Shop applications');
  await rowsOf(page).filter({ hasText: 'Lake Pottery' }).click();
  await page.getByLabel('Reason').pressSequentially('All is there');
  await page.getByRole('button', { name: 'Approve Lake Pottery' }).click();
  await expect(page.getByText('No application waits here')).toBeVisible();
}

/** Four cups for 10 USDT each. */
async function addGoods(): Promise<string> {
  const { page } = desk;
  await desk.open('/pages/mall/shopManage?part=goods&id=new', 'My shop');
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByAltText('Picture 1')).toBeVisible();
  await desk.field('Name').pressSequentially('Blue cup');
  await desk.field('Description').pressSequentially('<p>Thrown by hand.</p>');
  await desk.button(/^Category/).click();
  await page.getByText('Kitchen').click();
  await desk.field('Price in USDT').pressSequentially('10');
  await desk.field('Stock').pressSequentially('4');
  await desk.button('Save goods').click();
  await expect(page.getByText('4 in stock, 0 sold')).toBeVisible();
  const { list } = await seller.call('Goods/ShopGoods', {});
  return list[0]?.id ?? '';
}

async function buyAsGuest(goods: string): Promise<string> {
  const { page } = guest;
  // What the member has had in the cart on another device: the larger quantity of both stays.
  await buyer.call('Goods/ShopCar_Add', { goodsid: goods, quantity: 2 });
  await guest.mall.openFirst();
  await guest.button('Add to cart').click();
  const sheet = page.getByRole('dialog', { name: 'Variant and quantity' });
  await sheet.getByRole('button', { name: 'One more' }).click();
  await sheet.getByRole('button', { name: 'One more' }).click();
  await sheet.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Added to your cart')).toBeVisible();
  await guest.open('/pages/mall/cart', 'Cart');
  await guest.reload();
  await expect(page.getByText('30.00 USDT').first()).toBeVisible();
  await guest.link('Log in and check out').click();
  await guest.login.connect(wallet.name);
  await guest.login.signIn();
  await guest.at('Confirm order');
  const disturb = new Disturbance(guest);
  await disturb.reload(page.getByText('× 3'));
  await disturb.loseConnection(page.getByText('× 3'));
  const main = page.locator('main');
  await disturb.loseAnswer('Order/Create', () => guest.button('Place order').click(), main);
  // Placed again, it is the same order.
  await guest.button('Place order').click();
  await guest.button('Pay 30.00 USDT').click();
  const confirm = page.getByRole('dialog', { name: 'Confirm with your payment password' });
  await confirm.getByLabel('Payment password', { exact: true }).pressSequentially(payPassword);
  // The answer of the payment is lost: the page hears of it all the same.
  const loseIt = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route('**/Order/Pay', loseIt, { times: 1 });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('Order/Pay'));
  await confirm.getByRole('button', { name: 'Pay 30.00 USDT' }).click();
  await lost;
  await expect(page.getByRole('heading', { name: 'Paid 30.00 USDT' })).toBeVisible();
  expect(await availableOf(buyer), 'paid once').toBe('170');
  const { list } = await buyer.call('Order/List', { tab: 'pendingshipment' });
  expect((await buyer.call('Order/List', {})).list).toHaveLength(1);
  return list[0]?.id ?? '';
}

async function shipAndReceive(id: string): Promise<void> {
  await desk.open('/pages/mall/shopManage', 'My shop');
  await desk.button(/3 × Blue cup/).click();
  await desk.field('Carrier').pressSequentially('SingPost');
  await desk.field('Tracking number').pressSequentially('RX1');
  await desk.button('Mark as shipped').click();
  await expect(desk.page.getByText('The buyer is told')).toBeVisible();
  await guest.open(`/pages/order/detail?id=${id}`, 'Order');
  await hold(guest.button('Hold to confirm receipt'));
  await guest.button('Write a comment').click();
  // As with a finger: the star around the radio button, which itself is not seen.
  await guest.page
    .locator('label')
    .filter({ has: guest.page.getByRole('radio', { name: '5 stars' }) })
    .click();
  await expect(guest.page.getByRole('radio', { name: '5 stars' })).toBeChecked();
  await guest.field('Your comment').pressSequentially('Pours well and feels warm in the hand.');
  await guest.button('Publish comment').click();
  await expect(guest.page.getByText('Commented', { exact: true })).toBeVisible();
}

async function answerAndRead(goods: string): Promise<void> {
  await desk.open('/pages/mall/shopManage?part=comments', 'My shop');
  await desk.button('Answer').click();
  await desk.field('Your answer').pressSequentially('Thank you, Mira.');
  await desk.button('Publish the answer').click();
  await expect(desk.page.getByText('Every comment has its answer')).toBeVisible();
  await desk.open('/pages/mall/shopManage?part=statement', 'My shop');
  await expect(desk.page.getByText('28.50 USDT')).toBeVisible();
  await guest.open(`/pages/mall/goods?id=${goods}`, 'Blue cup');
  await expect(guest.page.getByText('Thank you, Mira.')).toBeVisible();
  expect(await availableOf(seller)).toBe('28.5');
}

async function order(goodsid: string): Promise<string> {
  const items = [{ goodsid, quantity: 1 }];
  const { list } = await buyer.call('Order/Create', { requestId: randomUUID(), items, addressid });
  return list[0]?.id ?? '';
}

async function pay(id: string): Promise<void> {
  const paypassword = await sealedPayPassword(stack, 'Order/Pay');
  await buyer.call('Order/Pay', { requestId: randomUUID(), ids: [id], coinid: 'USDT', paypassword });
}

/** An order that buyer and shop do not agree about. */
async function dispute(goods: string): Promise<string> {
  const id = await order(goods);
  await pay(id);
  await seller.call('Order/Ship', { id, carrier: 'SingPost', tracking: 'RX2' });
  const ask = { id, requestId: randomUUID(), kind: 'refund', text: 'It came broken' } as const;
  await buyer.call('Order/AfterSale', ask);
  const say = (who: Person, act: 'refuse' | 'escalate', text: string) =>
    who.call('Order/AfterSaleAct', { id, requestId: randomUUID(), act, text });
  await say(seller, 'refuse', 'It was whole');
  await say(buyer, 'escalate', 'It was not');
  return id;
}

test('behavior: from a type and a shop to the first sale, its comment and its answer; expiry, refund and a dispute that is decided', async () => {
  test.setTimeout(280_000);
  await test.step('an operator adds a type', addType);
  await test.step('a member applies for a shop', applyForShop);
  await test.step('the operator approves it', approveShop);
  const goods = await test.step('the shop adds its first goods', addGoods);
  const id = await test.step('a guest fills a cart, reloads, logs in and pays', () => buyAsGuest(goods));
  await test.step('the shop ships, the buyer receives and comments', () => shipAndReceive(id));
  await test.step('the shop answers and reads its statement', () => answerAndRead(goods));

  await test.step('what is not paid in time expires; what is paid back before it ships comes back whole', async () => {
    const [left, before] = [await stockOf(goods), await availableOf(buyer)];
    const back = await order(goods);
    await pay(back);
    await buyer.call('Order/Cancel', { id: back });
    expect([await stockOf(goods), await availableOf(buyer)]).toEqual([left, before]);
    const late = await order(goods);
    expect(await stockOf(goods)).toBe(left - 1);
    await guest.open(`/pages/order/detail?id=${late}`, 'Order');
    await expect(guest.page.getByText('Unpaid, it is cancelled in')).toBeVisible();
    await advance(stack.facts, 31 * 60);
    await expect(guest.page.getByText('It was not paid in time.')).toBeVisible();
    expect(await stockOf(goods)).toBe(left);
  });

  await test.step('a dispute is decided by an operator, who sees the order with its entries', async () => {
    const disputed = await dispute(goods);
    const { page } = admin;
    await admin.open('/disputes', 'Disputes');
    // At its time: in the middle of the row may be the link to a member.
    await rowsOf(page).first().getByRole('cell').first().click();
    await page.getByLabel('Back to the buyer, of 10 USDT').fill('4');
    await page.getByLabel('Reason').pressSequentially('The picture shows a crack');
    await page.getByRole('button', { name: 'Give 4 USDT back' }).click();
    await expect(page.getByText('No dispute waits here')).toBeVisible();
    expect((await buyer.call('Order/First', { id: disputed })).refunded).toBe('4');
    await admin.open('/orders', 'Orders');
    await rowsOf(page).first().getByRole('cell').first().click();
    await expect(page.getByText('Order completed: amount divided')).toBeVisible();
  });
});
