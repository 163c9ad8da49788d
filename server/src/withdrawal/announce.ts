import { formatAmount } from '@openmere/core/money/amount.ts';
import { withdrawalMoved } from '@openmere/core/withdrawal/contract.ts';
import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { announceDeposits, DEPOSITS_PAGE } from '../deposit/announce.ts';
import { findDeposit } from '../deposit/store.ts';
import { findMember } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toNotice } from '../platform/notices.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import type { Withdrawal } from './tables.ts';

/**
 * Tells the member's open screens that a withdrawal moved; they fetch the record themselves. Of a deposit that goes back they hear
 * as of a deposit.
 */
export async function announceStatus(
  tx: Tx,
  row: Pick<Withdrawal, 'id' | 'member_id' | 'deposit_id'>,
  status: WithdrawalStatus,
  hash: string | null = null,
): Promise<void> {
  if (row.deposit_id !== null) return announceReturn(tx, row.deposit_id);
  await toMember(tx, withdrawalMoved, row.member_id, { id: row.id, status, hash });
}

async function announceReturn(tx: Tx, depositId: string): Promise<void> {
  const deposit = await findDeposit(tx, depositId);
  if (deposit && deposit.status !== 'disproved')
    await announceDeposits(tx, [{ ...deposit, status: deposit.status }], { head: deposit.block_number });
}

const WITHDRAWALS_PAGE = '/pages/wallet/withdraw/recode/recodeChain';

export type WithdrawalMail = 'requested' | 'confirmed' | 'rejected' | 'failed' | 'released';

/**
 * Tells the member of what is decided, and mails it where there is a mail address; the destination stands in every mail (threats.md
 * T11). `moreFor` gives what one template's mail says besides, and is asked only when one is sent.
 */
export async function mailMember(
  tx: Tx,
  row: Pick<
    Withdrawal,
    'id' | 'member_id' | 'coin_id' | 'amount' | 'received' | 'address' | 'reason' | 'deposit_id'
  >,
  template: WithdrawalMail,
  moreFor: () => Promise<Record<string, string>> = async () => ({}),
): Promise<void> {
  const isReturn = row.deposit_id !== null;
  // Of a deposit that goes back its end is mailed: what happens before is for operators.
  if (isReturn && template !== 'confirmed') return;
  const params = {
    id: row.deposit_id ?? row.id,
    coin: row.coin_id,
    amount: formatAmount(row.amount),
    received: formatAmount(row.received),
    address: row.address,
    reason: row.reason ?? '',
  };
  if (template !== 'requested')
    await toNotice(tx, {
      memberId: row.member_id,
      template: isReturn ? 'deposit.notice.returned' : `withdrawal.notice.${template}`,
      params,
      link: isReturn ? DEPOSITS_PAGE : `${WITHDRAWALS_PAGE}?id=${row.id}`,
      mailed: true,
    });
  const member = await findMember(tx, row.member_id);
  if (!member?.email) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: isReturn ? 'deposit.mail.returned' : `withdrawal.mail.${template}`,
    params: { ...params, ...(await moreFor()) },
    antiphishing: member.antiphishing,
  });
}
