import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import type { adminGoods, adminGoodsHide } from '@openmere/core/mall/console-look-contract.ts';
import { checkReason } from '@openmere/core/mall/shop.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import { findAccounts } from '../../operator/operator-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { announceShop, noticeShop } from '../shop/announce.ts';
import { findShops } from '../shop/shop-store.ts';
import { listGoodsIds, lockHidden, readForConsole, setHidden } from './console-goods-store.ts';
import type { HiddenBy } from './console-goods-store.ts';
import { refreshOffers } from './offer-store.ts';
import { prepareSearch } from './search-store.ts';

const PAGE_SIZE = 50;
type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;
type Row = CallOutput<typeof adminGoods>;

/** Admin/Goods, newest first. */
export async function listGoodsForConsole(
  ctx: OperatorCtx,
  input: CallParsed<typeof adminGoods>,
): Promise<CallResult<typeof adminGoods>> {
  const { search, shopid: shopId, hidden = '0' } = input;
  const filter = { search, shopId, isHidden: hidden === '1' };
  if (search !== undefined) await prepareSearch(ctx.tx, search);
  return readPage(
    { ...input, list: `console goods ${search ?? ''} ${shopId ?? ''} ${hidden}`, size: PAGE_SIZE },
    (before, limit) => listGoodsIds(ctx.tx, { ...filter, before, limit }),
    (id) => id,
    (rows) => showGoodsRows(ctx, rows),
  );
}

/**
 * Admin/GoodsHide: buyers see it as gone; orders that were placed go on. Refusals in order: nogoods, needreason, samestate. Its shop is told.
 */
export async function hideGoods(
  ctx: OperatorCtx,
  { id, hide, reason }: CallParsed<typeof adminGoodsHide>,
): Promise<CallResult<typeof adminGoodsHide>> {
  const { tx, actor } = ctx;
  const goods = await lockHidden(tx, id);
  if (!goods) throw new Refusal('mall.nogoods');
  refuse(checkReason(reason));
  const isHidden = hide === '1';
  if (goods.isHidden === isHidden) throw new Refusal('mall.samestate');
  const at = await businessNow(tx);
  const hiding = isHidden ? { reason, by: actor.id, at } : undefined;
  await refreshOffers(tx, [id], () => setHidden(tx, id, hiding));
  const [row] = await showGoodsRows(ctx, [id]);
  assert(row, 'a goods that was locked is there');
  await announceHidden(ctx, { shopId: goods.shopId, name: row.name, reason, isHidden });
  await recordAudit(tx, actor, {
    action: isHidden ? 'goods.hide' : 'goods.show',
    subject: id,
    detail: { reason, name: row.name, shop: goods.shopId },
  });
  return row;
}

async function announceHidden(
  { tx }: OperatorCtx,
  change: { shopId: string; name: string; reason: string; isHidden: boolean },
): Promise<void> {
  const { shopId, name, reason, isHidden } = change;
  const shop = (await findShops(tx, [shopId])).get(shopId);
  if (!shop) return;
  await announceShop(tx, shop.member_id, shop.state);
  await noticeShop(tx, shop.member_id, { decision: isHidden ? 'goodshidden' : 'goodsshown', name, reason });
}

async function showGoodsRows({ tx, actor }: OperatorCtx, ids: readonly string[]): Promise<Row[]> {
  const { locale } = actor.from;
  const rows = await readForConsole(tx, ids, locale);
  const shops = await findShops(
    tx,
    rows.map(({ shopId }) => shopId),
  );
  const hiddenOf = await readHiders({ tx }, rows);
  return rows.map((row) => ({
    id: row.id,
    time: row.createdAt.toISOString(),
    name: row.name,
    picurl: row.pictures[0] ?? '',
    shop: { id: row.shopId, name: shops.get(row.shopId)?.name ?? '' },
    type: textIn(row.typeNames, locale),
    coinid: row.coinId,
    price: formatAmount(row.price),
    pricemax: formatAmount(row.pricemax),
    stock: row.stock,
    sold: Number(row.sold),
    state: row.state,
    hidden: hiddenOf(row),
  }));
}

/** By whom, when and why each of these is hidden. */
export async function readHiders(
  { tx }: Pick<Ctx, 'tx'>,
  rows: readonly HiddenBy[],
): Promise<(row: HiddenBy) => Row['hidden']> {
  const accounts = await findAccounts(
    tx,
    rows.flatMap((row) => row.hiddenBy ?? []),
  );
  return ({ hiddenReason, hiddenBy, hiddenAt }) =>
    hiddenReason === null
      ? null
      : {
          by: accounts.get(hiddenBy ?? '') ?? '',
          time: (hiddenAt ?? new Date(0)).toISOString(),
          reason: hiddenReason,
        };
}
