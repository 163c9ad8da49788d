import { randomBytes } from 'node:crypto';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { OPERATOR_PASSWORD_MIN } from '@openmere/core/operator/rules.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { seal } from '../platform/secrets-box.ts';
import { newTotpSecret } from '../platform/totp.ts';
import { recordAudit } from './audit-store.ts';
import { insertOperator } from './operator-store.ts';

export type NewOperator = {
  account: string;
  role: OperatorRole;
  password?: string;
  totpSecret?: string;
  /** The password works once: the first login must bring a new one. For real installations. */
  oneTime?: boolean;
};
/** Shown once, at the installation; the database holds a hash and a sealed secret. */
export type CreatedOperator = { id: string; account: string; password: string; totpSecret: string };

/** 144 bits: nobody types it twice, nobody guesses it. */
export const newPassword = (): string => randomBytes(18).toString('base64url');

/**
 * Makes an operator; there is no self-registration (threats.md T27). Password and TOTP secret are made when left out.
 * For the seed: call it twice with role admin, since large withdrawals need two. Secrets must be unlocked.
 */
export async function createOperator(ctx: Pick<Ctx, 'tx'>, operator: NewOperator): Promise<CreatedOperator> {
  const { tx } = ctx;
  const account = operator.account.trim().toLowerCase();
  const password = operator.password ?? newPassword();
  assert(password.length >= OPERATOR_PASSWORD_MIN, 'an operator password is long');
  const totpSecret = operator.totpSecret ?? newTotpSecret();
  const id = newId('opr');
  await insertOperator(tx, {
    id,
    account,
    role: operator.role,
    password_hash: await hashPassword(password),
    totp_secret: seal(totpSecret),
    must_change: operator.oneTime ?? false,
    disabled_at: null,
  });
  await recordAudit(
    tx,
    { id: 'system', account: 'installation' },
    {
      action: 'operator.create',
      subject: account,
      detail: { role: operator.role },
    },
  );
  return { id, account, password, totpSecret };
}
