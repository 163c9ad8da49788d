import type { PaymentDoubt } from '@openmere/core/withdrawal/contract.ts';
import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import type { Decider } from '@openmere/core/withdrawal/state.ts';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { RiskResult } from './risk.ts';

/** Written once and never changed; set by the database when left out. */
type Stamp = ColumnType<Date, never, never>;

export type WithdrawalTable = {
  id: string;
  payout_id: string;
  member_id: string;
  family_id: string;
  request_id: string;
  coin_id: string;
  chain_id: number;
  amount: bigint;
  fee: bigint;
  received: bigint;
  minimum: bigint;
  multiple: bigint;
  address: string;
  status: Generated<WithdrawalStatus>;
  decider: Decider;
  score: number;
  checks: JSONColumnType<RiskResult[]>;
  decide_by: Date | null;
  reason: string | null;
  blocked: string | null;
  requested_at: Stamp;
  status_at: Stamp;
  paid_tx: string | null;
  paid_block: bigint | null;
  released_at: Date | null;
  /** The deposit that it gives back: no withdrawal of the member's own. */
  deposit_id: string | null;
};

export type PayoutTable = {
  withdrawal_id: string;
  chain_id: number;
  payer: string;
  nonce: bigint;
  treasury: string;
  token: string;
  coin_id: string;
  receiver: string;
  amount: bigint;
  calldata: string;
  signed_at: Stamp;
};

export type PayoutAttemptTable = {
  withdrawal_id: string;
  nonce: bigint;
  attempt: number;
  raw: string;
  tx_hash: string;
  gas_limit: bigint;
  max_fee: bigint;
  priority_fee: bigint;
  signed_at: Stamp;
};

export type PayoutDeliveryTable = {
  withdrawal_id: string;
  attempt: Generated<number>;
  sends: Generated<number>;
  first_sent_at: Date | null;
  last_sent_at: Date | null;
  last_error: string | null;
  wanted_attempt: Generated<number>;
};

export type PayoutOutcomeTable = {
  withdrawal_id: string;
  outcome: 'mined' | 'reverted' | 'replaced';
  tx_hash: string | null;
  final_block: bigint;
  recorded_at: Stamp;
};

export type PayoutLookTable = {
  id: Generated<bigint>;
  withdrawal_id: string;
  looked_at: Stamp;
  block_number: bigint;
  block_hash: string;
  finding: 'reverted' | 'replaced' | 'other';
  tx_hash: string | null;
  tx_block: bigint | null;
  raw: string | null;
};

export type UnmatchedPaymentTable = {
  id: string;
  chain_id: number;
  tx_hash: string;
  log_index: number;
  block_number: bigint;
  payout_id: string;
  token: string;
  coin_id: string | null;
  receiver: string;
  amount: bigint;
  withdrawal_id: string | null;
  doubt: PaymentDoubt;
  seen_at: Stamp;
  status: Generated<'open' | 'booked' | 'matched' | 'returned'>;
  settled_at: Generated<Date | null>;
  matched_id: Generated<string | null>;
};

export type PaymentProposalTable = {
  id: Generated<bigint>;
  payment_id: string;
  operator_id: string;
  action: 'book' | 'match' | 'giveback';
  withdrawal_id: string | null;
  explanation: string;
  proposed_at: Stamp;
  confirmed_by: Generated<string | null>;
  confirmed_at: Generated<Date | null>;
};

export type WithdrawalApprovalTable = {
  withdrawal_id: string;
  operator_id: string;
  decision: 'approve' | 'reject';
  reason: string;
  decided_at: Stamp;
};

/** A payout that a reorganisation took back is wanted once more, with a new nonce: `taken_by` used the first one. */
export type PayoutAgainTable = {
  withdrawal_id: string;
  proposed_by: string;
  approved_by: string;
  taken_by: string;
  asked_at: Stamp;
};
export type PayoutAgainAttemptTable = {
  withdrawal_id: string;
  chain_id: number;
  payer: string;
  nonce: bigint;
  raw: string;
  tx_hash: string;
  proof_block: bigint;
  proof_hash: string;
  signed_at: Stamp;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    withdrawal: WithdrawalTable;
    withdrawal_step: { withdrawal_id: string; status: WithdrawalStatus; at: Stamp };
    withdrawal_approval: WithdrawalApprovalTable;
    payout: PayoutTable;
    payout_attempt: PayoutAttemptTable;
    payout_delivery: PayoutDeliveryTable;
    payout_outcome: PayoutOutcomeTable;
    payout_look: PayoutLookTable;
    unmatched_payment: UnmatchedPaymentTable;
    payment_proposal: PaymentProposalTable;
    payout_again: PayoutAgainTable;
    payout_again_attempt: PayoutAgainAttemptTable;
    payout_void: { withdrawal_id: string; reason: string; voided_at: Stamp };
    withdrawal_release: { withdrawal_id: string; operator_id: string; reason: string; decided_at: Stamp };
  }
}

export type Withdrawal = Selectable<WithdrawalTable>;
export type PayoutAttempt = Selectable<PayoutAttemptTable>;
export type Payout = Selectable<PayoutTable>;
export type PayoutLook = Selectable<PayoutLookTable>;
