import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { checkOrderText, normaliseOrderText } from '@openmere/core/mall/order-rules.ts';
import type { commentAnswer, shopComments } from '@openmere/core/mall/shop-desk-contract.ts';
import { businessNow } from '../../platform/business-clock.ts';
import { readPage } from '../../platform/cursor.ts';
import { showComments } from '../goods/comment.ts';
import { getOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';
import { listShopComments, putAnswer } from './shop-comment-store.ts';
import type { ShopComment } from './shop-comment-store.ts';

/** Goods/ShopComments. Refusal: noshop. */
export async function listOwnComments(
  ctx: OwnerCtx,
  input: CallParsed<typeof shopComments>,
): Promise<CallResult<typeof shopComments>> {
  const { id: shopId } = await getOwnShop(ctx);
  const { unanswered = '' } = input;
  const filter = { shopId, isUnanswered: unanswered === '1' };
  return readPage(
    { ...input, list: `shop comments ${shopId} ${unanswered}` },
    (before, limit) => listShopComments(ctx.tx, { ...filter, before, limit }, ctx.actor.from.locale),
    ({ id }) => id,
    (rows) => showShopComments(ctx, rows),
  );
}

/** Goods/CommentAnswer. Refusals in order: noshop, nocomment (also on another shop’s goods, or hidden), answered, badtext. */
export async function answerComment(
  ctx: OwnerCtx,
  { id, text }: CallParsed<typeof commentAnswer>,
): Promise<CallResult<typeof commentAnswer>> {
  const { tx, actor } = ctx;
  const { id: shopId } = await getOwnShop(ctx);
  const find = () => listShopComments(tx, { shopId, id, limit: 1 }, actor.from.locale);
  const [comment] = await find();
  if (!comment) throw new Refusal('mall.nocomment');
  if (comment.answer !== null) throw new Refusal('mall.answered');
  const body = normaliseOrderText(text);
  refuse(checkOrderText(body, 1));
  if (!(await putAnswer(tx, id, { text: body, at: await businessNow(tx) })))
    throw new Refusal('mall.answered');
  const [shown] = await showShopComments(ctx, await find());
  assert(shown, 'a comment that was answered is there');
  return shown;
}

async function showShopComments(
  ctx: Pick<OwnerCtx, 'tx'>,
  rows: readonly ShopComment[],
): Promise<CallResult<typeof shopComments>['list']> {
  const shown = await showComments(ctx, rows);
  return rows.flatMap(({ goodsId, goodsName, picurl }, index) => {
    const comment = shown[index];
    return comment ? [{ ...comment, goods: { id: goodsId, name: goodsName, picurl } }] : [];
  });
}
