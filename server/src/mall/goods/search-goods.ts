import type { Ctx } from '../../platform/context.ts';
import type { FoundGoods } from './goods-list-store.ts';
import { findAlike, findByWords, prepareSearch } from './search-store.ts';
import type { SearchAsk } from './search-store.ts';
import type { PageSlice } from './type-store.ts';

/** With fewer found by their names, texts and names that are alike are looked through, too. */
const FEW = 5;

/** Goods by words: those that have all of them in their names; where these are few, those in whose texts they stand, and look-alikes. */
export async function searchGoods(
  ctx: Pick<Ctx, 'tx'>,
  ask: SearchAsk & { slice: PageSlice },
): Promise<FoundGoods> {
  const { tx } = ctx;
  await prepareSearch(tx, ask.search);
  let found = await findByWords(tx, ask, 'names');
  if (found.length < FEW) found = join(found, await findByWords(tx, ask, 'words'));
  if (found.length < FEW) found = join(found, await findAlike(tx, ask));
  const { offset, limit } = ask.slice;
  return { ids: found.slice(offset, offset + limit), total: found.length };
}

function join(first: readonly string[], then: readonly string[]): string[] {
  return [...new Set([...first, ...then])];
}
