import { checkAmount } from '@openmere/core/transfer/rules.ts';
export const Field = () => checkAmount;
