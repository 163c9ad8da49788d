import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Browser } from '../actor.ts';
import { fingerprint } from '../secrets-box.ts';
import { newToken } from '../tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    browser: Browser | null;
  }
}

/** 400 days: the longest that browsers keep one. */
const MAX_AGE_S = 400 * 86_400;
const VALUE = /^[A-Za-z0-9_-]{20,128}$/;

/**
 * The browser's own random name in a cookie, of which only a keyed hash is kept. It says nothing of a person and opens
 * nothing: it only tells a browser that proved something before from everybody else (rulebook §1; OWASP's device cookie).
 * Reads the cookie once per request, before anything else. `name` differs by surface: cookies are shared between ports.
 */
export function browserHook(origin: string, name: string) {
  const isSecure = origin.startsWith('https:');
  const fullName = isSecure ? `__Host-${name}` : name;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const value = readCookie(request.headers.cookie, fullName);
    request.browser = {
      hash: value === undefined ? undefined : hashOf(value),
      rename: () => {
        const renamed = newToken();
        reply.header(
          'set-cookie',
          `${fullName}=${renamed}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
        );
        return hashOf(renamed);
      },
    };
  };
}

function hashOf(value: string): string {
  return fingerprint(`browser:${value}`);
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  const part = header?.split(';').find((one) => one.trim().startsWith(`${name}=`));
  const value = part?.slice(part.indexOf('=') + 1).trim();
  return value !== undefined && VALUE.test(value) ? value : undefined;
}
