import type { PreparedTransaction } from './approval.ts';
import { useInAppWallet } from './keeper.ts';

/** Transactions that the member has said yes to on one sheet, in their order, until they are signed one after the other. */
type Agreement = {
  calls: readonly Pick<PreparedTransaction, 'to' | 'data' | 'value'>[];
  /** Wei that the fees of all of them together may take, as the sheet said. */
  feeMost: bigint;
  until: number;
};

/** As long as one waits for an approval to be mined. */
const VALID_MS = 5 * 60_000;

let agreement: Agreement | undefined;

export function agree(calls: Agreement['calls'], feeMost: bigint): void {
  agreement = { calls, feeMost, until: Date.now() + VALID_MS };
}

// Who locks the wallet, or leaves it long enough to lock by itself, is asked again.
useInAppWallet.subscribe(({ status }) => {
  if (status !== 'unlocked') agreement = undefined;
});

/**
 * Whether the member has agreed to exactly this transaction, at no more than the fee they saw. Anything else than the next
 * one of what they saw ends the agreement.
 */
export function takeAgreed({ to, data, value, gas, maxFeePerGas }: PreparedTransaction): boolean {
  if (!agreement) return false;
  const { calls, feeMost, until } = agreement;
  const [next, ...rest] = calls;
  const fee = gas * maxFeePerGas;
  const isNext = next?.to === to && next?.data === data && next?.value === value;
  const holds = isNext && fee <= feeMost && Date.now() <= until;
  agreement = holds && rest.length > 0 ? { calls: rest, feeMost: feeMost - fee, until } : undefined;
  return holds;
}
