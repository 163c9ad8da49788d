import { createHash } from 'node:crypto';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import type { shopGoodsImport } from '@openmere/core/mall/own-goods-contract.ts';
import type { DbCtx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { cleanContent } from '../../platform/html/clean-content.ts';
import { listUploadsOf } from '../../setting/upload-store.ts';
import { createGoods } from '../goods/create-goods.ts';
import { keepTree } from '../goods/type-tree-store.ts';
import { checkRows } from './check-rows.ts';
import type { ImportedGoods, Known } from './check-rows.ts';
import { hasRoomFor, keepImport, listAllTypes } from './own-goods-store.ts';
import { checkMayTrade, lockOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';
import { readCsv } from './read-csv.ts';
import type { CsvFile } from './read-csv.ts';

/** In a transaction of its own: an upload comes without one. */
export function importFile(
  ctx: Pick<OwnerCtx, 'actor'> & DbCtx,
  input: Input,
): Promise<CallResult<typeof shopGoodsImport>> {
  return inTransaction(ctx.db, (tx) => importGoods({ tx, actor: ctx.actor }, input));
}

type Input = CallParsed<typeof shopGoodsImport> & { bytes: Buffer };
const PROBLEMS_SHOWN = 100;

/**
 * Goods/ShopGoodsImport: a dry run, or with its hash all of it in one transaction. Refusals in order: noshop, barred, bigfile, badfile,
 * importchanged (another file than was looked at), importproblems, imported (its goods are made already), manygoods.
 */
export async function importGoods(
  ctx: OwnerCtx,
  { bytes, confirm }: Input,
): Promise<CallResult<typeof shopGoodsImport>> {
  const { tx } = ctx;
  const shop = await lockOwnShop(ctx);
  await checkMayTrade(ctx);
  await keepTree(tx);
  if (bytes.length > goodsLimits.fileBytes)
    throw new Refusal('mall.bigfile', { kb: goodsLimits.fileBytes / 1024 });
  const file = readCsv(bytes);
  const hash = createHash('sha256').update(shop.id).update(bytes).digest('hex');
  const { goods, problems } = checkRows(file, await findKnown(ctx, file));
  if (confirm !== undefined) {
    if (confirm !== hash) throw new Refusal('mall.importchanged');
    if (problems.length > 0) throw new Refusal('mall.importproblems', { count: problems.length });
    if (!(await keepImport(tx, shop.id, { hash, goods: goods.length }))) throw new Refusal('mall.imported');
  }
  if (!(await hasRoomFor(tx, shop.id, goods.length)))
    throw new Refusal('mall.manygoods', { max: goodsLimits.goods });
  if (confirm !== undefined) for (const one of goods) await makeImported(tx, shop.id, one);
  return {
    hash,
    rows: file.rows.length,
    goods: goods.length,
    variants: goods.reduce((sum, { skus }) => sum + skus.length, 0),
    withoutpicture: goods.filter(({ pictures }) => pictures.length === 0).length,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    moreproblems: problems.length > PROBLEMS_SHOWN,
    done: confirm !== undefined,
  };
}

/** Types by id, and by their whole name in any language ("Home / Kitchen"); pictures that the owner uploaded. */
async function findKnown({ tx, actor }: OwnerCtx, file: CsvFile): Promise<Known> {
  const types = new Map<string, string>();
  for (const { id, line } of await listAllTypes(tx)) {
    types.set(id, id);
    const last = line.at(-1) ?? {};
    for (const locale of Object.keys(last) as (keyof typeof last)[]) {
      const parts = line.map((names) => names[locale] ?? '');
      for (const between of ['/', ' / ', '>', ' > ', ' › ']) types.set(parts.join(between).toLowerCase(), id);
    }
  }
  const at = file.head.indexOf('pictures');
  const wanted = file.rows.flatMap(({ cells }) =>
    (cells[at] ?? '').split(/\s+/).filter((one) => one.startsWith('/files/')),
  );
  const names = wanted.map((one) => one.slice('/files/'.length));
  const own = await listUploadsOf(tx, names, actor.id);
  return { types, pictures: new Set([...own].map((name) => `/files/${name}`)) };
}

async function makeImported(tx: Tx, shopId: string, goods: ImportedGoods): Promise<void> {
  const { texts, pictures, ...draft } = goods;
  const cleaned = Object.entries(texts).map(
    ([locale, { name, content }]) => [locale, { name, content: cleanContent(content) }] as const,
  );
  await createGoods(
    { tx },
    {
      ...draft,
      shopId,
      pictures,
      texts: Object.fromEntries(cleaned),
      // Buyers are shown a picture: without one it waits for its shop.
      state: pictures.length === 0 ? 'withdrawn' : 'forsale',
    },
  );
}
