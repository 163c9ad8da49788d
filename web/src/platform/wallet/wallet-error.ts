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

/**
 * Foreign wallet errors become ours at the border, once (architecture "Errors"): cancelling keeps its number, known
 * numbers get our words, anything else shows the wallet's own message (specification §8).
 */
export function translateWalletError(error: unknown): Error {
  if (error instanceof Refusal || error instanceof CallRefused || error instanceof Unreachable) return error;
  if (isCancelled(error)) return error instanceof Error ? error : new ProviderError(4001, messageOf(error));
  const code = walletErrorCode(error);
  if (code === -32002) return new Refusal('wallet.waiting');
  if (code === 4100) return new Refusal('wallet.unauthorized');
  if (code === 4900 || code === 4901) return new Refusal('wallet.abnormal');
  const message = messageOf(error);
  if (/insufficient funds/i.test(message)) return new Refusal('wallet.nogas');
  return message === '' ? new Refusal('wallet.abnormal') : new Refusal('wallet.foreign', { message });
}
