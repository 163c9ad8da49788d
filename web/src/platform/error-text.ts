import { Refusal } from '@openmere/core/kit/refusal.ts';
import { CallRefused, Unreachable } from './api-client.ts';
import { exactTime } from './exact-time.ts';
import { currentLocale, findText } from './i18n.ts';

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

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The server does not know the reader's time zone: a refusal that names a time is written here, where its text is loaded. */
function withLocalTimes({ reason, params }: CallRefused): string | undefined {
  const times = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && ISO_TIME.test(entry[1]),
  );
  if (times.length === 0) return undefined;
  const shown = times.map(([name, iso]) => [name, exactTime(iso, currentLocale())]);
  return findText(reason, { ...params, ...(Object.fromEntries(shown) as Record<string, string>) });
}

/** What a member reads about an error: the one mapper of the web. Refusals keep their own text; anything unknown is plain. */
export function errorText(error: unknown): string {
  if (error instanceof CallRefused && error.message) return withLocalTimes(error) ?? error.message;
  if (error instanceof Refusal) return findText(error.code, error.params) ?? error.code;
  if (error instanceof Unreachable) return findText('app.unreachable') ?? '';
  if (isCancelled(error)) return findText('app.cancelled') ?? '';
  return findText('app.bug') ?? '';
}
