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
  const token = request.headers['token'];
  return typeof token === 'string' && TOKEN.test(token) ? find(hashToken(token)) : undefined;
}

type Waiting<T> = { resolve: (found: T | undefined) => void; reject: (error: unknown) => void };

/** Lookups of one turn of the event loop become one query (goals.md, HTTP). */
export function gatherLookups<T>(
  findMany: (keys: string[]) => Promise<Map<string, T>>,
): (key: string) => Promise<T | undefined> {
  let waiting = new Map<string, Waiting<T>[]>();
  const leave = (): void => {
    const going = waiting;
    waiting = new Map();
    findMany([...going.keys()]).then(
      (found) => going.forEach((askers, key) => askers.forEach((asker) => asker.resolve(found.get(key)))),
      (error: unknown) => going.forEach((askers) => askers.forEach((asker) => asker.reject(error))),
    );
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(leave);
      const askers = waiting.get(key);
      if (askers) askers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
    });
}
