import type {
  adminFactorResetDecline,
  adminFactorResets,
  balanceClasses,
} from '@openmere/core/auth/second-factor/reset-console-contract.ts';
import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { memberBalances } from '../../ledger/balances.ts';
import { findIdentity } from '../../member/identity/identity-store.ts';
import { findMember, listFamily } from '../../member/store.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import { findAccounts } from '../../operator/operator-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { isFrozen } from '../freeze-store.ts';
import { listLogins } from '../login-record-store.ts';
import { listPasskeys } from '../passkey/passkey-store.ts';
import type { SigningOrigin } from '../wallet-message.ts';
import { announceReset } from './announce.ts';
import { findTotp } from './factor-store.ts';
import { endReset, listResets, lockReset } from './reset-store.ts';
import type { ListedReset } from './reset-store.ts';
import { standsAgainstFactor } from './stands.ts';

const LOGINS = 5;
/** One dollar each (rulebook §2). */
const dollars = ['USDT', 'USDO', 'POY'] as const;
type BalanceClass = (typeof balanceClasses)[number];

/** Admin/FactorResets. */
export async function listFactorResets(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminFactorResets>,
): Promise<CallResult<typeof adminFactorResets>> {
  const { tx } = ctx;
  const { state = 'open' } = input;
  const page = await readPage(
    { ...input, list: `factor resets ${state}` },
    (after, limit) => listResets(tx, { state, after, limit }),
    ({ id }) => id,
  );
  const now = await businessNow(tx);
  const list: CallOutput<typeof adminFactorResets>[] = [];
  for (const row of page.list) list.push(await showRow(tx, row, now));
  return { ...page, list };
}

async function showRow(tx: Tx, row: ListedReset, now: Date): Promise<CallOutput<typeof adminFactorResets>> {
  const member = await findMember(tx, row.member_id);
  const totp = await findTotp(tx, row.member_id);
  const logins = await listLogins(tx, { memberId: row.member_id, before: undefined, limit: LOGINS });
  const people = [row.maker_id, row.checker_id].filter((id) => id !== null);
  const accounts = await findAccounts(tx, people);
  return {
    id: row.id,
    time: row.asked_at.toISOString(),
    ready: row.ready_at.toISOString(),
    due: row.ready_at <= now,
    state: row.state,
    userid: row.member_id,
    nickname: member?.nickname ?? '',
    proof: row.proof,
    device: row.device,
    ip: row.ip,
    ipcountry: row.ip_country,
    knowndevice: row.known_device,
    knownnetwork: row.known_network,
    registered: (member?.registeredAt ?? row.asked_at).toISOString(),
    activated: member?.activatedAt?.toISOString() ?? null,
    country: member?.country ?? null,
    identity: (await findIdentity(tx, row.member_id))?.state ?? 'none',
    frozen: await isFrozen(tx, row.member_id),
    totpsince: totp?.setAt.toISOString() ?? null,
    stands: row.state === 'open' && (await standsAgainstFactor({ tx }, row)),
    passkeys: (await listPasskeys(tx, row.member_id)).length,
    balances: await classOf(tx, row.member_id),
    before: row.before,
    logins: logins.map((one) => ({
      time: one.at.toISOString(),
      kind: one.kind,
      device: one.device,
      ip: one.ip,
      ipcountry: one.ip_country,
      stopped: one.stopped,
      isnew: one.is_new,
    })),
    ended: row.ended_at?.toISOString() ?? null,
    by: people.length === 0 ? null : people.map((id) => accounts.get(id) ?? id).join(', '),
    reason: row.reason,
  };
}

/** How much the person holds in dollars, sub-accounts with it. */
async function classOf(tx: Tx, family: string): Promise<BalanceClass> {
  const members = await listFamily(tx, family);
  const held = await memberBalances(
    tx,
    members.map(({ id }) => id),
  );
  let sum = 0n;
  for (const coins of held.values())
    for (const coin of dollars) sum += (coins.get(coin)?.available ?? 0n) + (coins.get(coin)?.held ?? 0n);
  if (sum < oneCoin) return 'none';
  if (sum < 100n * oneCoin) return 'small';
  return sum < 10_000n * oneCoin ? 'medium' : 'large';
}

/** Admin/FactorResetDecline: saying no takes one person. Refusals in order: nofactorreset, factorresetended. */
export async function declineReset(
  ctx: Ctx<OperatorActor> & { signing: Pick<SigningOrigin, 'origin'> },
  { id, reason }: CallParsed<typeof adminFactorResetDecline>,
): Promise<void> {
  const { tx, actor } = ctx;
  const row = await lockReset(tx, id);
  if (!row) throw new Refusal('auth.nofactorreset');
  if (row.state !== 'open') throw new Refusal('auth.factorresetended');
  await endReset(tx, id, { state: 'declined', now: await businessNow(tx), makerId: actor.id, reason });
  await announceReset(ctx, { memberId: row.member_id, change: 'resetended' });
  await recordAudit(tx, actor, {
    action: 'factorreset.decline',
    subject: id,
    detail: { member: row.member_id, reason },
  });
}
