import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type {
  adminGoodsTypeDel,
  adminGoodsTypes,
  adminGoodsTypeSave,
} from '@openmere/core/mall/console-goods-contract.ts';
import { checkType, checkTypeGoes, lineOf, listBranch } from '@openmere/core/mall/goods-type.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { insertType } from './goods-write-store.ts';
import { deleteType, lockTree, moveBranch, readTree, updateType } from './type-tree-store.ts';
import type { TreeType } from './type-tree-store.ts';

type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;
type Draft = Omit<CallParsed<typeof adminGoodsTypeSave>, 'id'>;

/** Admin/GoodsTypes. */
export async function listTypeTree({ tx }: Pick<Ctx, 'tx'>): Promise<CallResult<typeof adminGoodsTypes>> {
  return { list: (await readTree(tx)).map(showType) };
}

/** Admin/GoodsTypeSave. Refusals in order: notype, typename, typecycle, deeptype, manytypes, typetaken. */
export async function saveType(
  ctx: OperatorCtx,
  { id: asked, ...draft }: CallParsed<typeof adminGoodsTypeSave>,
): Promise<CallResult<typeof adminGoodsTypeSave>> {
  const { tx, actor } = ctx;
  await lockTree(tx);
  const before = await readTree(tx);
  const names = said(draft.names);
  refuse(checkType(before.map(inTree), { id: asked, pid: draft.pid, names }));
  const id = asked ?? newId('gty');
  const old = before.find((type) => type.id === asked);
  const written = { ...draft, names };
  if (old) await changeType(ctx, { tree: before, old }, written);
  else await insertType(tx, { ...rowOf(written), id });
  const changed = (await readTree(tx)).find((type) => type.id === id);
  assert(changed, 'a type that was written is there');
  await recordAudit(tx, actor, {
    action: old ? 'goodstype.change' : 'goodstype.add',
    subject: id,
    detail: { ...written, ...(old ? { before: detailOf(old) } : {}) },
  });
  return showType(changed);
}

async function changeType(
  { tx }: OperatorCtx,
  { tree, old }: { tree: readonly TreeType[]; old: TreeType },
  draft: Draft,
): Promise<void> {
  const { id } = old;
  const change = (): Promise<void> => updateType(tx, id, rowOf(draft));
  if ((old.pid ?? '0') === draft.pid) return change();
  const after = tree.map(inTree).map((one) => (one.id === id ? { ...one, pid: draft.pid } : one));
  const lines = listBranch(after, id).map((one) => lineOf(after, one));
  return moveBranch(tx, lines, change);
}

/** Admin/GoodsTypeDel. Refusals in order: notype, typehastypes, typehasgoods. */
export async function removeType(
  { tx, actor }: OperatorCtx,
  { id }: CallParsed<typeof adminGoodsTypeDel>,
): Promise<void> {
  await lockTree(tx);
  const type = (await readTree(tx)).find((one) => one.id === id);
  if (!type) throw new Refusal('mall.notype');
  refuse(checkTypeGoes(type));
  await deleteType(tx, id);
  await recordAudit(tx, actor, { action: 'goodstype.remove', subject: id, detail: detailOf(type) });
}

const inTree = ({ id, pid, names }: TreeType) => ({ id, pid: pid ?? '0', names });

function rowOf({ pid, names, positions, sort }: Draft) {
  return { pid: pid === '0' ? null : pid, names, positions, sort };
}

function detailOf({ pid, names, positions, sort }: TreeType): Record<string, unknown> {
  return { pid: pid ?? '0', names, positions, sort };
}

/** A language without a name is not there. */
function said(names: Texts): Texts {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
}

function showType(type: TreeType): CallOutput<typeof adminGoodsTypes> {
  const { id, pid, depth, names, picurl, positions, sort, goods, hasGoods, hasTypes } = type;
  return {
    id,
    pid: pid ?? '0',
    depth,
    names: said(names) as Record<string, string>,
    picurl,
    positions,
    sort,
    goods,
    empty: !hasGoods && !hasTypes,
  };
}
