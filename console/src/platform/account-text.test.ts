// @vitest-environment happy-dom
import { entryKinds, namedAccounts } from '@openmere/core/operator/ledger-names.ts';
import { expect, test } from 'vitest';
import { accountText, kindText } from './account-text.ts';

test('refuses: an entry or an account that is no member’s without words', () => {
  for (const kind of entryKinds) expect(kindText(kind)).not.toBe(kind);
  for (const account of namedAccounts) expect(accountText(account, {})).not.toBe(account);
});
