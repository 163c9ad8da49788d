import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { noticeChoices, noticeChoose } from '@openmere/core/news/contract.ts';
import { noticeKinds } from '@openmere/core/news/kinds.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { listUnwanted, putChoice } from './choice-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Ctrls/NoticeChoices. */
export async function listMyChoices(ctx: MemberCtx): Promise<CallResult<typeof noticeChoices>> {
  const { tx, actor } = ctx;
  const unwanted = (await listUnwanted(tx, [actor.id])).get(actor.id);
  const list = noticeKinds.map((kind) => ({
    kind,
    mail: !unwanted?.mail.has(kind),
    push: !unwanted?.push.has(kind),
  }));
  return { list, total: list.length };
}

/** Ctrls/NoticeChoose. */
export async function chooseNotices(
  ctx: MemberCtx,
  { kind, mail, push }: CallParsed<typeof noticeChoose>,
): Promise<void> {
  const { tx, actor } = ctx;
  await putChoice(tx, {
    memberId: actor.id,
    kind,
    ...(mail === undefined ? {} : { mail: mail === '1' }),
    ...(push === undefined ? {} : { push: push === '1' }),
  });
}
