import type { Withdrawal } from '../withdrawal/tables.ts';

export type Order = { withdrawal: Withdrawal };
