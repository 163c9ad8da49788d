export { parseAmount } from './amount.ts';
export { add } from './ratio.ts';
