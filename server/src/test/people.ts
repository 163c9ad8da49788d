import { hash } from '@node-rs/argon2';
import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { sql } from 'kysely';
import { fund } from '../ledger/test-ledger.ts';
import { createOperator } from '../operator/create-operator.ts';
import type { CreatedOperator } from '../operator/create-operator.ts';
import type { MemberActor, OperatorActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { writeSetting } from '../setting/write.ts';
import type { TestContext } from './context.ts';

export const RIGHT_PAYPASSWORD = 'right1';
let cheapHash: string | undefined;
const from = { ip: '127.0.0.1', country: null, device: 'test', locale: 'en' as Locale };

let lastWallet = 0;
/** A wallet address of nobody, different each time. */
export function newWallet(): Hex {
  lastWallet += 1;
  return `0x${'ab'.repeat(4)}${lastWallet.toString(16).padStart(8, '0')}${'cd'.repeat(12)}`;
}

/** `wallet: null` for none; `coins` of `asset`, USDT unless told otherwise; activated only where told so. */
export type MemberOptions = {
  coins?: number;
  asset?: string;
  wallet?: string | null;
  country?: string | null;
  main?: MemberActor;
  /** The root unless told otherwise; must be activated. */
  inviter?: Pick<MemberActor, 'id'>;
  exitOnly?: boolean;
  activated?: boolean;
};
export type TestMember = MemberActor & { address: Hex | null };

let lastCode = 0;
function newCode(): string {
  lastCode += 1;
  const number = lastCode * 7_919;
  return makeInviteCode(Uint8Array.from({ length: 5 }, (_, digit) => Math.floor(number / 32 ** digit) % 32));
}

/** A member with a bound wallet, a payment password, a known device and money. */
export async function addMember(context: TestContext, options: MemberOptions = {}): Promise<TestMember> {
  const id = newId('mem');
  const { main, inviter = context.root, exitOnly = false, country = 'DE' } = options;
  const wallet = options.wallet === undefined ? newWallet() : options.wallet;
  await sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id, exit_only, country,
      wallet_address, wallet_bound_at, email)
    values (${id}, ${main?.id ?? null}, ${`Member ${id.slice(-6)}`}, ${id}, ${newCode()}, ${inviter.id}, ${exitOnly},
      ${country}, ${wallet}, ${wallet === null ? null : new Date(Date.now() - 90 * 86_400_000)},
      ${`${id}@example.org`})`.execute(context.owner);
  await addLogin(context.owner, id);
  if (options.activated) await activate(context, id);
  if (options.coins) await fund(context.db, id, options.coins, options.asset);
  const actor = { kind: 'member', id, family: main?.id ?? id, sessionId: sessionOf(id), from } as const;
  return { ...actor, address: wallet as Hex | null };
}

/** As the chain's event does. */
export async function activate(
  context: Pick<TestContext, 'owner'>,
  id: string,
  at = new Date(),
): Promise<void> {
  await sql`update member set activated_at = ${at} where id = ${id}`.execute(context.owner);
}

/** As two operators do. */
export function setBarred({ owner }: Pick<TestContext, 'owner'>, countries: string): Promise<void> {
  return inTransaction(owner, (tx) =>
    writeSetting({ tx }, { name: 'barredCountries', text: countries, changedBy: 'installation' }),
  );
}

const sessionOf = (memberId: string): string => `ses_${memberId.slice(4)}`;

async function addLogin(db: Db, id: string): Promise<void> {
  cheapHash ??= await hash(RIGHT_PAYPASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });
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

export type TestOperator = OperatorActor & { made: CreatedOperator };
let lastOperator = 0;

export async function addOperator(
  context: TestContext,
  role: OperatorActor['role'] = 'admin',
): Promise<TestOperator> {
  lastOperator += 1;
  const account = `operator${lastOperator}`;
  const made = await inTransaction(context.db, (tx) => createOperator({ tx }, { account, role }));
  return { kind: 'operator', id: made.id, account, role, sessionId: 'ops_test', from, made };
}
