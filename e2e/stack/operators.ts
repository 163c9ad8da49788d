import * as OTPAuth from 'otpauth';
import { callAt, sealAt, until } from './member-api.ts';
import type { DevFacts } from './stack.ts';

/** The code that the operator's authenticator shows now. */
export function totpOf(secret: string): string {
  return new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).generate();
}

/** Logs an operator in over the console's origin. A code works once, so a second login waits for the next one. */
export async function loginOperator(facts: DevFacts, index: 0 | 1): Promise<string> {
  const operator = facts.operators[index];
  if (!operator) throw new Error('dev.json names fewer than two operators');
  let token = '';
  await until(
    'a fresh authenticator code',
    async () => {
      try {
        const password = await sealAt(facts.consoleUrl, operator.password, 'Admin/Login');
        token = (
          await callAt(facts.consoleUrl, 'Admin/Login', {
            account: operator.account,
            password,
            totp: totpOf(operator.totpSecret),
          })
        ).token;
      } catch (error) {
        if (!String(error).includes('badlogin')) throw error;
      }
      return token !== '';
    },
    40_000,
  );
  return token;
}
