import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import pg from 'pg';
import { isConnectionLoss } from '../db/connection-loss.ts';

/** A request that was not answered: HTTP status, the refusal that says so, and when to come again. */
export class NotAnswered extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, refusal: Refusal, retryAfterSeconds?: number, cause?: unknown) {
    super(refusal.code, { cause });
    this.name = 'NotAnswered';
    this.status = status;
    this.refusal = refusal;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function tooMany(waitMs: number): NotAnswered {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new NotAnswered(429, new Refusal('request.ratelimited', { seconds }), seconds);
}

export function busy(cause?: unknown): NotAnswered {
  return new NotAnswered(503, new Refusal('request.unavailable'), 1, cause);
}

/** Classes of PostgreSQL errors in which the world failed: connection, resources, intervention, system. */
const FAULT_CLASSES = new Set(['08', '53', '57', '58', '55']);
/**
 * The one mapper of the server. Refusals are answers (200); a fault is 503; what Fastify refuses keeps its status; the
 * rest is a bug (500).
 */
export function failureOf(error: unknown): Refusal | NotAnswered {
  if (error instanceof Refusal || error instanceof NotAnswered) return error;
  if (error instanceof Fault || isWorldFault(error)) return busy(error);
  const status = statusOf(error);
  // A handler that took too long: its transaction ends by the database's own limits, and money is asked for by request id.
  if (status === 503) return busy(error);
  // The body was read but is no JSON, or no object: that is an answered call with bad parameters.
  if (status === 400) return new Refusal('request.invalid', { field: '?' });
  if (status !== undefined && status < 500) {
    const code = status === 413 ? 'request.toolong' : 'request.invalid';
    return new NotAnswered(status, new Refusal(code, { field: '?' }), undefined, error);
  }
  return new NotAnswered(500, new Refusal('request.bug'), undefined, error);
}

function isWorldFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return FAULT_CLASSES.has((error.code ?? '').slice(0, 2));
  // The disk is full: said once it has room again.
  return isConnectionLoss(error) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC');
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
