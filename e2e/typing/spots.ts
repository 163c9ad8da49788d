import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from '../page/member-app.ts';
import { mailedCode } from '../stack/mailbox.ts';
import type { Stack } from '../stack/stack.ts';

export const passphrase = 'quiet lake under birches';

/** Who is at the screen: nobody yet, a member with everything, or one by e-mail who has not set anything up. */
export type Who = 'visitor' | 'member' | 'beginner';

/** What a spot may need to know of the world. */
export type World = { stack: Stack; receiver: string };

/** A screen, a step of it or a sheet over it, with fields for text. */
export type Spot = {
  name: string;
  who: Who;
  /** The files whose fields are there. */
  files: readonly string[];
  open: (app: MemberApp, world: World) => Promise<unknown>;
};

const dialog = (app: MemberApp) => app.page.getByRole('dialog').last();

async function opens(app: MemberApp, button: Locator): Promise<void> {
  await button.click();
  await expect(dialog(app)).toBeVisible();
}

function at(
  who: Who,
  path: string,
  heading: string,
  files: readonly string[],
  more: Spot['open'] = async () => undefined,
): Spot {
  return {
    name: `${heading} (${path})`,
    who,
    files,
    async open(app, world) {
      // By way of a place that has no fields: the screen begins anew, without loading the whole page again.
      await app.open('/pages/login/language', 'Language');
      await app.open(path, heading);
      await more(app, world);
    },
  };
}

const login = '/pages/login/login';
const register = `${login}?step=register`;

async function toStep2(app: MemberApp, { stack }: World): Promise<void> {
  await app.field('Invitation code').fill(stack.facts.rootInvitationCode);
  await app.register.chooseCountry('Singapore');
  await app.register.toMail();
}

const visitor: Spot[] = [
  at('visitor', login, 'Log in', ['auth/login/mail-login.tsx'], async (app) => {
    await app.page.getByRole('radio', { name: 'E-mail' }).check();
  }),
  at('visitor', login, 'Log in', ['auth/login/password-login.tsx'], async (app) => {
    await app.page.getByRole('radio', { name: 'Password' }).check();
  }),
  at('visitor', `${login}?step=forgot`, 'Set a new password', ['auth/login/forgot-form.tsx']),
  at('visitor', '/pages/login/lostFactor', 'Lost app and codes', [
    'auth/second-factor/lost-factor-screen.tsx',
  ]),
  at('visitor', register, 'Create an account', ['auth/login/registrant-fields.tsx']),
  at('visitor', register, 'Create an account', [], (app) => opens(app, app.button(/^Country or region: /))),
  at(
    'visitor',
    register,
    'Create an account',
    ['auth/login/register-form.tsx', 'auth/password/username-field.tsx'],
    toStep2,
  ),
  at(
    'visitor',
    register,
    'Create an account',
    ['auth/password/new-password-fields.tsx'],
    async (app, world) => {
      await toStep2(app, world);
      const email = `typed-${randomUUID().slice(0, 8)}@example.org`;
      const since = Date.now() - 1000;
      await app.register.sendCode(email);
      await app.register.fillCode(await mailedCode(world.stack.data, email, since));
    },
  ),
];

