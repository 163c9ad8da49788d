import { randomBytes } from 'node:crypto';
import type { Envelope } from '@openmere/core/kit/call.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { sql } from 'kysely';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createRoot } from '../member/create-root.ts';
import { memberRoutes } from '../member/routes.ts';
import type { Member } from '../member/store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { createPuzzles } from '../platform/puzzle.ts';
import { createTestApi } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import type { Mail } from '../platform/outbox.ts';
import { open } from '../platform/secrets-box.ts';
import type { AuthDeps } from './deps.ts';
import { createGuards } from './guards.ts';
import { authRoutes } from './routes.ts';
import { createSessionLookup } from './session-lookup.ts';

/** A browser's cookies, kept between calls. */
export type Jar = { cookie?: string };
export type CallOptions = { token?: string; ip?: string; device?: string; lang?: number; jar?: Jar };
export type Person = { token: string; id: string; email: string };

/** The house behind its front door, with a clock that tests move; for tests of auth and member. */
export type Door = {
  db: Db;
  owner: Db;
  database: TestDatabase;
  api: TestApi;
  root: Member;
  deps: AuthDeps;
  /** Addresses that the house calls its own. */
  ours: Set<string>;
  now: () => Date;
  advance: (ms: number) => void;
  call: (path: string, input?: object, options?: CallOptions) => Promise<Envelope>;
  seal: (path: string, value: string) => Promise<string>;
  /** The mails that wait, oldest first. */
  mails: () => Promise<Mail[]>;
  /** Asks for a code and reads it from the mail. */
  codeFor: (email: string, purpose: string, options?: CallOptions) => Promise<string>;
  register: (email: string, more?: object, options?: CallOptions) => Promise<Person>;
  setPaypassword: (person: Person, paypassword: string, more?: object) => Promise<Envelope>;
  close: () => Promise<void>;
};

export const PASSWORD = 'correct horse 7';
export const REGISTRANT = { country: 'SG', agreements: 'user-1,privacy-1,risk-1' };
export const ORIGIN = 'https://app.openmere.example';
export const CHAIN_ID = 31337;
const COUNTRIES: Readonly<Record<string, string>> = {
  '203.0.113.86': 'CN',
  '203.0.113.1': 'US',
  '203.0.113.65': 'SG',
};

/** Counters at level 0: a few milliseconds of work. */
const PUZZLE_WORK = 4;

export function newWallet(): PrivateKeyAccount {
  return privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
}

export async function openDoor(): Promise<Door> {
  const database = await cloneDatabase();
  const { db } = database.connect('app', { max: 12 });
  const owner = database.connect('owner', { max: 2 }).db;
  const guardDb = database.connect('app', { max: 2 }).db;
  // Real puzzles, but small ones: the test solves for the owner and for those who attack.
  const guards = createGuards(guardDb, createPuzzles(guardDb, PUZZLE_WORK));
  let time = Date.UTC(2026, 4, 4, 12);
  const now = (): Date => new Date(time);
  const ours = new Set<string>();
  const rootWallet = newWallet().address;
  const root = await inTransaction(db, (tx) => createRoot(tx, { now: now(), walletAddress: rootWallet }));
  const deps = {
    guards,
    signing: { origin: ORIGIN, chainId: CHAIN_ID },
    isOurAddress: (_db: Db, address: string) => Promise.resolve(ours.has(address)),
    gatherOurAddress: async () => (_db: Db, address: string) => Promise.resolve(ours.has(address)),
    findByDepositAddress: () => Promise.resolve(undefined),
  };
  const api = await createTestApi({
    db,
    clock: now,
    sessions: createSessionLookup(db, now),
    countryOf: (ip) => COUNTRIES[ip] ?? null,
    routes: (routes) => {
      authRoutes(routes, deps);
      memberRoutes(routes, deps);
    },
  });
  const door = { db, owner, database, api, root, deps, ours, now, advance: (ms: number) => (time += ms) };
  return { ...door, ...helpers(door) };
}

