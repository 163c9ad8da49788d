import { isCommonPassword } from '@openmere/core/auth/common-passwords.ts';
import { checkPassword } from '@openmere/core/auth/password.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';

/** Refuses a login or payment password that is not good enough; see checkPassword for the order of refusals. */
export async function checkNewPassword(
  ctx: Pick<Ctx, 'tx'>,
  { password, names }: { password: string; names: readonly string[] },
): Promise<void> {
  const { tx } = ctx;
  const { passwordMin } = await readSettings(tx);
  refuse(checkPassword(password, { min: passwordMin, isCommon: isCommonPassword, names }));
}