const beginner: Spot[] = [
  at('beginner', '/pages/mine/setPwd/setPwd?kind=login', 'Passwords', [
    'auth/password/login-password-form.tsx',
  ]),
  at('beginner', '/pages/mine/setPwd/setPwd?kind=pay', 'Passwords', ['auth/password/pay-password-form.tsx']),
  at(
    'beginner',
    '/pages/mine/safety/totp',
    'Two-step verification',
    ['auth/second-factor/totp-setup.tsx'],
    async (app) => {
      await app.button('Set up').click();
      await expect(app.field('Code from your authenticator app')).toBeVisible();
    },
  ),
  at('beginner', '/pages/mine/blind/blind?kind=phone', 'Bind a phone', ['member/bind-phone.tsx']),
  at('beginner', '/pages/mine/blind/blind?kind=email', 'Change e-mail', ['member/bind-email.tsx']),
  at('beginner', '/pages/wallet/inapp/inapp?view=import', 'Import a wallet', ['wallet/import-wallet.tsx']),
  at('beginner', '/pages/wallet/inapp/inapp?view=make', 'Make a wallet', [
    'wallet/make-wallet.tsx',
    'wallet/passphrase-fields.tsx',
  ]),
  at(
    'beginner',
    '/pages/wallet/inapp/inapp?view=make',
    'Make a wallet',
    ['wallet/phrase-check.tsx'],
    async (app) => {
      await app.field('Wallet passphrase').fill(passphrase);
      await app.field('Repeat passphrase').fill(passphrase);
      await app.page.getByRole('checkbox', { name: /nobody can reset this passphrase/ }).check();
      await app.button('Create it and show the phrase').click();
      await app.button('I have written it down and will keep the paper safe.').click();
    },
  ),
  at('beginner', '/pages/wallet/inapp/inapp', 'In-app wallet', ['wallet/forget-sheet.tsx'], (app) =>
    opens(app, app.page.getByRole('listitem').filter({ hasText: 'Remove this wallet' }).getByRole('button')),
  ),
  at('beginner', '/pages/wallet/inapp/inapp', 'In-app wallet', ['wallet/reveal-phrase.tsx'], async (app) => {
    await app.page
      .getByRole('listitem')
      .filter({ hasText: 'Show recovery phrase' })
      .getByRole('button')
      .click();
    await app.at('Show recovery phrase');
  }),
  at('beginner', '/pages/wallet/inapp/inapp', 'In-app wallet', ['wallet/approval-sheet.tsx'], async (app) => {
    // Last: it stands beside the screens and stays over the next one. The wallet that was made is open; a new page locks it.
    await app.reload();
    await opens(app, app.page.getByRole('listitem').filter({ hasText: 'Unlock' }).getByRole('button'));
  }),
];

const money: Spot[] = [
  at('member', '/pages/wallet/transfer/transferChain', 'Transfer', ['transfer/target-step.tsx']),
  at(
    'member',
    '/pages/wallet/transfer/transferChain',
    'Transfer',
    ['transfer/amount-step.tsx'],
    (app, { receiver }) => app.transfer.chooseReceiver(receiver),
  ),
  at('member', '/pages/wallet/transfer/transferChain', 'Transfer', ['transfer/contact-sheet.tsx'], (app) =>
    opens(app, app.button(/^Save .+ as contact$/).first()),
  ),
  at('member', '/pages/wallet/transfer/request/request', 'Request money', ['transfer/request-screen.tsx']),
  at('member', '/pages/wallet/withdraw/withdrawChain', 'Withdraw', ['withdrawal/withdraw-form.tsx']),
  at(
    'member',
    '/pages/wallet/withdraw/withdrawChain',
    'Withdraw',
    ['auth/password/pay-password-sheet.tsx'],
    async (app) => {
      await app.withdraw.fillAmount('20');
      await opens(app, app.button('Review 20.00 USDT'));
    },
  ),
  at('member', '/pages/wallet/recharge/rechargeChain', 'Deposit on chain', [
    'deposit/pay-with-wallet.tsx',
    'deposit/hash-check.tsx',
  ]),
  at('member', '/pages/wallet/recharge/rechargeFiat', 'Deposit by bank', ['deposit/fiat/fiat-form.tsx']),
];

