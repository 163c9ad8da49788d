import { hash, verify } from '@node-rs/argon2';
import { Fault } from '@openmere/core/kit/fault.ts';

/** argon2id is the library's default algorithm. 19 MiB and two passes: about 35 ms of one core (OWASP's first choice). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Who waits for a hash: `money` is the payment password of a member who is signed in, `entry` all else (logins, new
 * passwords). Strangers can make as many of the latter as they like.
 */
export type HashLine = 'money' | 'entry';

/** Hashes at the same time, on the library's threads: more would only take memory and starve the rest of the process. */
const WORKERS_MAX = 2;
/** Of these for `entry`: however many logins come, the next payment password waits for none of them. */
const ENTRY_WORKERS_MAX = 1;
/** Callers that may wait in each line, about two seconds of work; the next one hears "try again" at once (T28). */
const WAITING_MAX: Readonly<Record<HashLine, number>> = { money: 100, entry: 50 };

const working: Record<HashLine, number> = { money: 0, entry: 0 };
const waiting: Record<HashLine, (() => void)[]> = { money: [], entry: [] };

function hasRoom(line: HashLine): boolean {
  if (working.money + working.entry >= WORKERS_MAX) return false;
  return line === 'money' || (working.entry < ENTRY_WORKERS_MAX && waiting.money.length === 0);
}

/** The next of each line who may go goes; money first. */
function callNext(): void {
  for (const line of ['money', 'entry'] as const) {
    while (waiting[line].length > 0 && hasRoom(line)) {
      working[line] += 1;
      waiting[line].shift()?.();
    }
  }
}

async function inTurn<T>(line: HashLine, work: () => Promise<T>): Promise<T> {
  if (waiting[line].length > 0 || !hasRoom(line)) {
    if (waiting[line].length >= WAITING_MAX[line]) throw new Fault('password.busy', { retry: true });
    // Whoever calls counts it as working.
    await new Promise<void>((resolve) => waiting[line].push(resolve));
  } else {
    working[line] += 1;
  }
  try {
    return await work();
  } finally {
    working[line] -= 1;
    callNext();
  }
}

/** argon2id in PHC format. Throws a Fault `password.busy` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn('entry', () => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash the same work is done on a decoy and the answer is no, so
 * that the time does not tell whether an account exists (T02).
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  line: HashLine = 'entry',
): Promise<boolean> {
  if (stored !== undefined) return inTurn(line, () => verify(stored, password));
  decoy ??= hash('no account has this password', COST);
  const standIn = await decoy;
  await inTurn(line, () => verify(standIn, password));
  return false;
}
