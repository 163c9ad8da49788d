import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { COLLECTED_MAX } from '@openmere/core/mall/goods-contract.ts';
import type {
  collectGoods,
  collectGoodsDel,
  getMyGoodsCollect,
  isCollect,
} from '@openmere/core/mall/goods-contract.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import {
  countCollected,
  deleteCollected,
  insertCollected,
  isCollected,
  isGoods,
  listCollected,
  lockCollection,
} from './collect-store.ts';
import { readRows } from './goods-list-store.ts';
import { showGoods } from './list-goods.ts';

type CollectorCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Goods/CollectGoods. Refusals in order: nogoods, manycollected. */
export async function collect(ctx: CollectorCtx, input: CallParsed<typeof collectGoods>): Promise<void> {
  const { tx, actor } = ctx;
  if (!(await isGoods(tx, input.goodsid))) throw new Refusal('mall.nogoods');
  await lockCollection(tx, actor.id);
  if (await isCollected(tx, actor.id, input.goodsid)) return;
  if ((await countCollected(tx, actor.id)) >= COLLECTED_MAX)
    throw new Refusal('mall.manycollected', { most: COLLECTED_MAX });
  await insertCollected(tx, actor.id, input.goodsid);
}

/** Goods/CollectGoods_Del: what is not there is gone already. */
export async function dropCollected(
  ctx: CollectorCtx,
  input: CallParsed<typeof collectGoodsDel>,
): Promise<void> {
  await deleteCollected(ctx.tx, ctx.actor.id, input.goodsids);
}

export async function checkCollected(
  ctx: CollectorCtx,
  input: CallParsed<typeof isCollect>,
): Promise<CallResult<typeof isCollect>> {
  return { collected: await isCollected(ctx.tx, ctx.actor.id, input.goodsid) };
}

/** Goods/getMyGoodsCollect. */
export async function listCollection(
  ctx: CollectorCtx,
  input: CallParsed<typeof getMyGoodsCollect>,
): Promise<CallResult<typeof getMyGoodsCollect>> {
  const { tx, actor } = ctx;
  const page = await readPage(
    { ...input, list: `collected ${actor.id}` },
    (after: { at: string; id: string } | undefined, limit) => listCollected(tx, actor.id, { after, limit }),
    ({ at, id }) => ({ at: at.toISOString(), id }),
  );
  const shown = await readRows(
    tx,
    page.list.map((row) => row.id),
    actor.from.locale,
  );
  const goods = new Map(shown.map((row) => [row.id, row]));
  const list = page.list.flatMap((row) => {
    const one = goods.get(row.id);
    return one ? [{ ...showGoods(one), collected: row.at.toISOString() }] : [];
  });
  return { ...page, list };
}
