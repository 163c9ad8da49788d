import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import type { getGoodsTypePage, goodsTypeFirst } from '@openmere/core/mall/goods-contract.ts';
import type { ReaderCtx } from './list-goods.ts';
import { sliceOf } from './page-slice.ts';
import { listTypeLine, listTypesBelow } from './type-store.ts';
import type { GoodsType } from './type-store.ts';

/** Goods/GetGoodsTypePage, in the order that operators gave them. */
export async function listTypes(
  ctx: ReaderCtx,
  input: CallParsed<typeof getGoodsTypePage>,
): Promise<CallResult<typeof getGoodsTypePage>> {
  const { tx, actor } = ctx;
  const { pid = '0' } = input;
  const { rows, total } = await listTypesBelow(tx, pid === '0' ? null : pid, sliceOf(input));
  return { list: rows.map((row) => showType(row, actor.from.locale)), total };
}

/** Goods/GoodsTypeFirst. Refuses `mall.notype`. */
export async function getType(
  ctx: ReaderCtx,
  input: CallParsed<typeof goodsTypeFirst>,
): Promise<CallResult<typeof goodsTypeFirst>> {
  const { tx, actor } = ctx;
  const line = await listTypeLine(tx, input.id);
  const type = line.at(-1);
  if (!type) throw new Refusal('mall.notype');
  const { locale } = actor.from;
  const above = line.slice(0, -1).map((one) => ({ id: one.id, name: textIn(one.names, locale) }));
  return { ...showType(type, locale), above };
}

function showType(type: GoodsType, locale: Locale) {
  const { id, pid, names, picurl, positions, goods } = type;
  return { id, pid: pid ?? '0', name: textIn(names, locale), picurl, positions, goods };
}
