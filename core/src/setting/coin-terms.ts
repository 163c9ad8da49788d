type WithdrawNames =
  | 'withdrawMin'
  | 'withdrawMultiple'
  | 'withdrawMax'
  | 'withdrawFee'
  | 'withdrawOpenMin'
  | 'withdrawOpenMultiple'
  | 'withdrawOpenMax'
  | 'withdrawOpenFee';
type TransferNames = 'transferMin' | 'transferMultiple' | 'transferOpenMin' | 'transferOpenMultiple';

/**
 * What a withdrawal of a coin goes by: OPEN is no dollar and has terms of its own (rulebook §5). `of`: the settings themselves,
 * or what stands in them.
 */
export function withdrawTerms<T>(
  coinId: string,
  of: Readonly<Record<WithdrawNames, T>>,
): { minimum: T; multiple: T; maximum: T; fee: T } {
  return coinId === 'OPEN'
    ? {
        minimum: of.withdrawOpenMin,
        multiple: of.withdrawOpenMultiple,
        maximum: of.withdrawOpenMax,
        fee: of.withdrawOpenFee,
      }
    : {
        minimum: of.withdrawMin,
        multiple: of.withdrawMultiple,
        maximum: of.withdrawMax,
        fee: of.withdrawFee,
      };
}

/** The same of a transfer, whose fee is a part of the amount in every coin. */
export function transferTerms<T>(
  coinId: string,
  of: Readonly<Record<TransferNames, T>>,
): { minimum: T; multiple: T } {
  return coinId === 'OPEN'
    ? { minimum: of.transferOpenMin, multiple: of.transferOpenMultiple }
    : { minimum: of.transferMin, multiple: of.transferMultiple };
}
