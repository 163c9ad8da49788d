import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { createAttempts } from '../auth/attempts.ts';
import { findPayHash, notePaySetting, putPayHash } from '../auth/password-store.ts';
import { issueAddress } from '../deposit/issue-address.ts';
import { memberBalance } from '../ledger/balances.ts';
import { commentOnGoods } from '../mall/goods/comment.ts';
import { findDemoSku } from '../mall/goods/goods-store.ts';
import { createOrders } from '../mall/order/create.ts';
import { receiveOrder, shipOrder } from '../mall/order/deliver.ts';
import { findLines, findOrder } from '../mall/order/order-store.ts';
import { payOrders } from '../mall/order/pay.ts';
import type { OrderRow } from '../mall/order/tables.ts';
import { answerComment } from '../mall/shop/answer-comment.ts';
import { listMyAddresses, saveAddress } from '../member/addresses.ts';
import { findMemberByWallet } from '../member/store.ts';
import type { Member } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { createRpc } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { createDatabase, inTransaction } from '../platform/db/connect.ts';
import { fileUrl } from '../platform/files/store.ts';
import { hashPassword } from '../platform/passwords.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { announcePosted } from './announce-posted.ts';
import type { AfterInput } from './parts.ts';
import { readSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';

type Purchase = {
  /** Place in the community; the first is whom visitors log in as. */
  buyer: number;
  goods: string;
  quantity: number;
  until: 'paid' | 'shipped' | 'received' | 'commented';
  stars?: number;
  text?: string;
  answer?: string;
};

export type DemoPurchasesInput = {
  db: Db;
  rpc: Rpc;
  chainId: number;
  /** Wallets of the community, in its order. */
  wallets: readonly string[];
  /** Sends play money out of one of these wallets, as its owner does who deposits. */
  give: (from: string, to: string, amount: bigint) => Promise<void>;
  /** What each of the buyers pays with. */
  payPassword: string;
  signal: AbortSignal;
};

type Step = { purchase: Purchase; buyer: MemberActor; order: OrderRow };

const assets = fileURLToPath(new URL('../../assets/demo-goods/', import.meta.url));
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(join(assets, name), 'utf8')) as T;
/** Beside what the purchases cost, so that a visitor can buy more. */
const PURSE = 500n * oneCoin;
const CREDIT_WAIT_MS = 120_000;
/** A purchase whose order expired, because the start was stopped for long in between, is ordered anew. */
const TRIES = 3;

/** Opens for the demo what its purchases need, for as long as they take. */
export async function runDemoPurchases(
  { config, databaseUrl, rpcUrl, signal }: AfterInput,
  { wallets, give }: Pick<DemoPurchasesInput, 'wallets' | 'give'>,
): Promise<void> {
  const secrets = await readSecrets(config.secretsFile);
  unlockSecrets(secrets);
  const { db, close } = createDatabase(databaseUrl, 'owner', { max: 3 });
  const rpc = createRpc(rpcUrl);
  const payPassword = demoPayPassword(secrets);
  try {
    await playDemoPurchases({ db, rpc, chainId: config.chain.id, wallets, give, payPassword, signal });
  } finally {
    await close();
  }
}

/**
 * What the demo community has bought: deposits from the chain, orders, payments, parcels, receipts and comments by the use cases that
 * members call, each step where the last start has left it. Whatever a visitor did with such an order meanwhile stays.
 */
export async function playDemoPurchases(input: DemoPurchasesInput): Promise<void> {
  const purchases = await read<Purchase[]>('purchases.json');
  const buyers = new Map<number, MemberActor>();
  for (const { buyer } of purchases) {
    const wallet = input.wallets[buyer];
    if (buyers.has(buyer) || wallet === undefined) continue;
    const member = await findMemberByWallet(input.db, wallet.toLowerCase());
    if (member) buyers.set(buyer, await readyBuyer(input, member));
  }
  const steps: Step[] = [];
  for (const [at, purchase] of purchases.entries()) {
    const buyer = buyers.get(purchase.buyer);
    const order = buyer && (await orderOnce(input, { at, purchase, buyer }));
    if (buyer && order) steps.push({ purchase, buyer, order });
  }
  await fund(input, steps);
  for (const step of steps) {
    if (input.signal.aborted) return;
    await goOn(input, step).catch(passOver);
  }
}

/** What was changed by hand since, so that a step is refused, is left as it is. */
function passOver(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
  return undefined;
}

function actorOf(id: string): MemberActor {
  const from = { ip: '127.0.0.1', country: null, device: 'demo', locale: 'en' } as const;
  return { kind: 'member', id, family: id, sessionId: '', from };
}

async function readyBuyer({ db, payPassword }: DemoPurchasesInput, member: Member): Promise<MemberActor> {
  const actor = actorOf(member.id);
  await inTransaction(db, async (tx) => {
    await putDemoPayPassword(tx, member.id, payPassword);
    if ((await listMyAddresses({ tx, actor })).list.length > 0) return;
    const recipient = `${member.nickname} (Demo)`;
    const where = { phone: '+65 6000 0000', country: 'SG', detail: '1 Demo Street, #01-01, 000001' };
    await saveAddress({ tx, actor }, { recipient, ...where });
  });
  return actor;
}

