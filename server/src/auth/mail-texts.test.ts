import { authErrors } from '@openmere/core/auth/errors.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { memberErrors } from '@openmere/core/member/errors.ts';
import { describe, expect, test } from 'vitest';
import { translate } from '../platform/text.ts';

const params = {
  code: '004711',
  minutes: 10,
  email: 's***@example.org',
  length: 6,
  seconds: 60,
  min: 6,
  max: 20,
  device: 'Phone',
  ip: '192.0.2.1',
  country: 'SG',
  time: '2026-05-04T12:00:00.000Z',
  until: '2026-05-05T12:00:00.000Z',
  link: 'https://app.example.org/#/pages/login/freeze?link=abc',
  address: `0x${'ab'.repeat(20)}`,
};
const mails = [
  ...['login', 'register', 'bind', 'password', 'paypassword', 'wallet', 'device'].map(
    (purpose) => `auth.code.${purpose}`,
  ),
  'auth.newdevice',
  'auth.totpon',
  'auth.totpoff',
  'auth.recoveryused',
  'auth.recoverymade',
  'auth.passkeyadded',
  'auth.passkeyremoved',
  'auth.passwordchanged',
  'auth.paypasswordset',
  'auth.paypasswordchanged',
  'member.emailchanged',
  'member.subindependent',
  'member.walletbound',
  'member.activated',
];

describe.each(locales)('texts in %s', (locale) => {
  test('behavior: every mail has a subject of one line and a text, with all its figures', () => {
    for (const mail of mails) {
      const subject = translate(locale, `${mail}.subject`, params);
      const text = translate(locale, `${mail}.text`, params);
      expect(subject).not.toBe(`${mail}.subject`);
      expect(text).not.toBe(`${mail}.text`);
      expect(subject).not.toMatch(/[\r\n{}]/);
      expect(text).not.toMatch(/[{}]/);
      if (mail.startsWith('auth.code.'))
        expect([subject, text].every((part) => part.includes('004711'))).toBe(true);
    }
  });

  test('behavior: every refusal has its sentence', () => {
    for (const code of [...Object.keys(authErrors), ...Object.keys(memberErrors)]) {
      const sentence = translate(locale, code, params);
      expect(sentence).not.toBe(code);
      expect(sentence).not.toMatch(/[{}]|undefined/);
    }
  });
});
