import { depositMoved } from '@openmere/core/deposit/contract.ts';
import { DEFAULT_LOCALE } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import { findLocales, listMailable } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toNotices } from '../platform/notices.ts';
import { toMail, toMembers } from '../platform/outbox.ts';
import { readSettings } from '../setting/read.ts';
import { neededConfirmations, recordOf } from './record.ts';
import type { ShownDeposit } from './store.ts';

export const DEPOSITS_PAGE = '/pages/wallet/recharge/rechargeChain';

/** Tells the owners what came of their deposits: which are credited, which may not be, and which were not but can go back. */
export async function noticeDeposits(tx: Tx, deposits: readonly ShownDeposit[]): Promise<void> {
  const settings = await readSettings(tx);
  const feeOf = (coinId: string): bigint => withdrawTerms(coinId, settings).fee;
  const decided = deposits.filter(
    ({ status, coin_id, amount }) =>
      status === 'credited' || status === 'barred' || (status === 'ignored' && amount > feeOf(coin_id)),
  );
  await toNotices(
    tx,
    decided.map(({ member_id: memberId, status, coin_id: coin, amount }) => ({
      memberId,
      template: `deposit.notice.${status}`,
      params: { coin, amount: formatAmount(amount), fee: formatAmount(feeOf(coin)) },
      link: DEPOSITS_PAGE,
      mailed: status === 'barred',
    })),
  );
  await mailBarred(
    tx,
    decided.filter(({ status }) => status === 'barred'),
  );
}

/** Mails the members whose deposits may not be credited, where they have a mail address. */
async function mailBarred(tx: Tx, deposits: readonly ShownDeposit[]): Promise<void> {
  for (const deposit of deposits) {
    const [member] = await listMailable(tx, [deposit.member_id]);
    if (!member) continue;
    await toMail(tx, {
      to: member.email,
      locale: member.locale,
      template: 'deposit.mail.barred',
      params: {
        id: deposit.id,
        coin: deposit.coin_id,
        amount: formatAmount(deposit.amount),
        sender: deposit.sender,
      },
      antiphishing: member.antiphishing,
    });
  }
}

/**
 * Tells each owner where the deposit stands, in their language: the record that the list would show. `confirmations` as ListDeps has
 * it; it matters only while they are counted.
 */
export async function announceDeposits(
  tx: Tx,
  deposits: readonly ShownDeposit[],
  { head, confirmations }: { head: bigint; confirmations?: number | undefined },
): Promise<void> {
  if (deposits.length === 0) return;
  const settings = await readSettings(tx);
  const feeOf = (coinId: string): bigint => withdrawTerms(coinId, settings).fee;
  const needed = neededConfirmations(settings, confirmations);
  const locales = await findLocales(
    tx,
    deposits.map((deposit) => deposit.member_id),
  );
  await toMembers(
    tx,
    depositMoved,
    deposits.map((deposit) => {
      const locale = locales.get(deposit.member_id) ?? DEFAULT_LOCALE;
      const record = recordOf(deposit, { head, needed, feeOf, locale });
      return { memberId: deposit.member_id, data: { ...record, needed } };
    }),
  );
}
