import { ADDRESS_DETAIL_MAX } from '@openmere/core/member/address.ts';
import { graphemesOf } from '@openmere/core/member/nickname.ts';
import type { Geocoded } from '../../place/use-place-text.ts';
import type { AddressFields } from './address-fields.ts';

/**
 * What a chosen place changes of an address: its country, and a line below what was typed. A map of towns knows no street, so of
 * what is only near comes the town; a line that is there already, or does not fit any more, is not written.
 */
export function addPlace(
  fields: AddressFields,
  { kind, address, country }: Geocoded,
): Partial<AddressFields> {
  const [town = ''] = address.split(',');
  const line = kind === 'address' ? address : town.trim();
  const typed = fields.detail.trimEnd();
  const detail = typed === '' ? line : `${typed}\n${line}`;
  const isNew = line !== '' && !typed.toLowerCase().includes(line.toLowerCase());
  return {
    ...(country === null ? {} : { country }),
    ...(isNew && graphemesOf(detail).length <= ADDRESS_DETAIL_MAX ? { detail } : {}),
  };
}
