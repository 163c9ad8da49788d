import type { Locale } from '@openmere/core/kit/language.ts';
import type { Ctx } from '../../platform/context.ts';
import { cleanContent } from '../../platform/html/clean-content.ts';
import { newId } from '../../platform/ids.ts';
import { insertGoods, putSkus, putTexts } from './goods-write-store.ts';
import type { GoodsText, SkuDraft } from './goods-write-store.ts';
import { indexGoods } from './index-goods.ts';
import { putFacets, refreshOffers } from './offer-store.ts';
import { listTypeLine } from './type-store.ts';
import { keepTree } from './type-tree-store.ts';

export type GoodsDraft = {
  shopId: string;
  typeId: string;
  coinId: string;
  pictures: readonly string[];
  texts: Partial<Record<Locale, GoodsText>>;
  skus: readonly (Omit<SkuDraft, 'id'> & { id?: string })[];
  state?: 'forsale' | 'withdrawn';
};

/** Puts a goods with its variants on offer; its HTML is cleaned. @returns its id. */
export async function createGoods({ tx }: Pick<Ctx, 'tx'>, draft: GoodsDraft): Promise<string> {
  const { shopId, typeId, coinId, pictures, skus, state = 'forsale' } = draft;
  const texts = cleanTexts(draft.texts);
  await keepTree(tx);
  const id = newId('gds');
  await insertGoods(tx, {
    id,
    shop_id: shopId,
    type_id: typeId,
    coin_id: coinId,
    pictures: [...pictures],
    state,
  });
  await putTexts(tx, id, texts);
  await putSkus(
    tx,
    id,
    skus.map((sku) => ({ ...sku, id: sku.id ?? newId('sku') })),
  );
  await indexGoods({ tx }, { id, texts, skus });
  const line = await listTypeLine(tx, typeId);
  await refreshOffers(tx, [id], () => putFacets(tx, id, [...line.map((type) => type.id), shopId]));
  return id;
}

function cleanTexts(texts: GoodsDraft['texts']): GoodsDraft['texts'] {
  const entries = Object.entries(texts).map(([locale, { name, content }]) => [
    locale,
    { name, content: cleanContent(content) },
  ]);
  return Object.fromEntries(entries) as GoodsDraft['texts'];
}
