import { parseUnits } from 'viem';
export const read = parseUnits;
