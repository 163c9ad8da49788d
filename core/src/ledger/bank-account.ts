import type { AccountName } from './account.ts';

/** What our bank accounts hold, as operators declare it by what they import: no chain says it. As minus the balance, in the coin that was credited. */
export const BANK_ACCOUNT: AccountName = 'bank:declared';
