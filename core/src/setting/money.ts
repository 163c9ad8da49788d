import { amount, bps, whole } from './define.ts';

/** Deposits (rulebook §4). Amounts are in the coin that is moved. */
export const depositMin = amount('deposit.min', '10');
export const depositConfirmations = whole('deposit.confirmations', '15', ['0', '10000']);

/** Withdrawals and transfers (rulebook §5). */
export const withdrawMin = amount('withdraw.min', '20');
export const withdrawMultiple = amount('withdraw.multiple', '20', ['0.000001', '1000000']);
export const withdrawFee = amount('withdraw.fee', '1');
export const withdrawReviewHours = whole('withdraw.reviewHours', '24', ['1', '720']);
export const transferMin = amount('transfer.min', '20');
export const transferMultiple = amount('transfer.multiple', '20', ['0.000001', '1000000']);
export const transferFeeBps = bps('transfer.feeBps', '50');
