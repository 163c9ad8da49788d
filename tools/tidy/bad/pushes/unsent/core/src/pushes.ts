import * as mall from './mall/contract.ts';

export const all = { ...mall };
