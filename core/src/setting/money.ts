import { amount, bps, whole } from './define.ts';

/** Deposits (rulebook §4). Amounts are in the coin that is moved. */
export const depositMin = amount('deposit.min', '10');
export const depositConfirmations = whole('deposit.confirmations', '15', ['0', '10000']);

/**
 * Withdrawals and transfers (rulebook §5); coin-terms.ts says which are a coin's. A maximum is what the signer signs at once
 * (signer.capTransaction and its own file): above it a withdrawal would wait for good.
 */
export const withdrawMin = amount('withdraw.min', '20');
export const withdrawMultiple = amount('withdraw.multiple', '20', ['0.000001', '1000000']);
export const withdrawMax = amount('withdraw.max', '10000');
export const withdrawFee = amount('withdraw.fee', '1');
export const withdrawOpenMin = amount('withdraw.openMin', '20');
export const withdrawOpenMultiple = amount('withdraw.openMultiple', '20', ['0.000001', '1000000']);
export const withdrawOpenMax = amount('withdraw.openMax', '10000');
export const withdrawOpenFee = amount('withdraw.openFee', '1');
export const withdrawReviewHours = whole('withdraw.reviewHours', '24', ['1', '720']);
export const transferMin = amount('transfer.min', '20');
export const transferMultiple = amount('transfer.multiple', '20', ['0.000001', '1000000']);
export const transferOpenMin = amount('transfer.openMin', '20');
export const transferOpenMultiple = amount('transfer.openMultiple', '20', ['0.000001', '1000000']);
/** Something is left to arrive: a transfer that is all fee moves nothing. */
export const transferFeeBps = bps('transfer.feeBps', '50', ['0', '9999']);

/** Bank money (rulebook §4): of one order and of 24 hours in USDT, how long quote, order and rate hold. */
export const fiatMin = amount('fiat.min', '10', ['0.01', '1000000']);
export const fiatMax = amount('fiat.max', '10000', ['1', '10000000']);
export const fiatDayMax = amount('fiat.dayMax', '20000', ['1', '100000000']);
export const fiatQuoteMinutes = whole('fiat.quoteMinutes', '15', ['1', '120']);
export const fiatOrderHours = whole('fiat.orderHours', '24', ['1', '240']);
