import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { operatorRoles } from '@openmere/core/kit/call.ts';
import type { Ctx } from '../platform/context.ts';
import { hashPassword } from '../platform/passwords.ts';
import { seal } from '../platform/secrets-box.ts';
import { newTotpSecret } from '../platform/totp.ts';
import { recordAudit } from './audit-store.ts';
import { createOperator, newPassword } from './create-operator.ts';
import type { CreatedOperator } from './create-operator.ts';
import { endAllSessions, lockOperators, renewOperator, saveDisabled } from './operator-store.ts';
import { endProposalsOf } from './proposal-store.ts';

/** Why nothing was done, for who runs the command (app/operators.ts). */
export class OperatorProblem extends Error {}

/** As the table keeps them (migration 0042). */
const ACCOUNT = /^[a-z0-9][a-z0-9._@-]{2,63}$/;
/** Four eyes need two of them (rulebook §5). */
const ADMINS_MIN = 2;
const INSTALLATION = { id: 'system', account: 'installation' };

type At = Pick<Ctx, 'tx' | 'now'>;

const isRole = (text: string): text is OperatorRole => operatorRoles.some((one) => one === text);

/** Makes an operator with a one-time password. A name stands for one person for ever, and a role does not change. */
export async function addOperator(
  { tx }: Pick<Ctx, 'tx'>,
  { account, role }: { account: string; role: string },
): Promise<CreatedOperator> {
  if (!ACCOUNT.test(account))
    throw new OperatorProblem(
      'an account has 3 to 64 characters: a to z, digits, . _ @ -, the first a letter or digit',
    );
  if (!isRole(role)) throw new OperatorProblem(`a role is one of ${operatorRoles.join(', ')}`);
  if ((await lockOperators(tx)).some((one) => one.account === account))
    throw new OperatorProblem(`${account} was given before: a name never passes to another person`);
  return createOperator({ tx }, { account, role, oneTime: true });
}

/**
 * For a lost phone or password, and who comes back: both are made anew, every session ends with what was proposed in it (it may have
 * been somebody else's), and the account is active.
 */
export async function resetOperator({ tx, now }: At, account: string): Promise<CreatedOperator> {
  const { id, role } = await find({ tx }, account);
  const password = newPassword();
  const totpSecret = newTotpSecret();
  await renewOperator(tx, id, { passwordHash: await hashPassword(password), totpSecret: seal(totpSecret) });
  await endAllSessions(tx, now, id);
  await endProposalsOf(tx, id, 'operator.reset');
  await recordAudit(tx, INSTALLATION, { action: 'operator.reset', subject: account, detail: { role } });
  return { id, account, password, totpSecret };
}

/** Ends an operator's access and open proposals at once. Refused where fewer than two administrators would be left. */
export async function disableOperator({ tx, now }: At, account: string): Promise<void> {
  const { id, role, disabled_at: disabledAt, all } = await find({ tx }, account);
  if (disabledAt !== null) throw new OperatorProblem(`${account} is disabled already`);
  const others = all.filter((one) => one.id !== id && one.role === 'admin' && one.disabled_at === null);
  if (role === 'admin' && others.length < ADMINS_MIN)
    throw new OperatorProblem(
      'two administrators must stay, since much takes two of them: add another first',
    );
  await saveDisabled(tx, now, id);
  await endAllSessions(tx, now, id);
  await endProposalsOf(tx, id, 'operator.disable');
  await recordAudit(tx, INSTALLATION, { action: 'operator.disable', subject: account, detail: { role } });
}

/** All are locked, so that two commands at once do not both count the other's administrator. */
async function find({ tx }: Pick<Ctx, 'tx'>, account: string) {
  const all = await lockOperators(tx);
  const found = all.find((one) => one.account === account);
  if (!found) throw new OperatorProblem(`there is no operator ${JSON.stringify(account)}`);
  return { ...found, all };
}
