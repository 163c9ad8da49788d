import { amount } from './define.ts';

export const withdrawMin = amount('withdraw.min', '20');
