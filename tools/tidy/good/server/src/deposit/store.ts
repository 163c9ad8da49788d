import { rowOf } from './row.ts';
import type { Credit } from './credit.ts';

export const insertDeposit = (credit: Credit) => rowOf(credit.id);
