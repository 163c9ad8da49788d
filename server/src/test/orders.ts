import { randomUUID } from 'node:crypto';
import type { Envelope } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { OrderWhole } from '@openmere/core/mall/order-contract.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { balanceOf, memberBalances } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { createShop } from '../mall/shop/shop-store.ts';
import type { Db } from '../platform/db/connect.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { reasonIn } from './app.ts';
import type { Heard, TestApp } from './app.ts';
import { coin } from './context.ts';
import { addGoods, addType } from './goods.ts';
import { addMember, RIGHT_PAYPASSWORD } from './people.ts';
import type { MemberOptions, TestMember } from './people.ts';

export type Answer<T> = { reason: string; params: Record<string, string | number>; data: T; list: T[] };

/** Somebody who buys, or whose shop it is, at the front door. */
export type Person = {
  id: string;
  member: TestMember;
  token: string;
  /** `ok` as reason when it was answered. */
  ask: <T = OrderWhole>(path: string, body?: object) => Promise<Answer<T>>;
  addressId: string;
};

export async function addPerson(app: TestApp, options: MemberOptions = {}): Promise<Person> {
  const member = await addMember(app, options);
  const token = await app.session(member.id);
  const ask = async <T>(path: string, body: object = {}): Promise<Answer<T>> =>
    answerOf<T>(await app.post('member', path, body, { token }));
  const address = await ask<{ id: string }>('Users/AddEditAddress', {
    recipient: 'Ana María',
    phone: '+49 30 123456',
    country: 'DE',
    detail: 'Hauptstr. 1',
  });
  return { id: member.id, member, token, ask, addressId: address.data?.id ?? '' };
}

export function answerOf<T>(heard: Heard): Answer<T> {
  const { data, list } = heard.envelope as Envelope;
  const reason = reasonIn(heard);
  const params =
    reason === 'ok' ? {} : (((data as { params?: object })?.params ?? {}) as Answer<T>['params']);
  return { reason, params, data: data as T, list: (list ?? []) as T[] };
}

export type TestGoods = { goodsid: string; skuid: string };

/** A shop with one variant of a goods for sale. */
export async function addOffer(
  app: TestApp,
  options: { price?: bigint; obl?: bigint; stock?: number; coinId?: string } = {},
): Promise<{ seller: Person; shopId: string; goods: TestGoods }> {
  const seller = await addPerson(app, { activated: true });
  const shop = await inTransaction(app.owner, (tx) =>
    createShop(tx, { memberId: seller.id, name: `Shop ${seller.id}`, logo: '', kind: 'home', about: '' }),
  );
  if (!shop) throw new Error('a new member has no shop yet');
  const shopId = shop.id;
  return { seller, shopId, goods: await addTo(app, shopId, options) };
}

export async function addTo(
  app: TestApp,
  shopId: string,
  options: { price?: bigint; obl?: bigint; stock?: number; coinId?: string } = {},
): Promise<TestGoods> {
  const { price = 10n * coin, obl = 0n, stock = 100, coinId = 'USDT' } = options;
  const goodsid = await addGoods(app, {
    typeId: await addType(app, { en: 'Kitchen' }),
    shopId,
    coinId,
    skus: [{ name: {}, price, obl, stock, picurl: '' }],
  });
  const { rows } = await sql<{ id: string }>`select id from goods_sku where goods_id = ${goodsid}`.execute(
    app.owner,
  );
  return { goodsid, skuid: rows[0]?.id ?? '' };
}

export async function order(buyer: Person, goods: TestGoods, quantity = 1): Promise<Answer<OrderWhole>> {
  return buyer.ask('Order/Create', {
    requestId: randomUUID(),
    items: [{ ...goods, quantity }],
    addressid: buyer.addressId,
  });
}

export async function pay(
  app: TestApp,
  buyer: Person,
  ids: readonly string[],
  options: { obl?: string; coinid?: string; requestId?: string } = {},
): Promise<Answer<OrderWhole>> {
  return buyer.ask('Order/Pay', {
    requestId: randomUUID(),
    ids,
    coinid: 'USDT',
    ...options,
    paypassword: await app.seal('Order/Pay', RIGHT_PAYPASSWORD),
  });
}

/** Ordered and paid. @returns the order's id. */
export async function buy(
  app: TestApp,
  buyer: Person,
  goods: TestGoods,
  options: { quantity?: number; obl?: string } = {},
): Promise<string> {
  const { list } = await order(buyer, goods, options.quantity);
  const id = list[0]?.id ?? '';
  const paid = await pay(app, buyer, [id], options.obl === undefined ? {} : { obl: options.obl });
  if (paid.reason !== 'ok') throw new Error(`not paid: ${paid.reason}`);
  return id;
}

export async function ship(seller: Person, id: string): Promise<void> {
  const shipped = await seller.ask('Order/Ship', { id, carrier: 'Post', tracking: 'AB 123' });
  if (shipped.reason !== 'ok') throw new Error(`not shipped: ${shipped.reason}`);
}

export async function stockOf(app: TestApp, { skuid }: TestGoods): Promise<number> {
  const { rows } = await sql<{ stock: number }>`select stock from goods_sku where id = ${skuid}`.execute(
    app.db,
  );
  return rows[0]?.stock ?? -1;
}

/** `available/held` of each coin, to the last unit: `{ USDT: '90/10' }`. */
export async function balancesOf(app: TestApp, { id }: Person): Promise<Record<string, string>> {
  const found = (await memberBalances(app.db, [id])).get(id);
  return Object.fromEntries(
    [...(found ?? [])].map(([asset, { available, held }]) => [
      asset,
      `${formatAmount(available)}/${formatAmount(held)}`,
    ]),
  );
}

export async function poolOf(app: TestApp, account: `pool:${string}` | `fee:${string}`, asset = 'USDT') {
  return inCoins(await balanceOf(app.db, account, asset));
}

/** Coins as a plain number to compare with; throws for an amount that no number says to the last unit. */
export function inCoins(amount: bigint): number {
  const coins = Number(formatAmount(amount));
  assert(parseAmount(String(coins)) === amount, `${amount} is told to the last unit`);
  return coins;
}

/** What stands behind OBL, as commissions put it there; and OBL of a member, as completed orders gave it. */
export async function backObl(db: Db, memberId: string, coins: number, coinId = 'USDT'): Promise<void> {
  const amount = BigInt(coins) * coin;
  await inTransaction(db, (tx) =>
    postEntry(tx, {
      key: randomUUID(),
      kind: 'order-complete',
      reference: 'ord_test',
      actor: 'system:test',
      postings: [
        { source: 'treasury:bsc', destination: 'pool:mall-margin', asset: coinId, amount },
        { source: 'world', destination: `member:${memberId}:available`, asset: 'OBL', amount },
      ],
    }),
  );
}

/** Moves the business clock alone, as `/dev/advance` does. */
export async function moveClock(app: TestApp, byMs: number): Promise<void> {
  const ms = Math.ceil(byMs);
  await sql`update business_clock set offset_ms = offset_ms + ${ms}, target_ms = target_ms + ${ms}`.execute(
    app.owner,
  );
}
