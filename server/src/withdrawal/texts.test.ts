import { depositStatuses } from '@openmere/core/deposit/contract.ts';
import { depositErrors } from '@openmere/core/deposit/errors.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { operatorErrors } from '@openmere/core/operator/errors.ts';
import { transferErrors } from '@openmere/core/transfer/errors.ts';
import { withdrawalErrors } from '@openmere/core/withdrawal/errors.ts';
import { withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { expect, test } from 'vitest';
import { translate } from '../platform/text.ts';
import { riskChecks } from './risk.ts';

const params = {
  coin: 'USDT',
  minimum: '20',
  multiple: '20',
  maximum: '10000',
  address: '0xabc',
  seconds: 5,
  min: 12,
  name: 'a***z',
  target: 'OM-CODE',
  id: 'wdr_1',
  link: 'https://openmere.example/freeze',
  amount: '20',
  received: '19',
  reason: 'because',
  count: 2,
  state: 'new',
  hours: 3,
  largest: '40',
  result: 'held',
  status: 'sent',
  sender: '0xdef',
  confirmations: 1,
  needed: 2,
};
const keys = [
  ...Object.keys({ ...depositErrors, ...operatorErrors, ...transferErrors, ...withdrawalErrors }),
  ...['in', 'out'].map((direction) => `transfer.record.${direction}`),
  ...[...withdrawalStatuses, 'released'].map((status) => `withdrawal.status.${status}`),
  ...depositStatuses.flatMap((status) => [`deposit.status.${status}`, `setting.enum.deposit.${status}`]),
  ...withdrawalStatuses.map((status) => `setting.enum.withdrawal.${status}`),
  ...['barred', 'returned'].flatMap((mail) => [`deposit.mail.${mail}.subject`, `deposit.mail.${mail}.text`]),
  'transfer.mail.first.subject',
  'transfer.mail.first.text',
  ...riskChecks.map((check) => `withdrawal.check.${check}`),
  ...['requested', 'confirmed', 'rejected', 'failed', 'released'].flatMap((mail) => [
    `withdrawal.mail.${mail}.subject`,
    `withdrawal.mail.${mail}.text`,
  ]),
];

test.each(locales)(
  'behavior: every text of transfers, withdrawals and operators reads as a sentence in %s',
  (locale) => {
    for (const key of keys) {
      const text = translate(locale, key, params);
      expect(text, key).not.toBe(key);
      expect(text.trim().length, key).toBeGreaterThan(1);
      expect(text, key).not.toMatch(/[{}#]|undefined/);
      if (locale !== 'en') expect(text, key).not.toBe(translate('en', key, params));
    }
  },
);

test('behavior: each mail about money out names where it goes', () => {
  for (const locale of locales) {
    for (const mail of ['requested', 'confirmed', 'rejected', 'failed', 'released']) {
      expect(translate(locale, `withdrawal.mail.${mail}.text`, params)).toContain('0xabc');
    }
  }
});
