import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { adminGoodsCommentHide, adminGoodsComments } from '@openmere/core/mall/console-look-contract.ts';
import { checkReason } from '@openmere/core/mall/shop.ts';
import { listNicknames } from '../../member/store.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { toNotice } from '../../platform/notices.ts';
import { listForConsole, lockComment, setCommentHidden } from './console-comment-store.ts';
import type { CommentOfConsole } from './console-comment-store.ts';
import { readHiders } from './hide-goods.ts';

const PAGE_SIZE = 50;
type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;

/** Admin/GoodsComments, newest first. */
export async function listCommentsForConsole(
  ctx: OperatorCtx,
  input: CallParsed<typeof adminGoodsComments>,
): Promise<CallResult<typeof adminGoodsComments>> {
  const { goodsid: goodsId, hidden = '0' } = input;
  const filter = { goodsId, isHidden: hidden === '1' };
  return readPage(
    { ...input, list: `console comments ${goodsId ?? ''} ${hidden}`, size: PAGE_SIZE },
    (before, limit) => listForConsole(ctx.tx, { ...filter, before, limit }, ctx.actor.from.locale),
    ({ id }) => id,
    (rows) => showComments(ctx, rows),
  );
}

/** Admin/GoodsCommentHide. Refusals in order: nocomment, needreason, samestate. Who wrote it is told. */
export async function hideComment(
  ctx: OperatorCtx,
  { id, hide, reason }: CallParsed<typeof adminGoodsCommentHide>,
): Promise<CallResult<typeof adminGoodsCommentHide>> {
  const { tx, actor } = ctx;
  const comment = await lockComment(tx, id);
  if (!comment) throw new Refusal('mall.nocomment');
  refuse(checkReason(reason));
  const isHidden = hide === '1';
  if (comment.isHidden === isHidden) throw new Refusal('mall.samestate');
  const at = await businessNow(tx);
  await setCommentHidden(tx, id, isHidden ? { reason, by: actor.id, at } : undefined);
  const [shown] = await showComments(ctx, await listForConsole(tx, { id, limit: 1 }, actor.from.locale));
  assert(shown, 'a comment that was locked is there');
  await toNotice(tx, {
    memberId: shown.by.userid,
    template: isHidden ? 'mall.notice.commenthidden' : 'mall.notice.commentshown',
    params: { name: shown.goods.name, reason },
    link: `/pages/mall/goods?id=${shown.goods.id}`,
  });
  await recordAudit(tx, actor, {
    action: isHidden ? 'comment.hide' : 'comment.show',
    subject: id,
    detail: { reason, goods: shown.goods.id, member: shown.by.userid },
  });
  return shown;
}

async function showComments(
  { tx }: Pick<Ctx, 'tx'>,
  rows: readonly CommentOfConsole[],
): Promise<CallOutput<typeof adminGoodsComments>[]> {
  const nicknames = await listNicknames(
    tx,
    rows.map(({ memberId }) => memberId),
  );
  const hiddenOf = await readHiders({ tx }, rows);
  return rows.map((row) => ({
    id: row.id,
    time: row.at.toISOString(),
    goods: { id: row.goodsId, name: row.goodsName },
    by: { userid: row.memberId, nickname: nicknames.get(row.memberId) ?? '' },
    stars: row.stars,
    text: row.body,
    pictures: row.pictures,
    answer: row.answer ?? '',
    hidden: hiddenOf(row),
  }));
}
