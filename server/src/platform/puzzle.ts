import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from './db/schema.ts';
import { fingerprint } from './secrets-box.ts';

/**
 * Client puzzles (ALTCHA's protocol, its library): the browser tries counters until a key derived from one begins as asked.
 * The server keeps nothing until one is solved; making one costs it one derivation, looking at a solution one HMAC.
 */
export type Puzzles = {
  /** A puzzle for one subject, as text for the client. */
  make: (now: Date, subject: string, level: number) => Promise<string>;
  /** Whether this solves a puzzle for the subject at that level or near it; each solution counts once. */
  take: (now: Date, subject: string, level: number, solved: string) => Promise<boolean>;
};

const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of one derivation: under a millisecond of a server's core. */
const COST = 2_000;
/** Counters to try at level 0, at most: about a quarter of a second of one core; each level doubles it. */
const COUNTERS = 400;
/** Long enough for a slow phone at the hardest level. */
const LIFE_MS = 5 * 60_000;
/** An attack may grow while an honest browser works: a puzzle of up to two levels less still counts. */
const LEVEL_TOLERANCE = 2;

const payload = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({
      data: z.object({ subject: z.string(), level: z.number(), until: z.number(), counters: z.number() }),
      nonce: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** @param work the counters to try at level 0; smaller only in tests. */
export function createPuzzles(db: Kysely<Schema>, work = COUNTERS): Puzzles {
  return {
    make: (now, subject, level) => makePuzzle(now, subject, level, work),
    take: (now, subject, level, solved) => takeSolution(db, now, subject, level, solved),
  };
}

function secretsOf(): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  return {
    hmacSignatureSecret: fingerprint('puzzle challenge'),
    hmacKeySignatureSecret: fingerprint('puzzle key'),
  };
}

async function makePuzzle(now: Date, subject: string, level: number, work: number): Promise<string> {
  const counters = work * 2 ** level;
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    // From the half on, so that luck makes a factor of two and not more; the client can show how far it is at most.
    counter: randomInt(counters, Math.ceil(counters / 2)),
    data: { subject: fingerprint(subject), level, until: now.getTime() + LIFE_MS, counters },
    deriveKey,
    ...secretsOf(),
  });
  return JSON.stringify(challenge);
}

async function takeSolution(
  db: Kysely<Schema>,
  now: Date,
  subject: string,
  level: number,
  solved: string,
): Promise<boolean> {
  const parsed = payload.safeParse(jsonOf(solved));
  if (!parsed.success) return false;
  const { data, nonce } = parsed.data.challenge.parameters;
  const fits =
    data.subject === fingerprint(subject) &&
    data.until > now.getTime() &&
    data.level >= level - LEVEL_TOLERANCE;
  if (!fits) return false;
  // The library's type names every parameter; what was not ours fails at the signature.
  const { challenge, solution } = jsonOf(solved) as Parameters<typeof verifySolution>[0];
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf() });
  return verified && (await spendNonce(db, nonce, data.until));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function spendNonce(db: Kysely<Schema>, nonce: string, untilMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into used_nonce (nonce, expires_at) values (${fingerprint(`puzzle:${nonce}`)}, ${new Date(untilMs)})
    on conflict (nonce) do nothing returning nonce`.execute(db);
  return rows.length === 1;
}