const market: Spot[] = [
  at('member', '/pages/swap/swap/swap', 'Trade', ['swap/trade/trade-fields.tsx']),
  at(
    'member',
    '/pages/swap/swap/swap',
    'Trade',
    ['swap/trade/trade-settings-sheet.tsx', 'swap/trade/tolerance-fields.tsx'],
    (app) => opens(app, app.button('Trade settings')),
  ),
  at('member', '/pages/swap/addLiquidity/addLiquidity', 'Add liquidity', ['liquidity/add/add-fields.tsx']),
  at('member', '/pages/swap/reLiquidity/reLiquidity', 'Remove liquidity', [
    'liquidity/remove/remove-form.tsx',
  ]),
  at(
    'member',
    '/pages/swap/reLiquidity/reLiquidity',
    'Remove liquidity',
    ['liquidity/remove/remove-review.tsx'],
    async (app) => {
      await app.liquidity.choosePart('50%');
      await app.liquidity.reviewRemoval();
    },
  ),
  at('member', '/pages/swap/reLiquidity/reLiquidity?mode=readd', 'Remove liquidity', [
    'liquidity/remove/readd-form.tsx',
  ]),
  at('member', '/pages/swap/redeem/redeem', 'Redeem OUSD', ['liquidity/redeem/redeem-screen.tsx']),
  at('member', '/pages/award/poy/poy', 'Redeem POY', ['reward/redeem-poy-screen.tsx']),
  at('member', '/pages/wallet/cast/cast', 'Mint hash power', ['minting/coin-amount-field.tsx']),
  at('member', '/pages/wallet/usdoCast/usdoCast', 'Mint USDO', ['minting/coin-amount-field.tsx']),
];

const person: Spot[] = [
  at('member', '/pages/mine/userInfo/userInfo', 'Profile', ['member/nickname-form.tsx']),
  at('member', '/pages/mine/account/payableAdd', 'Add an account', ['member/payable/add-payable-screen.tsx']),
  at('member', '/pages/mine/address/edit', 'New address', ['member/address/address-form.tsx']),
  at('member', '/pages/mine/identity/identity', 'Identity check', ['member/identity/document-form.tsx']),
  at('member', '/choose-location', 'Choose a location', ['place/town-search.tsx']),
  at('member', '/pages/mall/shopApply', 'Open a shop', ['mall/shop/apply-form.tsx']),
  at('member', '/pages/mine/account/account', 'Account', ['member/family/add-sub-account.tsx'], (app) =>
    opens(app, app.button('Add a sub-account')),
  ),
  {
    name: 'Anti-phishing word (/pages/mine/account/account?word=1)',
    who: 'member',
    files: ['member/word-row.tsx'],
    async open(app) {
      await app.open('/pages/login/language', 'Language');
      // The sheet stands over the page's heading from the start.
      await app.page.goto(`${app.url}/#/pages/mine/account/account?word=1`);
      await expect(dialog(app)).toBeVisible();
    },
  },
];

/** A shop's fields: a shop takes a decision of an operator, so the answers say that this member has one. */
async function asOwner(app: MemberApp, _world: World): Promise<void> {
  const shop = { id: 'shp_1', name: 'Lake Pottery', logo: '', kind: 'home', about: '', open: true };
  const answers: Record<string, { data?: unknown; list?: unknown[] }> = {
    'Users/Shopinfo': {
      data: { state: 'approved', reason: '', application: null, decisions: [], shop, personshops: [shop.id] },
    },
    'Goods/ShopGoods': {},
    'Goods/ShopTypes': { list: [{ id: 'gty_1', name: 'Kitchen' }] },
  };
  for (const [path, { data = null, list = [] }] of Object.entries(answers))
    await app.page.route(`**/${path}`, (route) =>
      route.fulfill({
        json: {
          success: true,
          msg: '',
          code: 'ok',
          data,
          list,
          ...(data === null && { total: list.length }),
        },
      }),
    );
  await app.reload();
}

const manage = '/pages/mall/shopManage';
const shop: Spot[] = [
  at('member', `${manage}?part=goods`, 'My shop', ['mall/shop/goods-part.tsx'], asOwner),
  at(
    'member',
    `${manage}?part=goods&id=new`,
    'My shop',
    ['mall/shop/goods-editor.tsx', 'mall/shop/variant-fields.tsx', 'mall/shop/content-field.tsx'],
    asOwner,
  ),
  at('member', `${manage}?part=shop`, 'My shop', ['mall/shop/shop-part.tsx'], asOwner),
];

/** A captain's fields: nobody becomes one by typing, so the answer says that this member is. */
async function asCaptain(app: MemberApp, _world: World): Promise<void> {
  const data = { level: 1, own: { name: '', notice: '', avatar: '', changed: null }, captain: null };
  await app.page.route('**/Users/CaptainInfo', (route) =>
    route.fulfill({ json: { success: true, msg: '', code: 'ok', data, list: [], total: 0 } }),
  );
  await app.reload();
}

