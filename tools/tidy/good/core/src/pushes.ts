import * as transfer from './transfer/contract.ts';

export const all = { ...transfer };
