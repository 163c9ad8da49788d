import type { ResetState } from '@openmere/core/auth/second-factor/reset-console-contract.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { ColumnType, Generated } from 'kysely';

export type CodePurpose =
  | 'login'
  | 'register'
  | 'bind'
  | 'password'
  | 'paypassword'
  | 'wallet'
  | 'phone'
  | 'device';
export type SessionKind = 'mail' | 'password' | 'wallet' | 'register' | 'switch' | 'passkey';

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
  /** When this very session was registered or logged in with a code of the mailbox. */
  mailbox_proved_at: Date | null;
  /** When this very session was opened with a second factor. */
  factor_proved_at: Date | null;
  /** The main account's session that a switch opened it from. */
  opened_by: ColumnType<string | null, string | null | undefined, null>;
};

export type PasskeyTable = {
  id: string;
  member_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  name: string;
  made_at: Date;
  last_used_at: Generated<Date | null>;
};

export type PasskeyQuestionTable = { challenge: string; member_id: string | null; expires_at: Date };

export type TotpTable = { member_id: string; secret: string; set_at: Date; last_step: bigint };
export type TotpStartTable = { member_id: string; session_id: string; secret: string; expires_at: Date };
export type RecoveryCodeTable = {
  member_id: string;
  code_hash: string;
  made_at: Date;
  used_at: Generated<Date | null>;
};

export type LoginRecordTable = {
  id: Generated<bigint>;
  member_id: string;
  at: Date;
  kind: Exclude<SessionKind, 'switch'>;
  stopped: boolean;
  is_new: boolean;
  device: string;
  device_hash: string;
  ip: string;
  ip_country: string | null;
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

/** Whose limits a code counts against: of who had proved something when they asked, of who knew the password, or of everybody else. */
export type CodePot = 'proved' | 'password' | 'unproved';

export type CodeTable = {
  id: Generated<bigint>;
  destination: string;
  purpose: CodePurpose;
  member_id: string | null;
  salt: string;
  length: number;
  pot: CodePot;
  /** Wrong tries of browsers that did not ask for it. */
  tries: Generated<number>;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
};

export type CodeAskerTable = { code_id: bigint; asker: string; tries: Generated<number> };
export type CodeMailTable = {
  id: Generated<bigint>;
  destination: string;
  pot: CodePot;
  purpose: CodePurpose;
  sent_at: Date;
};
export type CodeLookTable = { destination: string; pot: CodePot | 'others'; hour: Date; units: bigint };

export type WalletNonceTable = {
  nonce: string;
  address: string;
  purpose: 'login' | 'bind' | 'gold';
  member_id: string | null;
  message: string;
  expires_at: Date;
  /** How often the chain was asked about it, for a contract wallet. */
  asked: Generated<number>;
};

export type KeyWalletTable = { address: string };

export type AttemptTable = {
  scope: string;
  failures: Generated<number>;
  free_at: Date;
  last_at: Generated<Date>;
};

/** Tries in use; drains with time (core/src/auth/pots.ts). */
export type PotTable = { scope: string; level: number; at: Date };
/** `subject` is a member's or an operator's id. */
export type BrowserTable = {
  browser_hash: string;
  subject: string;
  last_login_at: Date;
  logged_in: ColumnType<boolean, boolean | undefined, boolean>;
};
export type FreezeLinkTable = {
  token_hash: string;
  member_id: string;
  kind: 'attack' | 'notice';
  made_at: Date;
  expires_at: Date;
};
export type FreezeTable = {
  id: Generated<bigint>;
  member_id: string;
  frozen_at: Date;
  lifted_at: Date | null;
  /** When two operators made sure that what proves the owner now is theirs. */
  trusted_at: Date | null;
};

export type FactorResetTable = {
  id: string;
  member_id: string;
  proof: 'mail' | 'wallet';
  device: string;
  device_hash: string;
  known_browser: boolean;
  ip: string;
  ip_prefix: string;
  ip_country: string | null;
  asked_at: Date;
  ready_at: Date;
  state: ColumnType<ResetState, never, ResetState>;
  ended_at: ColumnType<Date | null, never, Date>;
  maker_id: ColumnType<string | null, never, string>;
  checker_id: ColumnType<string | null, never, string>;
  reason: ColumnType<string, never, string>;
};

export type AgreementAcceptanceTable = {
  member_id: string;
  accepted: string;
  at: Generated<Date>;
  locale: Locale | null;
};

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
    passkey: PasskeyTable;
    passkey_question: PasskeyQuestionTable;
    totp_secret: TotpTable;
    totp_start: TotpStartTable;
    recovery_code: RecoveryCodeTable;
    factor_reset: FactorResetTable;
    login_record: LoginRecordTable;
    member_device: DeviceTable;
    auth_code: CodeTable;
    auth_code_asker: CodeAskerTable;
    auth_code_mail: CodeMailTable;
    auth_code_look: CodeLookTable;
    auth_pot: PotTable;
    auth_browser: BrowserTable;
    auth_freeze_link: FreezeLinkTable;
    auth_freeze: FreezeTable;
    key_wallet: KeyWalletTable;
    wallet_nonce: WalletNonceTable;
    auth_attempt: AttemptTable;
    geo_refusal: GeoRefusalTable;
    agreement_acceptance: AgreementAcceptanceTable;
    email_binding: EmailBindingTable;
  }
}
