import type { Generated } from 'kysely';

export type CodePurpose = 'login' | 'register' | 'bind' | 'password' | 'paypassword' | 'wallet';
export type SessionKind = 'mail' | 'password' | 'wallet' | 'register';

export type PasswordTable = { member_id: string; hash: string; set_at: Generated<Date> };

export type PayPasswordHistoryTable = {
  id: Generated<bigint>;
  member_id: string;
  kind: 'first' | 'change' | 'reset';
  at: Generated<Date>;
};

export type SessionTable = {
  id: string;
  member_id: string;
  token_hash: string;
  kind: SessionKind;
  device: string;
  device_hash: string;
  ip: string;
  ip_country: string | null;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
  ends_at: Date;
  revoked_at: Date | null;
};

export type DeviceTable = {
  member_id: string;
  device_hash: string;
  device: string;
  ip: string;
  ip_prefix: string;
  first_seen_at: Generated<Date>;
  last_seen_at: Generated<Date>;
};

export type CodeTable = {
  id: Generated<bigint>;
  destination: string;
  purpose: CodePurpose;
  member_id: string | null;
  salt: string;
  tries: Generated<number>;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
};

export type CodeSendingTable = { destination: string; sent_at: Generated<Date[]> };

export type WalletNonceTable = {
  nonce: string;
  address: string;
  purpose: 'login' | 'bind' | 'gold';
  member_id: string | null;
  message: string;
  expires_at: Date;
};

export type AttemptTable = {
  scope: string;
  failures: Generated<number>;
  free_at: Date;
  last_at: Generated<Date>;
};

export type AgreementAcceptanceTable = { member_id: string; accepted: string; at: Generated<Date> };

export type EmailBindingTable = { member_id: string; email: string; expires_at: Date };

export type GeoRefusalTable = {
  id: Generated<bigint>;
  at: Generated<Date>;
  call: string;
  member_id: string | null;
  signal: 'country' | 'phone' | 'ip';
  country: string;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    login_password: PasswordTable;
    pay_password: PasswordTable;
    pay_password_history: PayPasswordHistoryTable;
    auth_session: SessionTable;
    member_device: DeviceTable;
    auth_code: CodeTable;
    auth_code_sending: CodeSendingTable;
    wallet_nonce: WalletNonceTable;
    auth_attempt: AttemptTable;
    geo_refusal: GeoRefusalTable;
    agreement_acceptance: AgreementAcceptanceTable;
    email_binding: EmailBindingTable;
  }
}
