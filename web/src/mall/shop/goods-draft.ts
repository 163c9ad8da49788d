import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import type { Locale } from '@openmere/core/kit/language.ts';

export type Names = Partial<Record<Locale, string>>;
/** `key` names a variant while it is edited; `id` where the server knows it. */
export type SkuDraft = {
  key: string;
  id?: string;
  names: Names;
  price: string;
  obl: string;
  stock: string;
  /** Set by other ways than this form, which keeps it. */
  picurl?: string;
};
export type Draft = {
  /** "": not chosen yet. */
  typeid: string;
  coinid: 'USDT' | 'USDO';
  names: Names;
  contents: Names;
  pictures: readonly string[];
  skus: readonly SkuDraft[];
  isForSale: boolean;
};

export const newSku = (): SkuDraft => ({
  key: crypto.randomUUID(),
  names: {},
  price: '',
  obl: '',
  stock: '',
});

export const emptyDraft = (): Draft => ({
  typeid: '',
  coinid: 'USDT',
  names: {},
  contents: {},
  pictures: [],
  skus: [newSku()],
  isForSale: true,
});

export function draftOf(goods: OutputOf<'Goods/ShopGoodsFirst'>): Draft {
  return {
    typeid: goods.typeid,
    coinid: goods.coinid,
    names: goods.names,
    contents: goods.contents,
    pictures: goods.pictures,
    skus: goods.skus.map(({ id, names, price, obl, stock, picurl }) => ({
      key: id,
      id,
      names,
      price,
      obl: obl === '0' ? '' : obl,
      stock: String(stock),
      picurl,
    })),
    isForSale: goods.state === 'forsale',
  };
}

type Saved = InputOf<'Goods/ShopGoodsSave'>;

/** As the server takes it. */
export function inputOf(draft: Draft, known: Pick<Saved, 'requestId' | 'id' | 'version'>): Saved {
  return {
    ...known,
    typeid: draft.typeid,
    coinid: draft.coinid,
    names: draft.names,
    contents: draft.contents,
    pictures: [...draft.pictures],
    skus: draft.skus.map(({ id, names, price, obl, stock, picurl = '' }) => ({
      ...(id === undefined ? { stock: Number(stock === '' ? '0' : stock) } : { id }),
      names,
      price,
      obl: obl === '' ? '0' : obl,
      ...(picurl === '' ? {} : { picurl }),
    })),
    state: draft.isForSale ? 'forsale' : 'withdrawn',
  };
}
