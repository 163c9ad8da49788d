import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Locale } from '@openmere/core/kit/language.ts';
import { sql } from 'kysely';
import type { PaypasswordDeps } from '../auth/check-paypassword.ts';
import { fund } from '../ledger/test-ledger.ts';
import { loadSanctions } from '../member/sanctions.ts';
import { createOperator } from '../operator/create-operator.ts';
import type { CreatedOperator } from '../operator/create-operator.ts';
import type { MemberActor, OperatorActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database, DatabaseRole, Db } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { unlockTestSecrets } from '../platform/http/test-api.ts';
import { newId } from '../platform/ids.ts';
import type { RequestDeps } from './request.ts';
import { requestWithdrawal } from './request.ts';

/** For tests: a database of its own with members, operators and money. */
export type House = {
  test: TestDatabase;
  app: Database;
  owner: Database;
  connect: (role: DatabaseRole) => Database;
  deps: RequestDeps;
  paypassword: PaypasswordDeps;
  close: () => Promise<void>;
};

export const rightPaypassword = 'right1';
let cheapHash: string | undefined;
export const testChainId = 31337;
const from = { ip: '127.0.0.1', country: null, device: 'test', locale: 'en' as Locale };

export async function openHouse(): Promise<House> {
  unlockTestSecrets();
  const test = await cloneDatabase();
  const app = test.connect('app', { max: 24 });
  const owner = test.connect('owner', { max: 4 });
  // Counting of wrong tries is proved in auth; races here must reach the ledger.
  const paypassword: PaypasswordDeps = {
    attempts: { reserve: () => Promise.resolve(), settle: () => Promise.resolve() },
  };
  cheapHash ??= await hash(rightPaypassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  await addRoot(owner.db);
  // Without a list nobody would be paid by rule.
  await inTransaction(owner.db, (tx) => loadSanctions(tx, 'house', `0x${'66'.repeat(20)}`));
  return {
    test,
    app,
    owner,
    connect: (role) => test.connect(role),
    paypassword,
    deps: { paypassword, chainId: testChainId },
    close: () => test.drop(),
  };
}

let lastWallet = 0;
/** A wallet address of nobody, different each time. */
export function newWallet(): `0x${string}` {
  lastWallet += 1;
  return `0x${'ab'.repeat(4)}${lastWallet.toString(16).padStart(8, '0')}${'cd'.repeat(12)}`;
}

export type MemberOptions = {
  coins?: number;
  asset?: string;
  wallet?: string | null;
  main?: MemberActor;
  exitOnly?: boolean;
};

const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
let lastCode = 0;
function newCode(): string {
  lastCode += 1;
  let text = '';
  for (let rest = lastCode * 7_919, place = 0; place < 6; place += 1, rest = Math.floor(rest / 32)) {
    text = codeAlphabet.charAt(rest % 32) + text;
  }
  return text;
}

/** A member with a bound wallet, a payment password, a known device and money. */
export async function addMember(house: House, options: MemberOptions = {}): Promise<MemberActor> {
  const db = house.owner.db;
  const id = newId('mem');
  const wallet = options.wallet === undefined ? newWallet() : options.wallet;
  await sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id, exit_only, wallet_address,
      wallet_bound_at, email)
    values (${id}, ${options.main?.id ?? null}, ${`Member ${id.slice(-6)}`}, ${id}, ${newCode()},
      (select id from member where inviter_id is null),
      ${options.exitOnly ?? false}, ${wallet}, ${wallet === null ? null : new Date(Date.now() - 90 * 86_400_000)},
      ${`${id}@example.org`})`.execute(db);
  await addLogin(house, id);
  if (options.coins) await fund(house.app.db, id, options.coins, options.asset);
  const family = options.main?.id ?? id;
  return { kind: 'member', id, family, sessionId: sessionOf(id), from };
}

const sessionOf = (memberId: string): string => `ses_${memberId.slice(4)}`;

async function addRoot(db: Db): Promise<void> {
  const id = newId('mem');
  await sql`insert into member (id, nickname, nickname_key, invitation_code, wallet_address, wallet_bound_at, activated_at)
    values (${id}, 'Root', ${id}, ${newCode()}, ${newWallet()}, now(), now())`.execute(db);
}

async function addLogin(house: House, id: string): Promise<void> {
  const db = house.owner.db;
  await sql`insert into pay_password (member_id, hash) values (${id}, ${cheapHash})`.execute(db);
  await sql`insert into pay_password_history (member_id, kind, at) values (${id}, 'first', now() - interval '80 days')`.execute(
    db,
  );
  await sql`insert into auth_session (id, member_id, token_hash, kind, device, device_hash, ip, expires_at, ends_at)
    values (${sessionOf(id)}, ${id}, ${id}, 'mail', 'test', ${id}, '127.0.0.1', now() + interval '1 day', now() + interval '1 day')`.execute(
    db,
  );
  await sql`insert into member_device (member_id, device_hash, device, ip, ip_prefix, first_seen_at)
    values (${id}, ${id}, 'test', ${`10.${lastCode % 250}.${Math.floor(lastCode / 250)}.1`}::inet, ${id}, now() - interval '80 days')`.execute(
    db,
  );
}

/** A withdrawal that passed long ago, so that the next one is nobody's first. Written beside the triggers. */
export async function addPast(
  house: House,
  member: MemberActor,
  coins = 1000,
  asset = 'USDT',
): Promise<void> {
  const id = newId('wdr');
  const amount = BigInt(coins) * 10n ** 18n;
  await inTransaction(house.owner.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
        minimum, multiple, address, status, decider, score, checks, requested_at, status_at, paid_tx, paid_block)
      values (${id}, ${`0x${id
        .slice(-26)
        .padStart(64, '0')
        .replace(/[^0-9a-f]/g, '0')}`}, ${member.id}, ${member.family},
        ${randomUUID()}, ${asset}, ${testChainId}, ${amount}, 0, ${amount}, 1, 1, ${newWallet()}, 'confirmed', 'operator', 0,
        '[]', now() - interval '40 days', now() - interval '40 days', ${`0x${'1'.repeat(64)}`}, 1)`.execute(
      tx,
    );
  });
}

export type TestOperator = OperatorActor & { made: CreatedOperator };
let lastOperator = 0;

export async function addOperator(
  house: House,
  role: OperatorActor['role'] = 'admin',
): Promise<TestOperator> {
  lastOperator += 1;
  const account = `operator${lastOperator}`;
  const made = await inTransaction(house.app.db, (tx) => createOperator(tx, { account, role }));
  return { kind: 'operator', id: made.id, account, role, sessionId: 'ops_test', from, made };
}

/** Asks for a withdrawal as the member's app does. */
export function request(
  house: House,
  member: MemberActor,
  amount: string,
  requestId: string = randomUUID(),
  coinid = 'USDT',
) {
  const input = { requestId, coinid, amount, paypassword: rightPaypassword };
  return inTransaction(house.app.db, (tx) => requestWithdrawal(tx, new Date(), member, input, house.deps));
}

/** Does `work` for each, at most `size` at a time: pools and queues of a process are bounded. */
export async function inChunks<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}
