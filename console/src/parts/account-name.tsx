import { accountText, memberOfAccount } from '../platform/account-text.ts';
import type { Names } from '../platform/account-text.ts';
import { addressOf } from '../platform/address.ts';

/** A ledger account in words; a member's leads to the member, the house's to its entries. */
export function AccountName({ account, names }: { account: string; names: Names }) {
  const owner = memberOfAccount(account);
  const to = owner ? addressOf('/member', { id: owner.id }) : addressOf('/ledger', { search: account });
  return (
    <a href={`#${to}`} title={account}>
      {accountText(account, names)}
    </a>
  );
}