const team: Spot[] = [
  at('member', '/pages/team/captain/captain', 'Captain', ['team/captain-screen.tsx'], asCaptain),
  at('member', '/pages/team/captain/edit', 'Team page', ['team/captain-edit-screen.tsx'], asCaptain),
];

/** Nobody orders by typing: what the page would read of an order or a cart is answered here. */
function withAnswer(call: string, answer: { data?: unknown; list?: unknown[] }): Spot['open'] {
  return async (app) => {
    const json = { success: true, msg: '', code: 'ok', data: null, list: [], total: 0, ...answer };
    await app.page.route(`**/${call}`, (route) => route.fulfill({ json }));
    await app.reload();
  };
}

const boughtLine = {
  goodsid: 'gds_1',
  skuid: 'sku_1',
  name: 'Demo teapot',
  skuname: '',
  picurl: '',
  price: '30',
  obl: '5',
  quantity: 1,
};
const boughtOrder = (status: string, aftersale: object | null) => ({
  id: 'ord_1',
  serial: '1',
  time: new Date().toISOString(),
  status,
  refund: aftersale ? 'refunding' : 'none',
  shop: { id: 'shp_1', name: 'Demo shop', logo: '' },
  coinid: 'USDT',
  total: '30',
  paid: '30',
  oblpaid: '0',
  oblmost: '5',
  oblearned: '0',
  oblcoming: '1.5',
  refunded: '0',
  lines: [{ id: 'oln_1', ...boughtLine, commented: false }],
  payby: new Date(Date.now() + 1_200_000).toISOString(),
  shipby: null,
  receiveby: null,
  now: new Date().toISOString(),
  carrier: '',
  tracking: '',
  paidat: null,
  shippedat: null,
  completedat: null,
  cancelledat: null,
  cancelreason: '',
  address: { recipient: 'Ada', phone: '+6512345', country: 'SG', detail: 'Lake Road 1' },
  note: '',
  events: [],
  aftersale,
});
const request = {
  id: 'aft_1',
  time: new Date().toISOString(),
  kind: 'refund',
  amount: '30',
  given: null,
  status: 'disputed',
  text: 'Broken',
  pictures: [],
  answerby: null,
  reason: '',
};
const cartLine = {
  ...boughtLine,
  id: 'crt_1',
  shop: { id: 'shp_1', name: 'Demo shop' },
  coinid: 'USDT',
  priceadded: '30',
  stock: 9,
  state: 'ok',
};

const orders: Spot[] = [
  at(
    'member',
    '/pages/order/create?skus=sku_1',
    'Confirm order',
    ['mall/order/checkout-form.tsx'],
    withAnswer('Goods/GetShopCar', { list: [cartLine] }),
  ),
  at(
    'member',
    '/pages/order/pay?ids=ord_1',
    'Pay',
    ['mall/order/obl-field.tsx'],
    withAnswer('Order/First', { data: boughtOrder('pendingpayment', null) }),
  ),
  at(
    'member',
    '/pages/order/afterSale?id=ord_1',
    'After-sales',
    ['mall/order/after-sale-form.tsx'],
    withAnswer('Order/First', { data: boughtOrder('pendingreceipt', null) }),
  ),
  at(
    'member',
    '/pages/order/afterSale?id=ord_2',
    'After-sales',
    ['mall/order/after-sale-talk.tsx'],
    async (app, world) => {
      await withAnswer('Order/First', { data: boughtOrder('pendingreceipt', request) })(app, world);
      await opens(app, app.button('Write to the shop'));
    },
  ),
];

const teapot = {
  ...boughtLine,
  id: 'gds_1',
  shopid: 'shp_1',
  coinid: 'USDT',
  pricemax: '30',
  bannerpicurl: '',
  stock: 9,
  sold: 0,
  type: { id: 'gty_1', name: 'Kitchen' },
  content: '',
  skus: [{ id: 'sku_1', name: '', price: '30', obl: '5', stock: 9, picurl: '' }],
  state: 'forsale',
  comments: 0,
  rating: null,
  shop: { id: 'shp_1', name: 'Demo shop', logo: '' },
};

