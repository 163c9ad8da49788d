import { amount } from '@openmere/core/setting/define.ts';

export const withdrawMin = amount('withdraw.min', '20');
