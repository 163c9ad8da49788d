import type { OutputOf } from '@openmere/core/calls.ts';
import { queryClient } from '../query.ts';
import { shortHex } from './address.ts';

/** The account that ends because the wallet changed, as its owner knows it: name and address. Undefined while nobody has asked for it. */
export function leftAccount(): string | undefined {
  const info = queryClient.getQueryData<OutputOf<'Users/Info'>>(['Users/Info', {}]);
  if (!info) return undefined;
  const { nickname, useraddress } = info;
  return useraddress === null ? nickname : `${nickname} · ${shortHex(useraddress)}`;
}
