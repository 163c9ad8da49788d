import { checkPassword } from '@openmere/core/auth/password.ts';
import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { useConfig } from '../../setting/use-config.ts';

/** Rulebook §1, while the configuration has not come. */
const DEFAULT_MIN = 6;

export type PasswordCheck = {
  min: number;
  check: (password: string, names: readonly string[]) => Promise<Refusal | undefined>;
};

/** The server's own rule for new passwords; its long list of common ones is fetched only when one is checked. */
export function usePasswordRule(): PasswordCheck {
  const min = Number(useConfig()?.get('password.min') ?? DEFAULT_MIN);
  async function check(password: string, names: readonly string[]): Promise<Refusal | undefined> {
    const { isCommonPassword } = await import('@openmere/core/auth/common-passwords.ts');
    return checkPassword(password, { min, isCommon: isCommonPassword, names });
  }
  return { min, check };
}
