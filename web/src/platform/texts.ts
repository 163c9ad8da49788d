import type account from '../locales/en/account.json';
import type address from '../locales/en/address.json';
import type activity from '../locales/en/activity.json';
import type app from '../locales/en/app.json';
import type asset from '../locales/en/asset.json';
import type agreement from '../locales/en/agreement.json';
import type award from '../locales/en/award.json';
import type auth from '../locales/en/auth.json';
import type deposit from '../locales/en/deposit.json';
import type feed from '../locales/en/feed.json';
import type guard from '../locales/en/guard.json';
import type home from '../locales/en/home.json';
import type later from '../locales/en/later.json';
import type liquidity from '../locales/en/liquidity.json';
import type mall from '../locales/en/mall.json';
import type market from '../locales/en/market.json';
import type member from '../locales/en/member.json';
import type minting from '../locales/en/minting.json';
import type news from '../locales/en/news.json';
import type node from '../locales/en/node.json';
import type order from '../locales/en/order.json';
import type password from '../locales/en/password.json';
import type pay from '../locales/en/pay.json';
import type poster from '../locales/en/poster.json';
import type register from '../locales/en/register.json';
import type reserve from '../locales/en/reserve.json';
import type setup from '../locales/en/setup.json';
import type shop from '../locales/en/shop.json';
import type swap from '../locales/en/swap.json';
import type usdo from '../locales/en/usdo.json';
import type team from '../locales/en/team.json';
import type transfer from '../locales/en/transfer.json';
import type wallet from '../locales/en/wallet.json';
import type withdrawal from '../locales/en/withdrawal.json';

/** Text groups: one file per language and group of screens, `web/src/locales/<locale>/<group>.json`. */
export type Texts = {
  account: typeof account;
  activity: typeof activity;
  address: typeof address;
  app: typeof app;
  asset: typeof asset;
  agreement: typeof agreement;
  auth: typeof auth;
  award: typeof award;
  deposit: typeof deposit;
  feed: typeof feed;
  guard: typeof guard;
  home: typeof home;
  later: typeof later;
  liquidity: typeof liquidity;
  mall: typeof mall;
  market: typeof market;
  member: typeof member;
  minting: typeof minting;
  news: typeof news;
  node: typeof node;
  order: typeof order;
  password: typeof password;
  pay: typeof pay;
  poster: typeof poster;
  register: typeof register;
  reserve: typeof reserve;
  setup: typeof setup;
  shop: typeof shop;
  swap: typeof swap;
  team: typeof team;
  transfer: typeof transfer;
  usdo: typeof usdo;
  wallet: typeof wallet;
  withdrawal: typeof withdrawal;
};

export type TextGroup = keyof Texts;

type TitleIn<G extends TextGroup> = Extract<keyof Texts[G], `title${string}`>;

/** The name of a page: in the group that every page has, or in one of its own, as `group.title…`. */
export type TitleKey = TitleIn<'app'> | { [G in TextGroup]: `${G}.${TitleIn<G>}` }[TextGroup];
