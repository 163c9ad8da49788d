import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Envelope } from '@openmere/core/kit/call.ts';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../ledger/test-ledger.ts';
import { createLog } from '../platform/log.ts';
import { sendBatch } from '../platform/mail/relay.ts';
import { smtpSender } from '../platform/mail/sender.ts';
import type { MailSender } from '../platform/mail/sender.ts';
import { PASSWORD, openAuthApp, reasonOf, solve, withDeviceCode } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';

const OWNER = 'owner@example.org';
const PAY = 'pay word 7';
const HOUR = 3_600_000;

let app: AuthApp;
let smtp: SMTPServer;
let sender: MailSender;
const received: string[] = [];
let owner: { token: string; id: string; email: string };
let target: string;

beforeAll(async () => {
  app = await openAuthApp();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  sender = smtpSender(`smtp://127.0.0.1:${port}`, 'Openmere <no-reply@openmere.example>');
  owner = await app.register(OWNER, { username: 'owner' });
  expect(reasonOf(await app.setPaypassword(owner, PAY))).toBe('ok');
  await fund(app.db, owner.id, 100);
  target = app.root.invitationCode;
}, 60_000);
afterAll(async () => {
  sender.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await app.close();
});

/** What the owner's mailbox got since it was last looked into: the texts, as they came over SMTP. */
async function mailbox(): Promise<string[]> {
  const log = createLog('test', 'silent');
  const options = { db: app.db, sender, app: 'Openmere', log } as unknown as Parameters<typeof sendBatch>[0];
  while ((await sendBatch(options)) > 0) continue;
  const mails = await Promise.all(received.splice(0).map((raw) => PostalMime.parse(raw)));
  return mails.filter(({ to }) => to?.[0]?.address === OWNER).map(({ text }) => text ?? '');
}
async function login(password: string, ip: string, jar = {}): Promise<Envelope> {
  const attempt = async (more: object): Promise<Envelope> =>
    app.call(
      'Users/UserLogin',
      { account: 'owner', password: await app.seal('Users/UserLogin', password), ...more },
      { ip, jar },
    );
  return withDeviceCode(app, async (emailcode) => {
    const more = emailcode === undefined ? {} : { emailcode };
    const answer = await attempt(more);
    const isPuzzle = !answer.success && 'puzzle' in ((answer.data as { params?: object }).params ?? {});
    return isPuzzle ? attempt({ ...more, puzzle: await solve(answer) }) : answer;
  });
}
const send = async (token: string) =>
  reasonOf(
    await app.call(
      'Wallet/Transfer',
      {
        requestId: randomUUID(),
        coinid: 'USDT',
        amount: '20',
        target,
        paypassword: await app.seal('Wallet/Transfer', PAY),
      },
      { token },
    ),
  );
const freeze = async (link: string) => reasonOf(await app.call('Users/Freeze', { link }));
const unfreeze = async (token: string, proof: { paypassword?: string; emailcode?: string }) => {
  const { paypassword, ...rest } = proof;
  const sealed = paypassword && (await app.seal('Users/Unfreeze', paypassword));
  return reasonOf(
    await app.call('Users/Unfreeze', { ...rest, ...(sealed ? { paypassword: sealed } : {}) }, { token }),
  );
};

test('behavior: the mail about an attack freezes by its link and the owner alone lifts it, with payment password and mailbox', async () => {
  await mailbox();
  // Strangers work for their tries until the owner is told.
  for (let index = 0; index < 40; index += 1) await login(`guess ${index}`, `10.1.${index}.1`);
  const [attack, ...others] = await mailbox();
  expect(others).toEqual([]);
  const link = /#\/pages\/login\/freeze\?link=([\w-]+)/.exec(attack ?? '')?.[1] ?? '';
  expect(link.length).toBeGreaterThan(20);
  expect(await send(owner.token)).toBe('ok');
  // Who was paid for the first time is told by mail, too.
  await mailbox();
  expect(await freeze(`${link.slice(0, -1)}${link.endsWith('a') ? 'b' : 'a'}`)).toBe('auth.badfreezelink');

  expect(await freeze(link)).toBe('ok');
  // The session that was open is over; who is told is the owner, once, however often it is pressed.
  expect(await send(owner.token)).toBe('request.notlogin');
  expect(await freeze(link)).toBe('ok');
  const frozen = await mailbox();
  expect(frozen).toHaveLength(1);
  expect(frozen[0]).toContain('frozen');

  // The owner still gets in, and sees it; nothing leaves.
  const again = await login(PASSWORD, '127.77.1.1');
  expect(reasonOf(again)).toBe('ok');
  const { token } = again.data as { token: string };
  expect(await send(token)).toBe('ledger.frozen');
  // Three days do not lift it: it has no end.
  app.advance(72 * HOUR);
  expect(await send(token)).toBe('ledger.frozen');
  await mailbox();

  // Neither half of the proof is enough, and a wrong one is none.
  expect(await unfreeze(token, {})).toBe('auth.wrongpaypassword');
  expect(await unfreeze(token, { paypassword: 'not it 1' })).toBe('auth.wrongpaypassword');
  app.advance(HOUR);
  expect(await unfreeze(token, { paypassword: PAY })).toBe('auth.badcode');
  expect(await unfreeze(token, { paypassword: PAY, emailcode: '000000' })).toBe('auth.badcode');
  app.advance(HOUR);
  const asked = await app.call('Ctrls/SendCode_Mail', { email: OWNER, purpose: 'password' }, { token });
  expect(reasonOf(asked)).toBe('ok');
  const code = /\b(\d{3,4}(?: \d{3,4})+|\d{6})\b/
    .exec((await mailbox()).at(-1) ?? '')?.[1]
    ?.replaceAll(' ', '');
  expect(await unfreeze(token, { paypassword: PAY, emailcode: code ?? '' })).toBe('ok');
  expect(await send(token)).toBe('ok');
  expect(await unfreeze(token, { paypassword: PAY, emailcode: code ?? '' })).toBe('auth.notfrozen');

  // The link goes on working for its week, and no longer.
  app.advance(8 * 24 * HOUR);
  expect(await freeze(link)).toBe('auth.badfreezelink');
}, 60_000);
