import { fiatMoved } from '@openmere/core/deposit/fiat/contract.ts';
import type { FiatState } from '@openmere/core/deposit/fiat/state.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toNotice } from '../../platform/notices.ts';
import { toMember } from '../../platform/outbox.ts';

const PAGE = '/pages/wallet/recharge/rechargeFiat';

/** The member's screens learn where an order stands. */
export function announceFiat(
  tx: Tx,
  { id, member_id }: { id: string; member_id: string },
  status: FiatState,
): Promise<void> {
  return toMember(tx, fiatMoved, member_id, { id, status });
}

/** What a member should know even with the app closed. */
export function noticeFiat(
  tx: Tx,
  memberId: string,
  about: 'fiatcredited' | 'fiatrejected' | 'fiatreturned' | 'fiatclosed',
  params: Record<string, string>,
): Promise<void> {
  return toNotice(tx, { memberId, template: `deposit.notice.${about}`, params, link: PAGE });
}
