import { checkPassword } from '@openmere/core/auth/password.ts';
import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { passwordMin } from '@openmere/core/setting/account.ts';
import { useSetting } from '../../setting/use-setting.ts';

export type PasswordCheck = {
  min: number;
  check: (password: string, names: readonly string[]) => Promise<Refusal | undefined>;
};

/** The server's own rule for new passwords; its long list of common ones is fetched only when one is checked. */
export function usePasswordRule(): PasswordCheck {
  const min = useSetting(passwordMin);
  async function check(password: string, names: readonly string[]): Promise<Refusal | undefined> {
    const { isCommonPassword } = await import('@openmere/core/auth/common-passwords.ts');
    return checkPassword(password, { min, isCommon: isCommonPassword, names });
  }
  return { min, check };
}
