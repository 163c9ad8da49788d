import type { OperatorRole } from '@openmere/core/kit/call.ts';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

type Stamp = ColumnType<Date, never, never>;
/** Set by the database. */
type Made<T> = ColumnType<T, T | undefined, never>;

export type OperatorTable = {
  id: string;
  account: string;
  role: OperatorRole;
  password_hash: string;
  totp_secret: string;
  totp_step: Generated<bigint>;
  must_change: Generated<boolean>;
  created_at: Stamp;
  disabled_at: Date | null;
};

export type OperatorSessionTable = {
  id: string;
  token_hash: string;
  operator_id: string;
  ip: string;
  device: string;
  created_at: ColumnType<Date, Date, never>;
  last_used_at: Date;
  ended_at: Date | null;
};

export type AuditTable = {
  seq: Made<bigint>;
  id: string;
  at: Made<Date>;
  operator_id: string;
  account: string;
  action: string;
  subject: string;
  detail: JSONColumnType<Record<string, unknown>>;
  hash: Made<string>;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    operator: OperatorTable;
    operator_session: OperatorSessionTable;
    audit_log: AuditTable;
    audit_head: { single: Generated<boolean>; seq: bigint; hash: string };
  }
}

export type Operator = Selectable<OperatorTable>;