const mall: Spot[] = [
  at('visitor', '/pages/mall/search', 'Search', ['mall/list/search-screen.tsx']),
  at(
    'visitor',
    '/pages/mall/goods?id=gds_1',
    'Goods',
    ['mall/goods/variants-sheet.tsx'],
    async (app, world) => {
      await withAnswer('Goods/GoodsFirst', { data: teapot })(app, world);
      await opens(app, app.button('Add to cart'));
    },
  ),
  at(
    'visitor',
    '/pages/mall/cart',
    'Cart',
    ['mall/cart/cart-line-row.tsx'],
    withAnswer('Goods/GetShopCar', { list: [cartLine] }),
  ),
];

const help: Spot[] = [
  at('member', '/pages/service/service?new=1', 'New request', ['support/message-fields.tsx']),
  at('visitor', '/pages/service/faq', 'Questions and answers', ['support/faq-screen.tsx']),
  at('visitor', '/pages/service/feedback', 'Feedback', ['support/feedback-screen.tsx']),
];

export const spots: readonly Spot[] = [
  ...visitor,
  ...beginner,
  ...money,
  ...market,
  ...person,
  ...team,
  ...orders,
  ...shop,
  ...mall,
  ...help,
];

/** Files with a field that is not typed into here, and why. */
export const notTyped: Readonly<Record<string, string>> = {
  'mall/order/comment-line.tsx':
    'one text as in the form of the after-sale; there only once an order is received',
  'mall/shop/ship-form.tsx':
    'plain lines of text as in the address; there only with an order that somebody paid',
  'mall/shop/comment-part.tsx':
    'one text as in the form of the after-sale; there only once a buyer has commented',
  'mall/shop/after-sale-card.tsx':
    'one text as in the form of the after-sale; there only once a buyer has asked',
  'auth/safety/fresh-proof.tsx': 'the code field of parts, which the login by e-mail has, too',
  'auth/passkey/passkeys-screen.tsx':
    'a short name as any other; browsers make no passkeys at the address where this runs',
  'auth/second-factor/factor-entry.tsx':
    'six cells as where the app is set up, or one plain line; there only once the server asked for it',
  'member/closing/close-form.tsx':
    'the payment password, as in the payment sheet; there only once nothing is left',
  'auth/safety/unfreeze-form.tsx': 'the payment password of a frozen account, as in the payment sheet',
  'member/closing/pictures-card.tsx': 'the payment password, as in the payment sheet',
  'auth/second-factor/recovery-codes.tsx':
    'one recovery code in a plain line; there only once the app is set up',
  'auth/second-factor/refuse-reset-form.tsx':
    'the payment password, as in the payment sheet; there only once somebody asked',
  'activity/deposit-card.tsx': 'an amount as in the payment of a deposit; there only while an activity runs',
  'swap/trade/trade-review-sheet.tsx': 'one word to compare, as in the review of a removal',
};

const bySort: readonly (readonly [string, string])[] = [
  ['[type="password"]', 'letters4digits'],
  ['[type="email"], [autocomplete="email"]', 'may@example.org'],
  ['[autocomplete="one-time-code"]', '123456'],
  ['[inputmode="decimal"]', '20.5'],
  ['[inputmode="numeric"]', '20'],
  ['textarea', 'It came on Friday, with a crack in it.'],
];
/** Only a wallet takes one; whatever goes to people refuses it. */
const recoveryPhrase = 'test test test test test test test test test test test junk';

/** What belongs into a field. */
export async function validFor(field: Locator): Promise<string> {
  const sort = await field.evaluate(
    (node, list) => list.find(([selector]) => node.matches(selector))?.[1],
    bySort,
  );
  const isWallet = field.page().url().includes('/pages/wallet/inapp/inapp?view=import');
  if (isWallet && (await field.evaluate((node) => node.matches('textarea')))) return recoveryPhrase;
  return sort ?? 'K7QX2M';
}
