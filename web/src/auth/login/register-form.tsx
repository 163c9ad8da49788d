import { refuse } from '@openmere/core/kit/refusal.ts';
import { checkUsername } from '@openmere/core/member/rules.ts';
import { useEffect, useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { EmailField } from '../../parts/email-field.tsx';
import { Form } from '../../parts/form.tsx';
import { MailCodeDigits, useSending } from '../../parts/mail-code-field.tsx';
import type { Sent } from '../../parts/mail-code-field.tsx';
import type { Sending } from '../../parts/mail-code-field.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import type { Attempt } from '../../parts/use-attempt.ts';
import { useMailMissing } from '../../parts/use-mail-missing.ts';
import { dropDraft, keepDraft, readDraft } from '../../platform/drafts.ts';
import { back, push, replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { keptInviteCode } from '../../platform/storage.ts';
import { Segments } from '../../ui/segments.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { agreementProblems, codeProblems, countryProblems, inviteProblems } from '../field-problems.ts';
import { rememberLoginPassword } from '../password/known-login-password.ts';
import { NewPasswordFields, useNewPassword } from '../password/new-password-fields.tsx';
import { newPasswordProblems, usernameProblems } from '../password/password-problems.ts';
import { UsernameField } from '../password/username-field.tsx';
import { finishLogin } from './finish-login.ts';
import { ConsentField, InviteFields } from './registrant-fields.tsx';
import { useRegisterOnce } from './use-register-once.ts';
import { useRegistrant } from './use-registrant.ts';
import type { Registrant } from './use-registrant.ts';
import css from './register-form.module.css';

const REGISTER_PATH = '/pages/login/login';
/** Which refusals stand in which part; a refusal of the last call leads back to its part. */
const shownIn = [
  [...inviteProblems, ...countryProblems],
  codeProblems,
  [...agreementProblems, ...newPasswordProblems, ...usernameProblems],
] as const;
const partTitles = ['invite', 'mail', 'password'] as const;

function toPart(part: number): void {
  push(REGISTER_PATH, { step: 'register', part: String(part + 1) });
}

/** The code that still counts after a reload. */
function sentBefore({
  email,
  sentTo,
  sentAt,
  sentUntil,
  sentLength,
}: Record<string, string>): Sent | undefined {
  if (email === undefined || email === '' || email !== sentTo) return undefined;
  return { email, at: Number(sentAt), until: Number(sentUntil), length: Number(sentLength) };
}

/** An invitation that was opened since what was typed then is the newer wish. */
function startOf({ invite = '', link = '', ...draft }: Record<string, string>) {
  return { ...draft, invite: link === (keptInviteCode() ?? '') ? invite : '' } as Record<string, string>;
}

const nothingTyped = { code: '', username: '', agreed: '' };
/** What is no longer asked for when somebody looks at another page in between; a reload forgets it. */
let typed = nothingTyped;
addEventListener('pagehide', () => {
  typed = nothingTyped;
});

/** Everything typed so far but secrets outlives a reload. */
function useRegistration() {
  const [start] = useState(() => startOf(readDraft('register')));
  const registrant = useRegistrant(start, typed.agreed);
  const [email, setEmail] = useState(start['email'] ?? '');
  const [code, setCode] = useState(typed.code);
  const [username, setUsername] = useState(typed.username);
  const sending = useSending(email, 'register', sentBefore(start));
  const password = useNewPassword([email, username.trim() || undefined]);
  const { invite, country, agreed } = registrant;
  const { sentTo, sentAt, until, length } = sending;
  useEffect(() => {
    typed = { code, username, agreed };
  }, [code, username, agreed]);
  useEffect(() => {
    const sent: Record<string, string> =
      sentTo === undefined
        ? {}
        : { sentTo, sentAt: String(sentAt), sentUntil: String(until), sentLength: String(length) };
    const link = keptInviteCode() ?? '';
    keepDraft('register', { ...readDraft('register'), invite, link, email, country: country ?? '', ...sent });
  }, [invite, email, country, sentTo, sentAt, until, length]);
  return { registrant, email, setEmail, code, setCode, username, setUsername, sending, password };
}

type Registration = ReturnType<typeof useRegistration>;

/** What is missing before the parts after it make sense. */
function useMissing({
  registrant,
  email,
  code,
}: Registration): readonly [string | undefined, string | undefined] {
  const t = useTexts('register');
  const mailMissing = useMailMissing();
  const { missing } = registrant;
  return [
    missing === undefined || missing === 'agreeNeeded' ? undefined : t(missing),
    mailMissing(email, code),
  ];
}

function InvitePart(props: { registrant: Registrant; attempt: Attempt; missing: string | undefined }) {
  const t = useTexts('register');
  return (
    <Form submitLabel={t('next')} missing={props.missing} onSubmit={async () => toPart(1)}>
      <InviteFields registrant={props.registrant} attempt={props.attempt} />
    </Form>
  );
}

type MailPartProps = { all: Registration; sending: Sending; attempt: Attempt; missing: string | undefined };

/** First the address, whose button sends the code; then the digits, the last of which goes on by itself. */
function MailPart({ all, sending, attempt, missing }: MailPartProps) {
  const t = useTexts('register');
  const mailMissing = useMailMissing();
  const { email, code, setEmail, setCode } = all;
  // Turned down as too soon: then a code is on its way already.
  const sent = email !== '' && (sending.sentTo === email || sending.againAt !== undefined);
  const toSend = mailMissing(email);
  return (
    <Form
      submitLabel={sent ? t('next') : t('sendCode')}
      missing={sent ? missing : toSend}
      onSubmit={async () => (sent ? toPart(2) : sending.send())}
    >
      <p>{t('mailText')}</p>
      <EmailField
        value={email}
        onChange={(text) => {
          setEmail(text);
          setCode('');
        }}
        error={sent ? undefined : sending.error}
        focusFirst={!sent}
      />
      {sent && (
        <MailCodeDigits
          email={email}
          sending={sending}
          value={code}
          onChange={(digits) => {
            attempt.clear();
            setCode(digits);
          }}
          onComplete={() => toPart(2)}
          error={attempt.at(...codeProblems)}
          focusFirst
        />
      )}
    </Form>
  );
}

type PasswordPartProps = { all: Registration; attempt: Attempt; onSubmit: () => Promise<unknown> };

function PasswordPart({ all, attempt, onSubmit }: PasswordPartProps) {
  const t = useTexts('auth');
  const own = useTexts('register');
  const { registrant, password, username, setUsername } = all;
  const [named, setNamed] = useState(username !== '');
  const consent = registrant.missing === 'agreeNeeded' ? own('agreeNeeded') : undefined;
  return (
    <Form submitLabel={t('register')} missing={password.missing ?? consent} onSubmit={onSubmit}>
      <NewPasswordFields password={password} attempt={attempt} focusFirst />
      {named ? (
        <UsernameField value={username} onChange={setUsername} attempt={attempt} focusFirst />
      ) : (
        <TextLink onPress={() => setNamed(true)}>{own('usernameAdd')}</TextLink>
      )}
      <ConsentField registrant={registrant} attempt={attempt} />
    </Form>
  );
}

/** Which part is shown: the one of the address, but none before what it rests on is there (after a reload). */
function usePart(missing: readonly (string | undefined)[]): number {
  const wanted = Math.min(Math.max(Number(useLocation().query['part'] ?? '1') - 1, 0), 2) || 0;
  const first = missing.findIndex((one) => one !== undefined);
  const part = first < 0 ? wanted : Math.min(wanted, first);
  useEffect(() => {
    if (part !== wanted) replace(REGISTER_PATH, { step: 'register', part: String(part + 1) });
  }, [part, wanted]);
  return part;
}

/** Registration by e-mail with a password in three short parts: invitation first, so that nobody fills in a form for nothing. */
export function RegisterForm() {
  const own = useTexts('register');
  const attempt = useAttempt();
  const all = useRegistration();
  const registerOnce = useRegisterOnce();
  const missing = useMissing(all);
  const part = usePart(missing);
  const shown = shownIn[part] as readonly string[];
  const reason = attempt.problem?.reason;
  useEffect(() => {
    const at = shownIn.findIndex((reasons) => (reasons as readonly string[]).includes(reason ?? ''));
    if (at >= 0 && at < 2) back(2 - at, REGISTER_PATH);
    // Once for each refusal: going on again is the member's own doing.
  }, [reason]);

  async function register(): Promise<void> {
    const { registrant, password, email, code, username } = all;
    if (!registrant.values) return;
    const name = username.trim();
    if (name !== '') refuse(checkUsername(name));
    await password.check([email, name === '' ? undefined : name]);
    const input = { email, emailcode: code, ...registrant.values };
    const entered = await registerOnce(name === '' ? input : { ...input, username: name }, password.value);
    dropDraft('register');
    typed = nothingTyped;
    await rememberLoginPassword(password.value);
    finishLogin(entered);
  }

  return (
    <>
      <div className={css.head}>
        <p className={css.part} aria-live="polite">
          {own('part', { step: part + 1, all: 3 })}
        </p>
        <Segments done={part + 1} all={3} />
        <h2 className={css.title}>{own(partTitles[part] ?? 'invite')}</h2>
      </div>
      {part === 0 && <InvitePart registrant={all.registrant} attempt={attempt} missing={missing[0]} />}
      {part === 1 && <MailPart all={all} sending={all.sending} attempt={attempt} missing={missing[1]} />}
      {part === 2 && <PasswordPart all={all} attempt={attempt} onSubmit={() => attempt.run(register)} />}
      <AttemptNotice attempt={attempt} shown={shown} />
    </>
  );
}
