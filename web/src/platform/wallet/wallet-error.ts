import { Refusal } from '@openmere/core/kit/refusal.ts';
import { CallRefused, Unreachable } from '../api-client.ts';
import { isCancelled, walletErrorCode } from '../error-text.ts';

/** A provider error with the number that EIP-1193 gives it. */
export class ProviderError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
  }
}

/** The member said no in our own wallet: the same number as from any other one. */
export function declined(): ProviderError {
  return new ProviderError(4001, 'declined by the member');
}

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.trim().slice(0, 200) : '';
}

/** What the wallet's own node refused: an "internal error" has it in its message or beside it. */
function refusedByNode(error: unknown): string | undefined {
  const { data, cause } = (error ?? {}) as { data?: { originalError?: unknown }; cause?: unknown };
  return [error, data, data?.originalError, cause]
    .map(messageOf)
    .find((message) => /insufficient funds|nonce too|underpriced/i.test(message));
}

/**
 * Foreign wallet errors become ours at the border, once (architecture "Errors"): cancelling keeps its number, known
 * numbers get our words, anything else shows the wallet's own message (specification §8). An "internal error" in which the
 * wallet's node says why is that, not a cancelling.
 */
export function translateWalletError(error: unknown): Error {
  if (error instanceof Refusal || error instanceof CallRefused || error instanceof Unreachable) return error;
  const code = walletErrorCode(error);
  const byNode = code === 4001 ? undefined : refusedByNode(error);
  if (byNode === undefined && isCancelled(error))
    return error instanceof Error ? error : new ProviderError(4001, messageOf(error));
  if (code === -32002) return new Refusal('wallet.waiting');
  if (code === 4100) return new Refusal('wallet.unauthorized');
  if (code === 4900 || code === 4901) return new Refusal('wallet.abnormal');
  const message = byNode ?? messageOf(error);
  if (/insufficient funds/i.test(message)) return new Refusal('wallet.nogas');
  return message === '' ? new Refusal('wallet.abnormal') : new Refusal('wallet.foreign', { message });
}
