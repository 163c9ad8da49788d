import { depositMoved } from '@openmere/core/deposit/contract.ts';
import { defaultLocale } from '@openmere/core/kit/language.ts';
import { findLocales } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';
import { readSettings } from '../setting/read.ts';
import { recordOf } from './record.ts';
import type { ShownDeposit } from './store.ts';

/** Tells each owner where the deposit stands, in their language: the record that the list would show. */
export async function announceDeposits(
  tx: Tx,
  deposits: readonly ShownDeposit[],
  head: bigint,
): Promise<void> {
  if (deposits.length === 0) return;
  const { depositMin: minimum, depositConfirmations: needed } = await readSettings(tx);
  const locales = await findLocales(
    tx,
    deposits.map((deposit) => deposit.member_id),
  );
  await toMembers(
    tx,
    depositMoved,
    deposits.map((deposit) => {
      const locale = locales.get(deposit.member_id) ?? defaultLocale;
      const record = recordOf(deposit, { head, needed, minimum, locale });
      return { memberId: deposit.member_id, data: { ...record, needed } };
    }),
  );
}
