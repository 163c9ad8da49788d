import type { FastifyRequest } from 'fastify';
import type { OperatorSessionLookup, SessionLookup, SessionOwner, OperatorSessionOwner } from '../actor.ts';
import { hashToken } from '../tokens.ts';

/** Our tokens have 43 characters; nothing longer is worth a look into the database. */
const TOKEN = /^[A-Za-z0-9_-]{20,128}$/;

/** Finds whose the request's `Token` header is. */
export type SessionReader = {
  member(request: FastifyRequest): Promise<SessionOwner | undefined>;
  operator(request: FastifyRequest): Promise<OperatorSessionOwner | undefined>;
};

export function createSessionReader(
  sessions: SessionLookup,
  operators: OperatorSessionLookup,
): SessionReader {
  const findMember = sessions.findMany
    ? gatherLookups(async (hashes) => (await sessions.findMany?.(hashes)) ?? new Map<string, SessionOwner>())
    : (hash: string) => sessions.find(hash);
  return {
    member: async (request) => withToken(request, findMember),
    operator: async (request) => withToken(request, (hash) => operators.find(hash)),
  };
}

async function withToken<T>(
  request: FastifyRequest,
  find: (hash: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const hash = tokenHashOf(request);
  return hash === undefined ? undefined : find(hash);
}

/** Hash of the request's token; undefined where it has none that could be ours. */
export function tokenHashOf(request: FastifyRequest): string | undefined {
  const token = request.headers['token'];
  return typeof token === 'string' && TOKEN.test(token) ? hashToken(token) : undefined;
}

type Waiting<T> = { resolve: (found: T | undefined) => void; reject: (error: unknown) => void };

/**
 * Lookups of one turn of the event loop become one query (goals.md, HTTP). `oneByOne`: those that come while a query is under
 * way leave together when it has ended, so that a flood makes few queries; what they are told is never older than they are.
 */
export function gatherLookups<T>(
  findMany: (keys: string[]) => Promise<Map<string, T>>,
  { oneByOne = false } = {},
): (key: string) => Promise<T | undefined> {
  let waiting = new Map<string, Waiting<T>[]>();
  let underWay = 0;
  const end = (): void => {
    underWay -= 1;
    if (oneByOne && waiting.size > 0) leave();
  };
  const leave = (): void => {
    const going = waiting;
    waiting = new Map();
    underWay += 1;
    findMany([...going.keys()])
      .then(
        (found) => going.forEach((askers, key) => askers.forEach((asker) => asker.resolve(found.get(key)))),
        (error: unknown) => going.forEach((askers) => askers.forEach((asker) => asker.reject(error))),
      )
      .finally(end);
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0 && !(oneByOne && underWay > 0)) setImmediate(leave);
      const askers = waiting.get(key);
      if (askers) askers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
    });
}
