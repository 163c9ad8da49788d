import type { ShopKind } from '@openmere/core/mall/shop.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Stamp = ColumnType<Date, never, never>;

export type ShopTable = {
  id: string;
  member_id: string;
  name: string;
  name_key: string;
  logo: Generated<string>;
  kind: ShopKind;
  about: Generated<string>;
  open: Generated<boolean>;
  state: Generated<'approved' | 'suspended'>;
  reason: Generated<string>;
  created_at: Stamp;
};

export type ShopApplicationTable = {
  id: string;
  member_id: string;
  name: string;
  name_key: string;
  logo: string;
  kind: ShopKind;
  /** Sealed with the field key. */
  contact: string;
  about: string;
  state: Generated<'pending' | 'approved' | 'rejected'>;
  made_at: Stamp;
  operator_id: Generated<string | null>;
  decided_at: Generated<Date | null>;
  reason: Generated<string>;
};

declare module '../../platform/db/schema.ts' {
  interface Schema {
    shop: ShopTable;
    shop_application: ShopApplicationTable;
  }
}

export type ShopRow = Selectable<ShopTable>;
export type ApplicationRow = Selectable<ShopApplicationTable>;
