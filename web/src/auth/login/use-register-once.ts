import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { useRef } from 'react';
import { call, CallRefused, Unreachable } from '../../platform/api-client.ts';
import { withPuzzle } from '../../platform/puzzle.ts';
import { sealSecret } from '../../platform/seal.ts';

type Request = Omit<InputOf<'Users/Register'>, 'password' | 'email'> & { email: string };
type Entered = OutputOf<'Users/Register'>;

/** The session of an account that is there already; undefined when it is not. */
async function logIn(account: string, password: string): Promise<Entered | undefined> {
  try {
    return await withPuzzle(async (solved) => {
      const sealed = await sealSecret(password, 'Users/UserLogin');
      return call('Users/UserLogin', { account, password: sealed, ...solved });
    });
  } catch (error) {
    if (error instanceof CallRefused) return undefined;
    throw error;
  }
}

/** Registers, and answers the session. Where the answer of an earlier try got lost, that try may have done it: its password leads in. */
export function useRegisterOnce(): (request: Request, password: string) => Promise<Entered> {
  const isUnsure = useRef(false);
  return async (request, password) => {
    const entered = isUnsure.current ? await logIn(request.email, password) : undefined;
    if (entered !== undefined) return entered;
    try {
      const sealed = await sealSecret(password, 'Users/Register');
      return await call('Users/Register', { ...request, password: sealed });
    } catch (error) {
      isUnsure.current = error instanceof Unreachable;
      throw error;
    }
  };
}