/** What the demo community pays with: told beside the login, so that a visitor can pay, too. */
export function demoPayPassword({ pepper }: Pick<Secrets, 'pepper'>): string {
  return createHmac('sha256', pepper).update('demo-payment-password').digest('base64url').slice(0, 16);
}

/** For a demo member who has none. */
export async function putDemoPayPassword(tx: Tx, memberId: string, payPassword: string): Promise<void> {
  if ((await findPayHash(tx, memberId)) !== undefined) return;
  const hash = await hashPassword(payPassword);
  if (await notePaySetting(tx, memberId, 'first')) await putPayHash(tx, memberId, hash);
}

/** The same identifier at every start: the order is made once. */
function requestIdOf(text: string): string {
  const hex = createHash('sha256').update(`demo purchase ${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function orderOnce(
  { db }: DemoPurchasesInput,
  { at, purchase, buyer }: { at: number; purchase: Purchase; buyer: MemberActor },
): Promise<OrderRow | undefined> {
  const pictures = await read<Record<string, string>>('pictures.json');
  const sku = await findDemoSku(db, fileUrl(pictures[purchase.goods] ?? ''));
  if (!sku) return undefined;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const order = await inTransaction(db, async (tx) => {
      const [address] = (await listMyAddresses({ tx, actor: buyer })).list;
      const items = [{ ...sku, quantity: purchase.quantity }];
      const requestId = requestIdOf(`${at} ${attempt}`);
      const { list } = await createOrders(
        { tx, actor: buyer },
        { requestId, items, addressid: address?.id ?? '' },
      );
      return findOrder(tx, list[0]?.id ?? '');
    }).catch(passOver);
    if (order?.cancel_reason !== 'expired') return order;
  }
  return undefined;
}

/** Deposits what is still to be paid for, and waits until it is credited. Killed in between, it may deposit again: it is play money. */
async function fund(input: DemoPurchasesInput, steps: readonly Step[]): Promise<void> {
  const { db, rpc, chainId, wallets, give, signal } = input;
  const open = steps.filter(({ order }) => order.status === 'pendingpayment');
  const wanted = [...Map.groupBy(open, ({ buyer }) => buyer)].map(([buyer, of]) => ({
    buyer,
    wallet: wallets[of[0]?.purchase.buyer ?? -1] ?? '',
    sum: of.reduce((sum, { order }) => sum + order.total, 0n),
  }));
  const isThere = async ({ buyer, sum }: (typeof wanted)[number]) =>
    (await memberBalance(db, buyer.id, 'USDT')).available >= sum;
  for (const one of wanted) {
    if (await isThere(one)) continue;
    const asked = { db, rpc, chainId, now: new Date(), actor: one.buyer };
    const { address } = await issueAddress(asked, { coinid: 'USDT' });
    await give(one.wallet, address, one.sum + PURSE);
  }
  const until = performance.now() + CREDIT_WAIT_MS;
  for (const one of wanted)
    while (!(await isThere(one)) && !signal.aborted && performance.now() < until) await wait(200);
}

/** From where the order stands to where the plan wants it. */
async function goOn(input: DemoPurchasesInput, { purchase, buyer, order }: Step): Promise<void> {
  const { db } = input;
  const { id } = order;
  const seller = actorOf(order.seller_id);
  const inOne = <T>(actor: MemberActor, act: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => act({ tx, actor, onPosted: announcePosted }));
  const status = async () => (await findOrder(db, id))?.status;
  if (order.status === 'pendingpayment') {
    const offers = { db, paypassword: { attempts: createAttempts(db) }, onPosted: announcePosted };
    const pay = {
      requestId: requestIdOf(id),
      ids: [id],
      coinid: order.coin_id,
      paypassword: input.payPassword,
    };
    await payOrders({ now: new Date(), actor: buyer, ...offers }, pay);
  }
  if (purchase.until === 'paid') return;
  if ((await status()) === 'pendingshipment')
    await inOne(seller, (ctx) =>
      shipOrder(ctx, { id, carrier: 'Demo Post', tracking: `DEMO-${id.slice(-6).toUpperCase()}` }),
    );
  if (purchase.until === 'shipped') return;
  if ((await status()) === 'pendingreceipt') await inOne(buyer, (ctx) => receiveOrder(ctx, { id }));
  if (purchase.until === 'commented') await commentOnce(inOne, { purchase, buyer, order });
}

type Ctx = { tx: Tx; actor: MemberActor; onPosted: typeof announcePosted };

/** The comment and the shop's answer in one transaction: a start that is killed finds both or none. */
async function commentOnce(
  inOne: (actor: MemberActor, act: (ctx: Ctx) => Promise<void>) => Promise<void>,
  { purchase, buyer, order }: Step,
): Promise<void> {
  const { stars = 5, text = '', answer } = purchase;
  await inOne(buyer, async (ctx) => {
    const [line] = (await findLines(ctx.tx, [order.id])).get(order.id) ?? [];
    if (!line || line.commented) return;
    const { id } = await commentOnGoods(ctx, { orderid: order.id, lineid: line.id, stars, text });
    if (answer !== undefined)
      await answerComment({ ...ctx, actor: actorOf(order.seller_id) }, { id, text: answer });
  });
}
