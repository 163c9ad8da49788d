import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { addEditAddress, delAddress, getMyAddress } from '@openmere/core/member/address-contract.ts';
import { ADDRESSES_MAX, checkAddress, normaliseAddress } from '@openmere/core/member/address.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import {
  changeAddress,
  clearDefault,
  dropAddress,
  insertAddress,
  listAddresses,
  makeDefault,
} from './address-store.ts';
import type { AddressRow } from './address-store.ts';
import { lockMember } from './store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

function showAddress(row: AddressRow): CallOutput<typeof getMyAddress> {
  const { id, label, recipient, phone, country, detail } = row;
  return { id, isdefualt: row.is_default ? 1 : 0, label, recipient, phone, country, detail };
}

/** Users/GetMyAddress: one's own, the default first. */
export async function listMyAddresses(ctx: MemberCtx): Promise<CallResult<typeof getMyAddress>> {
  const { tx, actor } = ctx;
  return { list: (await listAddresses(tx, actor.id)).map(showAddress) };
}

/**
 * Users/AddEditAddress. The first one is the default whatever was asked; the default stays it until another one becomes it.
 * Refusals in order: noaddress, those of checkAddress, manyaddresses. The member's row is locked, so that two at a time
 * neither make two defaults nor more than may be kept.
 */
export async function saveAddress(
  ctx: MemberCtx,
  input: CallParsed<typeof addEditAddress>,
): Promise<CallResult<typeof addEditAddress>> {
  const { tx, actor } = ctx;
  await lockMember(tx, actor.id);
  const known = await listAddresses(tx, actor.id);
  const before = known.find(({ id }) => id === input.id);
  if (input.id !== undefined && !before) throw new Refusal('member.noaddress');
  const { label = '', recipient, phone, country, detail } = input;
  const address = normaliseAddress({ label, recipient, phone, country, detail });
  refuse(checkAddress(address));
  if (!before && known.length >= ADDRESSES_MAX)
    throw new Refusal('member.manyaddresses', { max: ADDRESSES_MAX });
  const isDefault = known.length === 0 || before?.is_default === true || input.isdefualt === 1;
  if (isDefault) await clearDefault(tx, actor.id);
  const row = before
    ? await changeAddress(tx, before.id, { ...address, is_default: isDefault })
    : await insertAddress(tx, { ...address, id: newId('adr'), member_id: actor.id, is_default: isDefault });
  return showAddress(row);
}

/** Users/DelAddress: after the default, the newest that is left becomes it. */
export async function removeAddress(ctx: MemberCtx, input: CallParsed<typeof delAddress>): Promise<void> {
  const { tx, actor } = ctx;
  await lockMember(tx, actor.id);
  const known = await listAddresses(tx, actor.id);
  const gone = known.find(({ id }) => id === input.id);
  if (!gone) return;
  await dropAddress(tx, gone.id);
  const next = known.find(({ id }) => id !== gone.id);
  if (gone.is_default && next) await makeDefault(tx, next.id);
}
