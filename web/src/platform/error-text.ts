import { Refusal } from '@openmere/core/kit/refusal.ts';
import { CallRefused, Unreachable } from './api-client.ts';
import { findText } from './i18n.ts';

/** Code of a wallet error (EIP-1193), looked for along the causes; foreign wallets nest it. */
export function walletErrorCode(error: unknown): number | undefined {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 6; depth += 1) {
    const { code, cause, data } = at as {
      code?: unknown;
      cause?: unknown;
      data?: { originalError?: unknown };
    };
    if (typeof code === 'number') return code;
    at = data?.originalError ?? cause;
  }
  return undefined;
}

/** The member turned a wallet request down (specification §8: 4001 or -32603 is "Cancel"). */
export function isCancelled(error: unknown): boolean {
  const code = walletErrorCode(error);
  return code === 4001 || code === -32603;
}

/** What a member reads about an error: the one mapper of the web. Refusals keep their own text; anything unknown is plain. */
export function errorText(error: unknown): string {
  if (error instanceof CallRefused && error.message) return error.message;
  if (error instanceof Refusal) return findText(error.code, error.params) ?? error.code;
  if (error instanceof Unreachable) return findText('app.unreachable') ?? '';
  if (isCancelled(error)) return findText('app.cancelled') ?? '';
  return findText('app.bug') ?? '';
}
