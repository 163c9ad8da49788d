import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

/** Keys whose values never reach a log, wherever they stand (three levels deep). */
const SECRET_KEYS = [
  'token',
  'Token',
  'password',
  'paypassword',
  'old',
  'totp',
  'emailcode',
  'code',
  'ticket',
  'signature',
  'authorization',
  'cookie',
  'mnemonic',
  'privateKey',
];

/**
 * JSON lines. Errors are written with message and stack; request values are never written at all (http/request-log.ts),
 * the redaction here is the second line.
 */
export function createLog(name: string, level: string, destination?: DestinationStream): Log {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const options = {
    name,
    level,
    base: { process: name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths, censor: '[secret]' },
    serializers: { error: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What a log may know of an error: no parameters of queries, no request values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  // Not `code`, which is redacted: SQLSTATE and system errors are no secrets and say what happened.
  return { type: error.name, message: error.message, errorCode: code, stack: error.stack, cause };
}
