import type { Locale } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type { Generated } from 'kysely';

export type GoodsTypeTable = {
  id: string;
  pid: string | null;
  positions: Generated<number>;
  sort: Generated<number>;
  picurl: Generated<string>;
  names: Texts;
  goods: Generated<number>;
};

export type GoodsTable = {
  id: string;
  shop_id: string;
  type_id: string;
  coin_id: string;
  state: Generated<'forsale' | 'withdrawn'>;
  hidden_reason: string | null;
  hidden_by: string | null;
  hidden_at: Date | null;
  shop_open: Generated<boolean>;
  pictures: Generated<string[]>;
  skus: Generated<number>;
  /** Base units of its coin. */
  price_min: Generated<bigint>;
  price_max: Generated<bigint>;
  obl: Generated<bigint>;
  in_stock: Generated<boolean>;
  listed: Generated<boolean>;
  facets: Generated<string[]>;
  sold: Generated<bigint>;
  version: Generated<number>;
  /** Of comments that are shown. */
  comments: Generated<number>;
  stars: Generated<bigint>;
  created_at: Generated<Date>;
};

export type GoodsTextTable = { goods_id: string; locale: Locale; name: string; content: Generated<string> };

export type GoodsSkuTable = {
  id: string;
  goods_id: string;
  sort: Generated<number>;
  name: Generated<Texts>;
  price: bigint;
  obl: Generated<bigint>;
  stock: number;
  state: Generated<'forsale' | 'withdrawn'>;
  picurl: Generated<string>;
};

export type GoodsListingTable = {
  scope: string;
  goods_id: string;
  created_at: Date;
  price_min: bigint;
  sold: bigint;
  in_stock: boolean;
};

export type GoodsSearchTable = { goods_id: string; names: string; words: string; spelled: string };

export type GoodsCollectTable = { member_id: string; goods_id: string; collected_at: Generated<Date> };

export type GoodsCommentTable = {
  id: string;
  goods_id: string;
  member_id: string;
  line_id: string;
  /** Whose goods it is about. */
  shop_id: string | null;
  sku_name: string;
  stars: number;
  body: string;
  pictures: string[];
  hidden_reason: string | null;
  hidden_by: string | null;
  hidden_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
  created_at: Generated<Date>;
};

declare module '../../platform/db/schema.ts' {
  interface Schema {
    goods_type: GoodsTypeTable;
    goods: GoodsTable;
    goods_collect: GoodsCollectTable;
    goods_comment: GoodsCommentTable;
    goods_listing: GoodsListingTable;
    goods_search: GoodsSearchTable;
    goods_text: GoodsTextTable;
    goods_sku: GoodsSkuTable;
  }
}
