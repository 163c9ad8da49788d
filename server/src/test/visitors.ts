import { randomBytes } from 'node:crypto';
import type { Envelope } from '@openmere/core/kit/call.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { sql } from 'kysely';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { AuthDeps } from '../auth/deps.ts';
import { createGuards } from '../auth/guards.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Mail } from '../platform/outbox.ts';
import { createPuzzles } from '../platform/puzzle.ts';
import { open } from '../platform/secrets-box.ts';
import { ORIGIN, openTestApp } from './app.ts';
import type { TestApp, TestAppOptions } from './app.ts';

/** A browser's cookies, kept between calls. */
export type Jar = { cookie?: string };
export type CallOptions = { token?: string; ip?: string; device?: string; lang?: number; jar?: Jar };
export type Person = { token: string; id: string; email: string };

/** The app as visitors and members call it, with a clock that tests move. */
export type AuthApp = TestApp & {
  deps: AuthDeps;
  now: () => Date;
  advance: (ms: number) => void;
  call: (path: string, input?: object, options?: CallOptions) => Promise<Envelope>;
  /** The mails that wait, oldest first. */
  mails: () => Promise<Mail[]>;
  /** Asks for a code and reads it from the mail. */
  codeFor: (email: string, purpose: string, options?: CallOptions) => Promise<string>;
  register: (email: string, more?: object, options?: CallOptions) => Promise<Person>;
  setPaypassword: (person: Person, paypassword: string, more?: object) => Promise<Envelope>;
};

export const PASSWORD = 'correct horse 7';
export const REGISTRANT = { country: 'SG', agreements: 'user-1,privacy-1,risk-1' };
/** A contract of ours. */
export const OUR_ADDRESS = `0x${'5e'.repeat(20)}` as const;
const COUNTRIES: Readonly<Record<string, string>> = {
  '203.0.113.86': 'CN',
  '203.0.113.1': 'US',
  '203.0.113.65': 'SG',
};

/** Counters at level 0: a few milliseconds of work. */
const PUZZLE_WORK = 4;

export function newSigner(): PrivateKeyAccount {
  return privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
}

export async function openAuthApp(options: Pick<TestAppOptions, 'rpc'> = {}): Promise<AuthApp> {
  let time = Date.UTC(2026, 4, 4, 12);
  const now = (): Date => new Date(time);
  // Real puzzles, but small ones: the test solves for the owner and for those who attack.
  const puzzlesOf = (db: Db) => createPuzzles(db, PUZZLE_WORK);
  const app = await openTestApp({
    clock: now,
    puzzlesOf,
    countryOf: (ip) => COUNTRIES[ip] ?? null,
    contracts: { pair: OUR_ADDRESS },
    ...options,
  });
  const guardDb = app.clone.connect('app', { max: 2 }).db;
  const guards = createGuards(guardDb, puzzlesOf(guardDb));
  const deps = { guards, signing: { origin: ORIGIN, chainId: TEST_CHAIN_ID } };
  const advance = (ms: number): void => {
    time += ms;
  };
  return { ...app, deps, now, advance, ...callsOf(app, advance) };
}

type Calls = Pick<AuthApp, 'call' | 'mails' | 'codeFor' | 'register' | 'setPaypassword'>;

function callsOf({ db, servers, root, seal }: TestApp, advance: (ms: number) => void): Calls {
  const call: AuthApp['call'] = async (
    path,
    input = {},
    { token, ip = '127.0.0.1', device = 'test', lang = 2, jar } = {},
  ) => {
    const response = await servers.member.inject({
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
  const mails: AuthApp['mails'] = async () => {
    const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(db);
    return rows.map((row) => JSON.parse(open(row.sealed)) as Mail);
  };
  const codeFor: AuthApp['codeFor'] = async (email, purpose, options) => {
    advance(61_000);
    const sent = await call('Ctrls/SendCode_Mail', { email, purpose }, options);
    if (!sent.success) throw new Error(`no code: ${sent.msg}`);
    const mail = (await mails()).findLast((one) => one.to === email.toLowerCase());
    return String(mail?.params['code']).replaceAll(' ', '');
  };
  const register: AuthApp['register'] = async (email, more = {}, options) => {
    const emailcode = await codeFor(email, 'register', options);
    const password = await seal('Users/Register', PASSWORD);
    const input = { email, emailcode, password, invitecode: root.invitationCode, ...REGISTRANT, ...more };
    const { success, data, msg } = await call('Users/Register', input, options);
    if (!success) throw new Error(`not registered: ${msg} ${JSON.stringify(data)}`);
    const { token, userid } = data as { token: string; userid: string };
    return { token, id: userid, email };
  };
  const setPaypassword: AuthApp['setPaypassword'] = async (person, paypassword, more = {}) =>
    call(
      'Users/SetPaypassword',
      { paypassword: await seal('Users/SetPaypassword', paypassword), ...more },
      { token: person.token },
    );
  return { call, mails, codeFor, register, setPaypassword };
}

/** Solves the puzzle of a refused answer, as the apps do. */
export async function solve(answer: Envelope): Promise<string> {
  const { puzzle } = (answer.data as { params: { puzzle?: string } }).params;
  if (puzzle === undefined) throw new Error(`no puzzle: ${JSON.stringify(answer.data)}`);
  const challenge = JSON.parse(puzzle) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
}

/** Goes on with the code that a login by password from somewhere unknown asks for, as its owner does. */
export async function withDeviceCode(
  app: Pick<AuthApp, 'mails'>,
  login: (emailcode?: string) => Promise<Envelope>,
): Promise<Envelope> {
  const answer = await login();
  if (reasonOf(answer) !== 'auth.needcode') return answer;
  const mail = (await app.mails()).findLast(({ template }) => template === 'auth.code.device');
  return login(String(mail?.params['code']).replaceAll(' ', ''));
}

/** The reason of a refused answer; `ok` when it was not refused. */
export function reasonOf(answer: Envelope): string {
  return answer.success ? 'ok' : (answer.data as { reason: string }).reason;
}

/** Fewer than the lane of logins and codes has places (`platform/http/build.ts`): beyond them a call hears "busy", not its answer. */
const WAVE = 64;

/** Runs many calls, as many at once as the front door lets in. */
export async function inWaves(
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
