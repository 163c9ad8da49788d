import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guest } from '../actor.ts';
import { fingerprint } from '../secrets-box.ts';
import { newToken } from '../tokens.ts';
import { readCookie } from './browser-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    guest: Guest | null;
  }
}

const NAME = 'openmere-guest';
/** So long what a browser without a login left behind is kept. */
const MAX_AGE_S = 30 * 86_400;

/**
 * A random name of a browser without a login, in a cookie that is made when there is something to keep for it. Only a keyed hash
 * of it is kept. It says nothing of a person, and names nothing that anybody else could ask for.
 */
export function guestHook(origin: string) {
  const isSecure = origin.startsWith('https:');
  const name = isSecure ? `__Host-${NAME}` : NAME;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const value = readCookie(request.headers.cookie, name);
    let hash = value === undefined ? undefined : hashOf(value);
    request.guest = {
      get hash() {
        return hash;
      },
      begin: () => {
        const token = newToken();
        hash = hashOf(token);
        reply.header('set-cookie', `${name}=${token}; Max-Age=${MAX_AGE_S}; ${attributes}`);
        return hash;
      },
      end: () => {
        hash = undefined;
        reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
      },
    };
  };
}

function hashOf(value: string): string {
  return fingerprint(`guest:${value}`);
}
