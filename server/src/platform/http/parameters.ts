import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { z } from 'zod';

/** How many parameters a request may carry; the largest call declares fewer than 20. */
const PARAMETERS_MAX = 50;
/** An identifier; anything else was never declared. Also keeps `__proto__` and its kin out. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

/**
 * Reads a query string. A key that stands twice, in brackets, or is no plain name is refused, so that no two readers
 * of one request can see different values (parameter pollution). Bad escapes are refused.
 */
export function parseQuery(query: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at));
    if (!NAME.test(name) || found.has(name) || found.size >= PARAMETERS_MAX) throw invalid(name);
    found.set(name, at < 0 ? '' : decode(part.slice(at + 1)));
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('');
  }
}

/**
 * Query and body as one set of parameters; a name in both is refused. Empty and null ones are dropped (calls.md). A text
 * with a null character is refused: no text of ours has one, and the database cannot hold it, so it would be a bug.
 */
export function mergeParameters(query: ReadonlyMap<string, string>, body: unknown): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of query) {
    if (value.includes('\0')) throw invalid(name);
    if (value !== '') merged[name] = value;
  }
  if (body === undefined || body === null) return merged;
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('');
  const entries = Object.entries(body);
  if (entries.length > PARAMETERS_MAX) throw invalid('');
  for (const [name, value] of entries) {
    if (!NAME.test(name) || query.has(name)) throw invalid(name);
    if (typeof value === 'string' && value.includes('\0')) throw invalid(name);
    if (value !== '' && value !== null) merged[name] = value;
  }
  return merged;
}

/** Parses by the contract. Refuses `request.toolong` or `request.invalid` with the first faulty field. */
export function parseInput(
  schema: z.ZodObject,
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = unknown ?? String(issue?.path[0] ?? '');
  if (issue?.code === 'too_big' && issue.origin === 'string') {
    throw new Refusal('request.toolong', { field: plainName(field) });
  }
  throw invalid(field);
}

function invalid(field: string): Refusal {
  return new Refusal('request.invalid', { field: plainName(field) });
}

/** A name that the sender made up is not sent back or logged as it is. */
function plainName(field: string): string {
  return NAME.test(field) ? field : '?';
}
