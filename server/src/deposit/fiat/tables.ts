import type { FiatLineState, FiatState } from '@openmere/core/deposit/fiat/state.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;
type Made = ColumnType<Date, Date | undefined, never>;

export type FiatRateTable = {
  id: Fixed<string>;
  currency: Fixed<string>;
  /** Units of the currency for one USDT, 18 places. */
  price_e18: Fixed<bigint>;
  spread_bps: Fixed<number>;
  made_at: Made;
  operator_id: Fixed<string | null>;
  second_id: Fixed<string | null>;
};

export type FiatBankTable = {
  id: Fixed<string>;
  currency: string;
  name: string;
  holder: string;
  account: string;
  bic: string;
  open: boolean;
  changed_at: ColumnType<Date, Date, Date>;
  maker_id: string | null;
  checker_id: string | null;
};

export type FiatOrderTable = {
  id: Fixed<string>;
  member_id: Fixed<string>;
  family_id: Fixed<string>;
  request_id: Fixed<string>;
  request_hash: Fixed<string>;
  bank_id: Fixed<string>;
  bank_name: Fixed<string>;
  holder: Fixed<string>;
  account: Fixed<string>;
  bic: Fixed<string>;
  currency: Fixed<string>;
  decimals: Fixed<number>;
  /** Smallest units of the currency; base units of USDT. */
  amount: Fixed<bigint>;
  usdt: Fixed<bigint>;
  rate_id: Fixed<string>;
  price_e18: Fixed<bigint>;
  spread_bps: Fixed<number>;
  payer: Fixed<string>;
  reference: Fixed<string>;
  status: ColumnType<FiatState, never, FiatState>;
  late: ColumnType<boolean, never, boolean>;
  made_at: Fixed<Date>;
  expires_at: Fixed<Date>;
  reason: ColumnType<string, never, string>;
  ended_at: ColumnType<Date | null, never, Date | null>;
};

export type FiatLineTable = {
  id: Fixed<string>;
  bank_id: Fixed<string>;
  fingerprint: Fixed<string>;
  import_id: Fixed<string>;
  day: Fixed<string>;
  currency: Fixed<string>;
  decimals: Fixed<number>;
  amount: Fixed<bigint>;
  bank_ref: Fixed<string>;
  name: Fixed<string>;
  account: Fixed<string>;
  text: Fixed<string>;
  status: ColumnType<FiatLineState, never, FiatLineState>;
  order_id: ColumnType<string | null, never, string | null>;
  member_id: ColumnType<string | null, never, string | null>;
  suspended: ColumnType<bigint | null, never, bigint>;
  note: ColumnType<string, never, string>;
  imported_at: Made;
  ended_at: ColumnType<Date | null, never, Date>;
};

export type FiatImportTable = {
  id: Fixed<string>;
  bank_id: Fixed<string>;
  hash: Fixed<string>;
  format: Fixed<'csv' | 'camt'>;
  lines: Fixed<number>;
  fresh: Fixed<number>;
  operator_id: Fixed<string>;
  made_at: Made;
};

export type FiatCreditTable = {
  line_id: Fixed<string>;
  order_id: Fixed<string>;
  usdt: Fixed<bigint>;
  maker_id: Fixed<string>;
  checker_id: Fixed<string>;
  made_at: Made;
};

export type FiatTakenBackTable = {
  line_id: Fixed<string>;
  bank_id: Fixed<string>;
  fingerprint: Fixed<string>;
  import_id: Fixed<string>;
  day: Fixed<string>;
  bank_ref: Fixed<string>;
  text: Fixed<string>;
};

export type FiatLossTable = {
  line_id: Fixed<string>;
  usdt: Fixed<bigint>;
  how: Fixed<string>;
  maker_id: Fixed<string>;
  checker_id: Fixed<string>;
  booked_at: Made;
};

declare module '../../platform/db/schema.ts' {
  interface Schema {
    fiat_currency: { code: Fixed<string>; decimals: Generated<number> };
    fiat_rate: FiatRateTable;
    fiat_bank: FiatBankTable;
    fiat_order: FiatOrderTable;
    fiat_line: FiatLineTable;
    fiat_import: FiatImportTable;
    fiat_credit: FiatCreditTable;
    fiat_takenback: FiatTakenBackTable;
    fiat_loss: FiatLossTable;
  }
}

export type FiatRateRow = Selectable<FiatRateTable>;
export type FiatBankRow = Selectable<FiatBankTable>;
export type FiatOrderRow = Selectable<FiatOrderTable>;
export type FiatLineRow = Selectable<FiatLineTable>;
export type FiatTakenBackRow = Selectable<FiatTakenBackTable>;
