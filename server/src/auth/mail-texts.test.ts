import { authErrors } from '@openmere/core/auth/errors.ts';
import { UNKNOWN_DEVICE } from '@openmere/core/kit/device.ts';
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
  phone: '+65***67',
  kind: 'bank',
  bank: 'Harbour Bank',
  account: '•••• 3000',
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
  'auth.frozen',
  'auth.frozenbystaff',
  'auth.resetasked',
  'auth.resetstands',
  'auth.resetended',
  'auth.resetdone',
  'auth.passwordchanged',
  'auth.paypasswordset',
  'auth.paypasswordchanged',
  'member.emailchanged',
  'member.subindependent',
  'member.walletbound',
  'member.phonebound',
  'member.payableadded',
  'member.activated',
  'member.picturestaken',
];
/** News of what only the owner should have done: one press stops it. */
const freezable = [
  'auth.newdevice',
  'auth.passwordchanged',
  'auth.paypasswordset',
  'auth.paypasswordchanged',
  'member.emailchanged',
  'member.subindependent',
  'member.walletbound',
  'member.phonebound',
  'member.payableadded',
];

test('behavior: the code of a security change says all that it opens: whoever is talked into reading it out is told', () => {
  expect(translate('en', 'auth.code.password.text', params)).toMatch(
    /login password.*two-step verification.*passkey.*unfreezing.*closing/,
  );
  expect(translate('en', 'auth.code.bind.text', params)).toMatch(/e-mail.*phone number/);
});

describe.each(locales)('texts in %s', (locale) => {
  test('behavior: every mail has a subject of one line and a text, with all its figures', () => {
    for (const mail of mails) {
      const subject = translate(locale, `${mail}.subject`, params);
      const text = translate(locale, `${mail}.text`, params);
      expect(subject).not.toBe(`${mail}.subject`);
      expect(text).not.toBe(`${mail}.text`);
      expect(subject).not.toMatch(/[\r\n{}]/);
      expect(text).not.toMatch(/[{}]/);
      if (freezable.includes(mail)) expect(text).toContain(params.link);
      if (mail.startsWith('auth.code.'))
        expect([subject, text].every((part) => part.includes('004711'))).toBe(true);
    }
  });

  test('behavior: a device that did not say what it is is called unknown in the language of the mail', () => {
    for (const mail of ['auth.code.device', 'auth.newdevice']) {
      const text = translate(locale, `${mail}.text`, { ...params, device: UNKNOWN_DEVICE });
      if (locale !== 'en') expect(text).not.toContain(UNKNOWN_DEVICE);
      expect(text).not.toBe(translate(locale, `${mail}.text`, { ...params, device: '' }));
      expect(text).not.toMatch(/[{}]/);
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
