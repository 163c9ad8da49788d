import { hash, verify } from '@node-rs/argon2';
import { Fault } from '@openmere/core/kit/fault.ts';

/** argon2id is the library's default algorithm. 19 MiB and two passes: about 35 ms of one core (OWASP's first choice). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Work at the same time: more would only take memory and starve the rest of the process. */
const WORKERS_MAX = 2;
/** Callers that may wait, about two seconds of work; the next one hears "try again" at once (T28). */
const QUEUE_MAX = 100;

let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= WORKERS_MAX) {
    if (waiting.length >= QUEUE_MAX) throw new Fault('password.busy', { retry: true });
    // The one who finishes hands its place on, so `working` does not change here.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    working += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

/** argon2id in PHC format. Throws a Fault `password.busy` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash the same work is done on a decoy and the answer is no, so
 * that the time does not tell whether an account exists (T02).
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (stored !== undefined) return inTurn(() => verify(stored, password));
  decoy ??= hash('no account has this password', COST);
  const standIn = await decoy;
  await inTurn(() => verify(standIn, password));
  return false;
}
