import { call } from '../../platform/api-client.ts';
import { refresh } from '../../platform/query.ts';
import type { AddressFields, ShippingAddress } from './address-fields.ts';

/** Writes an address: a new one, or what has become of `id`. */
export async function saveAddress(fields: AddressFields, id?: string): Promise<ShippingAddress> {
  const saved = await call('Users/AddEditAddress', id === undefined ? fields : { id, ...fields });
  await refresh('Users/GetMyAddress');
  return saved;
}

export async function removeAddress(id: string): Promise<void> {
  await call('Users/DelAddress', { id });
  await refresh('Users/GetMyAddress');
}
