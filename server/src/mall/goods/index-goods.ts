import type { Locale } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type { Ctx } from '../../platform/context.ts';
import { textOfContent } from '../../platform/html/clean-content.ts';
import type { GoodsText } from './goods-write-store.ts';
import { putSearch } from './search-store.ts';

/** So much of a text is searched. */
const SEARCHED_LENGTH = 300;

export type SearchedGoods = {
  id: string;
  texts: Partial<Record<Locale, GoodsText>>;
  skus: readonly { name: Texts }[];
};

/** Lets a goods be found by its names, those of its variants, and the beginnings of its texts, whenever these are written. */
export async function indexGoods(ctx: Pick<Ctx, 'tx'>, goods: SearchedGoods): Promise<void> {
  const texts = Object.values(goods.texts);
  await putSearch(ctx.tx, goods.id, {
    names: [...texts.map((text) => text.name), ...goods.skus.flatMap((sku) => Object.values(sku.name))],
    texts: texts.map((text) => textOfContent(text.content).slice(0, SEARCHED_LENGTH)),
  });
}
