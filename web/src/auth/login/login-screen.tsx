import { Suspense, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Beside } from '../../parts/beside.tsx';
import { LanguageButton } from '../../parts/language-button.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { back, currentLocation, push, replace, useLocation } from '../../platform/history.ts';
import { loadTexts, useTexts, useTitle } from '../../platform/i18n.ts';
import { currentToken, useSessionStore } from '../../platform/session.ts';
import { readStored } from '../../platform/storage.ts';
import type { TextGroup } from '../../platform/texts.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { passkeysWork } from '../passkey/passkeys-work.ts';
import { dropHalfway, halfway, keepHalfway } from './halfway.ts';
import { MailLogin } from './mail-login.tsx';
import css from './login-screen.module.css';

/** What is not for everybody comes later, with its own texts, so that the first load stays small. */
function later<P>(load: () => Promise<ComponentType<P>>, ...groups: readonly TextGroup[]) {
  return lazyPart(load, () => loadTexts(['error:auth', ...groups]));
}

const WalletLogin = later(() => import('./wallet-login.tsx').then((m) => m.WalletLogin), 'wallet');
const PasswordLogin = later(() => import('./password-login.tsx').then((m) => m.PasswordLogin));
const RegisterForm = later(
  () => import('./register-form.tsx').then((m) => m.RegisterForm),
  'register',
  'password',
);
const ForgotForm = later(() => import('./forgot-form.tsx').then((m) => m.ForgotForm), 'password');
const PasskeyWay = later(() => import('./passkey-way.tsx').then((m) => m.PasskeyWay));
const KeptHere = later(() => import('../accounts/kept-here.tsx').then((m) => m.KeptHere), 'device');

type Mode = 'wallet' | 'mail' | 'account';

/** A dapp browser has put its wallet into the page before anything runs; elsewhere e-mail comes first. */
function firstMode(): Mode {
  // After a forgotten password was set: the form it is for, with the account filled in.
  if (currentLocation().query['mode'] === 'account') return 'account';
  return 'ethereum' in window ? 'wallet' : 'mail';
}

/** Why the last session ended, or that this place needs a login; nothing for who came by themselves. */
function Why() {
  const t = useTexts('auth');
  const ended = useSessionStore((state) => state.ended);
  const wanted = readStored('general.wantedPath');
  const left = readStored('user.left');
  if (ended !== undefined)
    return (
      <Notice tone="warn">
        {t(ended === 'wallet' ? 'sessionWallet' : 'sessionEnded')}
        {left && ` ${t('sessionLeft', { left })}`}
      </Notice>
    );
  return wanted === undefined ? null : <Notice>{t('loginFirst')}</Notice>;
}

/** Over the ways to log in. */
export function Greeting() {
  const t = useTexts('auth');
  return (
    <div className={css.head}>
      <Mark size={48} />
      <h2 className={css.welcome}>{t('welcome')}</h2>
      <p className={css.text}>{t('welcomeText')}</p>
    </div>
  );
}

function Ways() {
  const t = useTexts('auth');
  const [mode, setMode] = useState(() => halfway.mode ?? firstMode());
  // Who turned out to be new is registering already: the other way to do so would only confuse.
  const [unknown, setUnknown] = useState(false);
  const choose = (next: Mode) => {
    setUnknown(false);
    keepHalfway({ mode: next });
    setMode(next);
  };
  return (
    <>
      <Greeting />
      <Why />
      <Segmented
        label={t('modes')}
        value={mode}
        onChange={choose}
        items={[
          { key: 'wallet', label: t('modeWallet') },
          { key: 'mail', label: t('modeMail') },
          { key: 'account', label: t('modeAccount') },
        ]}
      />
      {mode === 'wallet' && (
        <Suspense fallback={<WaitingRows rows={1} />}>
          <WalletLogin onMail={() => choose('mail')} onUnknown={() => setUnknown(true)} />
        </Suspense>
      )}
      {mode === 'mail' && <MailLogin onUnknown={() => setUnknown(true)} />}
      {mode === 'account' && (
        <Suspense fallback={<WaitingRows rows={2} coin={false} />}>
          <PasswordLogin />
        </Suspense>
      )}
      {!unknown && passkeysWork() && (
        <Beside waiting={<WaitingRows rows={1} coin={false} />}>
          <PasskeyWay />
        </Beside>
      )}
      {!unknown && readStored('user.kept') !== undefined && (
        <Beside>
          <KeptHere />
        </Beside>
      )}
      {!unknown && (
        <p className={css.other}>
          {t('newHere')}{' '}
          <TextLink onPress={() => push('/pages/login/login', { step: 'register' })}>
            {t('register')}
          </TextLink>
        </p>
      )}
    </>
  );
}

/** Log in three ways, register, set a forgotten password: one page, whose steps are places that "back" leaves. */
export function LoginScreen() {
  const t = useTexts('auth');
  const titleOf = useTitle();
  const { step } = useLocation().query;
  useEffect(() => {
    if (currentToken() !== undefined) replace('/pages/home/home');
    return dropHalfway;
  }, []);
  const title =
    step === 'register' ? t('register') : step === 'forgot' ? t('forgotTitle') : titleOf('titleLogin');
  const otherwise = step === undefined ? '/pages/home/home' : '/pages/login/login';
  return (
    <Page narrow="middle" nav={<BackBar heading={title} parent={otherwise} actions={<LanguageButton />} />}>
      <Suspense fallback={<WaitingRows coin={false} />}>
        {step === 'register' ? (
          <>
            <RegisterForm />
            <p className={css.other}>
              {t('haveAccount')}{' '}
              <TextLink onPress={() => back(1, '/pages/login/login')}>{t('login')}</TextLink>
            </p>
          </>
        ) : step === 'forgot' ? (
          <ForgotForm />
        ) : (
          <Ways />
        )}
      </Suspense>
    </Page>
  );
}
