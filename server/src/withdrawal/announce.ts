import { withdrawalMoved } from '@openmere/core/withdrawal/contract.ts';
import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import type { Withdrawal } from './tables.ts';

/** Tells the member's open screens that a withdrawal moved; they fetch the record themselves. */
export async function announceStatus(
  tx: Tx,
  row: Pick<Withdrawal, 'id' | 'member_id'>,
  status: WithdrawalStatus,
  hash: string | null = null,
): Promise<void> {
  await toMember(tx, withdrawalMoved, row.member_id, { id: row.id, status, hash });
}

export type WithdrawalMail = 'requested' | 'confirmed' | 'rejected' | 'failed' | 'released';

/** Mails the member, where one has a mail address; the destination stands in every mail (threats.md T11). */
export async function mailMember(
  tx: Tx,
  row: Pick<Withdrawal, 'id' | 'member_id' | 'coin_id' | 'amount' | 'received' | 'address' | 'reason'>,
  template: WithdrawalMail,
): Promise<void> {
  const member = await findMember(tx, row.member_id);
  if (!member?.email) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: `withdrawal.mail.${template}`,
    params: {
      id: row.id,
      coin: row.coin_id,
      amount: formatAmount(row.amount),
      received: formatAmount(row.received),
      address: row.address,
      reason: row.reason ?? '',
    },
    antiphishing: member.antiphishing,
  });
}
