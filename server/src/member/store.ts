import type { Generated } from 'kysely';
import type { Locale } from '@openmere/core/kit/language.ts';

export type MemberTable = {
  id: string;
  serial: Generated<bigint>;
  main_id: string | null;
  username: string | null;
  username_key: string | null;
  nickname: string;
  nickname_key: string;
  avatar: Generated<string>;
  email: string | null;
  phone: string | null;
  country: string | null;
  wallet_address: string | null;
  wallet_bound_at: Date | null;
  invitation_code: string;
  inviter_id: string | null;
  registered_at: Generated<Date>;
  activated_at: Date | null;
  exit_only: Generated<boolean>;
  antiphishing: Generated<string>;
  locale: Generated<string>;
  vip_level: Generated<number>;
};

export type MemberActivationTable = {
  wallet_address: string;
  inviter_address: string;
  tx_hash: string;
  block_number: bigint;
  status: 'seen' | 'final';
  confirmations: Generated<number>;
  seen_at: Generated<Date>;
  final_at: Date | null;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    member: MemberTable;
    member_activation: MemberActivationTable;
  }
}

/** A member as the house knows them. `family` is the main account's id: one person, one lock, one cap (T15, T16). */
export type Member = {
  id: string;
  serial: bigint;
  mainId: string | null;
  family: string;
  username: string | null;
  nickname: string;
  avatar: string;
  email: string | null;
  phone: string | null;
  /** ISO 3166-1 alpha-2, upper case; null until declared, for ever after. */
  country: string | null;
  /** Lower case; null until bound, for ever after. */
  walletAddress: string | null;
  walletBoundAt: Date | null;
  invitationCode: string;
  /** Null for the root only. */
  inviterId: string | null;
  registeredAt: Date;
  activatedAt: Date | null;
  exitOnly: boolean;
  antiphishing: string;
  locale: Locale;
  vipLevel: number;
};