type Frame = Pick<Door, 'db' | 'database' | 'api' | 'root' | 'now'> & { advance: (ms: number) => void };
type Helpers = Pick<Door, 'call' | 'seal' | 'mails' | 'codeFor' | 'register' | 'setPaypassword' | 'close'>;

function helpers({ db, database, api, root, now, advance }: Frame): Helpers {
  const call: Door['call'] = async (
    path,
    input = {},
    { token, ip = '127.0.0.1', device = 'test', lang = 2, jar } = {},
  ) => {
    const response = await api.server.inject({
      method: 'POST',
      url: `/${path}`,
      remoteAddress: ip,
      headers: {
        'user-agent': device,
        lang: String(lang),
        ...(token === undefined ? {} : { token }),
        ...(jar?.cookie === undefined ? {} : { cookie: jar.cookie }),
      },
      payload: input,
    });
    const given = [response.headers['set-cookie'] ?? []].flat().at(-1)?.split(';')[0];
    if (jar && given !== undefined) jar.cookie = given;
    // 429 is an answer too: the limit of one address.
    if (![200, 429].includes(response.statusCode))
      throw new Error(`${path}: ${response.statusCode} ${response.body}`);
    return response.json<Envelope>();
  };
  const seal: Door['seal'] = (path, value) => api.seal(path, value, now());
  const mails: Door['mails'] = async () => {
    const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(db);
    return rows.map((row) => JSON.parse(open(row.sealed)) as Mail);
  };
  const codeFor: Door['codeFor'] = async (email, purpose, options) => {
    advance(61_000);
    const sent = await call('Ctrls/SendCode_Mail', { email, purpose }, options);
    if (!sent.success) throw new Error(`no code: ${sent.msg}`);
    const mail = (await mails()).findLast((one) => one.to === email.toLowerCase());
    return String(mail?.params['code']).replaceAll(' ', '');
  };
  const register: Door['register'] = async (email, more = {}, options) => {
    const emailcode = await codeFor(email, 'register', options);
    const password = await seal('Users/Register', PASSWORD);
    const input = { email, emailcode, password, invitecode: root.invitationCode, ...REGISTRANT, ...more };
    const { success, data, msg } = await call('Users/Register', input, options);
    if (!success) throw new Error(`not registered: ${msg} ${JSON.stringify(data)}`);
    const { token, userid } = data as { token: string; userid: string };
    return { token, id: userid, email };
  };
  const setPaypassword: Door['setPaypassword'] = async (person, paypassword, more = {}) =>
    call(
      'Users/SetPaypassword',
      { paypassword: await seal('Users/SetPaypassword', paypassword), ...more },
      { token: person.token },
    );
  const close = async (): Promise<void> => {
    await api.close();
    await database.drop();
  };
  return { call, seal, mails, codeFor, register, setPaypassword, close };
}

/** Solves the puzzle of a refused answer, as the apps do. */
export async function solve(answer: Envelope): Promise<string> {
  const { puzzle } = (answer.data as { params: { puzzle?: string } }).params;
  if (puzzle === undefined) throw new Error(`no puzzle: ${JSON.stringify(answer.data)}`);
  const challenge = JSON.parse(puzzle) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
}

/** The reason of a refused answer; `ok` when it was not refused. */
export function reasonOf(answer: Envelope): string {
  return answer.success ? 'ok' : (answer.data as { reason: string }).reason;
}

/** Fewer than the lane of logins and codes has places (`platform/http/build.ts`): beyond them a call hears "busy", not its answer. */
const WAVE = 64;

/** Runs many calls, as many at once as the front door lets in. */
export async function together(
  count: number,
  start: (index: number) => Promise<Envelope>,
): Promise<Envelope[]> {
  const answers: Envelope[] = [];
  for (let from = 0; from < count; from += WAVE) {
    const size = Math.min(WAVE, count - from);
    answers.push(...(await Promise.all(Array.from({ length: size }, (_, index) => start(from + index)))));
  }
  return answers;
}

/** How often each reason came. */
export function tally(answers: readonly Envelope[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[reasonOf(answer)] = (counts[reasonOf(answer)] ?? 0) + 1;
  return counts;
}
