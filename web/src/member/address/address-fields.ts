import type { OutputOf } from '@openmere/core/calls.ts';

export type ShippingAddress = OutputOf<'Users/AddEditAddress'>;

/** What stands in the fields, as typed. */
export type AddressFields = Omit<ShippingAddress, 'id'>;

export const ADDRESS_PATH = '/pages/mine/address/address';
export const EDIT_PATH = '/pages/mine/address/edit';

export const emptyAddress: AddressFields = {
  isdefualt: 0,
  label: '',
  recipient: '',
  phone: '',
  country: '',
  detail: '',
};
