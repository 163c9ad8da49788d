import type { EntryData } from '@openmere/core/ledger/entry.ts';
import type { ColumnType, Generated } from 'kysely';

/** Read only: the app role may not write here, and nobody may change a journal row (0002-ledger.sql). */
type Fixed<T> = ColumnType<T, never, never>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    'ledger.account': {
      id: Generated<number>;
      name: Fixed<string>;
      asset: Fixed<string>;
      may_be_negative: Fixed<boolean>;
      balance: Fixed<bigint>;
      last_row: Fixed<bigint>;
    };
    'ledger.kind': { id: Generated<number>; name: Fixed<string> };
    'ledger.journal': {
      id: Fixed<bigint>;
      source_previous: Fixed<bigint>;
      destination_previous: Fixed<bigint>;
      source: Fixed<number>;
      destination: Fixed<number>;
      line: Fixed<number>;
      kind: Fixed<number | null>;
      key: Fixed<string | null>;
      input: Fixed<string | null>;
      amount: Fixed<bigint>;
      source_balance: Fixed<bigint>;
      destination_balance: Fixed<bigint>;
      actor: Fixed<string | null>;
      reference: Fixed<string | null>;
      data: Fixed<EntryData | null>;
    };
    'ledger.batch': {
      id: Fixed<bigint>;
      lane: Fixed<number>;
      rows: Fixed<number>;
      previous: Fixed<bigint>;
      time: Fixed<Date>;
      hash: Fixed<Buffer>;
      format: Fixed<number>;
    };
    'ledger.lane': { id: Fixed<number>; batch: Fixed<bigint>; hash: Fixed<Buffer> };
    'ledger.outbound_lock': { family: Fixed<string>; locked_until: Fixed<Date> };
    'ledger.halt': { id: Fixed<bigint>; kind: Fixed<string>; reason: Fixed<string>; since: Fixed<Date> };
  }
}
