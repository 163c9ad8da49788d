import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { comment, commentByGoods, GoodsComment } from '@openmere/core/mall/goods-contract.ts';
import { checkOrderText, normaliseOrderText } from '@openmere/core/mall/order-rules.ts';
import { COMMENT_DAYS } from '@openmere/core/mall/rating.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { listFaces } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx, ReadCtx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { newId } from '../../platform/ids.ts';
import { findCompletedLine, lockOrder, markCommented } from '../order/order-store.ts';
import { checkPictures } from '../shop/check-picture.ts';
import { insertComment, listComments } from './comment-store.ts';
import type { Comment } from './comment-store.ts';
import type { ReaderCtx } from './list-goods.ts';

const DAY_MS = 86_400_000;

/**
 * Goods/Comment/Comment: once for each line of a completed order. Refusals in order: noorder, commented, commentlate, badtext,
 * badpicture.
 */
export async function commentOnGoods(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof comment>,
): Promise<CallResult<typeof comment>> {
  const { tx, actor } = ctx;
  const { orderid, lineid, stars, pictures = [] } = input;
  await lockOrder(tx, orderid);
  const line = await findCompletedLine(tx, { memberId: actor.id, orderId: orderid, lineId: lineid });
  if (!line) throw new Refusal('mall.noorder');
  if (line.commented) throw new Refusal('mall.commented');
  const age = (await businessNow(tx)).getTime() - (line.completed_at?.getTime() ?? 0);
  if (age > COMMENT_DAYS * DAY_MS) throw new Refusal('mall.commentlate', { days: COMMENT_DAYS });
  const body = normaliseOrderText(input.text);
  const bad = checkOrderText(body, 1);
  if (bad) throw bad;
  await checkPictures({ tx, memberId: actor.id }, pictures);
  if (!(await markCommented(tx, { orderId: orderid, lineId: lineid }))) throw new Refusal('mall.commented');
  const made = await insertComment(tx, {
    id: newId('cmt'),
    goods_id: line.goods_id,
    member_id: actor.id,
    line_id: lineid,
    sku_name: line.sku_name,
    stars,
    body,
    pictures,
  });
  const [shown] = made ? await showComments({ tx }, [made]) : [];
  if (!shown) throw new Refusal('mall.noorder');
  return shown;
}

/** Goods/CommentByGoods: of a goods that is not there there are none. */
export async function listCommentsOf(
  ctx: ReaderCtx,
  input: CallParsed<typeof commentByGoods>,
): Promise<CallResult<typeof commentByGoods>> {
  return readPage(
    { ...input, list: `comments ${input.goodsid}` },
    (before, limit) => listComments(ctx.tx, input.goodsid, { before, limit }),
    ({ id }) => id,
    (rows) => showComments(ctx, rows),
  );
}

/** With who wrote them, masked. */
export async function showComments({ tx }: ReadCtx, comments: readonly Comment[]): Promise<GoodsComment[]> {
  const faces = await listFaces(
    tx,
    comments.map((one) => one.memberId),
  );
  return comments.map((one) => {
    const { nickname = '', avatar = '' } = faces.get(one.memberId) ?? {};
    const { answer, answeredAt } = one;
    return {
      id: one.id,
      time: one.at.toISOString(),
      nickname: maskNickname(nickname),
      avatar,
      stars: one.stars,
      text: one.body,
      pictures: one.pictures,
      sku: one.skuName,
      answer:
        answer !== null && answeredAt !== null ? { time: answeredAt.toISOString(), text: answer } : null,
    };
  });
}
