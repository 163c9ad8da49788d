import { isAddress } from '@openmere/core/chain/addresses.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { nodePermitMoved } from '@openmere/core/node/contract.ts';
import { findOwners } from '../member/store.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { toMember } from '../platform/outbox.ts';
import { readSettings } from '../setting/read.ts';
import { insertPermit } from './permit-store.ts';

const DAY_MS = 86_400_000;

export type AllowInput = {
  address: string;
  days: number;
  chainId: number;
  makerId: string;
  checkerId: string;
};

/**
 * Puts an address on the list of who may subscribe a gold node, for so many days from now: to the end of that UTC day, so that
 * looking at it and agreeing to it a little later is the same. A permit that is signed cannot be taken back, it only ends.
 * Refusals in order: badvalue (no address, days out of range, no contract), samevalue.
 */
export async function allowGold(
  ctx: Pick<Ctx, 'tx'>,
  { address, days, chainId, makerId, checkerId }: AllowInput,
): Promise<{ deadline: Date; memberId: string | undefined }> {
  const { tx } = ctx;
  const { chainContracts, nodePermitDays } = await readSettings(tx);
  if (!isAddress(address)) throw new Refusal('operator.badvalue', { value: address });
  if (!Number.isInteger(days) || days < 1 || days > nodePermitDays)
    throw new Refusal('operator.badvalue', { value: String(days) });
  const contract = chainContracts.medal?.toLowerCase() as Hex | undefined;
  if (contract === undefined) throw new Refusal('operator.badvalue', { value: 'medal' });
  const now = (await businessNow(tx)).getTime();
  const deadline = new Date((Math.floor(now / DAY_MS) + days + 1) * DAY_MS - 1000);
  const buyer = address.toLowerCase() as Hex;
  const isNew = await insertPermit(tx, {
    id: newId('prm'),
    chain_id: chainId,
    contract,
    address: buyer,
    deadline,
    maker_id: makerId,
    checker_id: checkerId,
  });
  if (!isNew) throw new Refusal('operator.samevalue');
  const memberId = (await findOwners(tx, [buyer])).get(buyer);
  if (memberId !== undefined) await toMember(tx, nodePermitMoved, memberId, { state: 'listed' });
  return { deadline, memberId };
}
