// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { config, Refused, openScreen } from '../../app/test-screen.tsx';
import { keepDraft } from '../../platform/drafts.ts';
import { useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { keepHalfway } from './halfway.ts';
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.cookie = 'invcode=; Max-Age=0; Path=/';
  writeStored('general.drafts', undefined);
  window.dispatchEvent(new Event('pagehide'));
});

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input:not([type=radio])' }), {
    target: { value },
  });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function chooseCountry(name: string): Promise<void> {
  press(/^Country or region/);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByRole('searchbox'), { target: { value: name } });
  fireEvent.click(sheet.getByRole('button', { name }));
}

const register = '/pages/login/login?step=register';

test('refuses: a typo in the invitation code, without asking the server', async () => {
  const { asked } = await openScreen('/pages/login/login?step=register', {}, { visitor: true });
  await screen.findByLabelText('Invitation code');
  type('Invitation code', '6MVGB1');
  expect(screen.getAllByText('There is a typo in this code. Please check each character.')).toHaveLength(2);
  expect(asked.filter((one) => one.path === 'Users/Inviter')).toEqual([]);
});

test('behavior: of an invitation link that is pasted the code is taken', async () => {
  await openScreen(register, {}, { visitor: true });
  const field = await screen.findByLabelText<HTMLInputElement>('Invitation code');
  const link = 'https://openmere.example/app/?invcode=6MVGA1';
  expect(field.maxLength).toBeGreaterThan(link.length);
  type('Invitation code', link);
  expect(field.value).toBe('6MVGA1');
});

test('refuses: an inviter who is not activated, before the form is sent', async () => {
  await openScreen(
    '/pages/login/login?step=register',
    { 'Users/Inviter': () => ({ nickname: 'O***e', avatar: '', activated: false }) },
    { visitor: true },
  );
  await screen.findByLabelText('Invitation code');
  type('Invitation code', '6mvga1');
  expect(await screen.findByRole('button', { name: /^Not activated yet, so this code/ })).toBeTruthy();
  await chooseCountry('Germany');
  press(/^Not activated yet, so this code/);
  expect(screen.getByText('Step 1 of 3')).toBeTruthy();
});

test.each([
  [
    'a code of nobody is refused before the form is sent',
    new Refused('auth.badinvite', 'This code is nobody’s.'),
    'There is a typo in this code. Please check each character.',
    'Step 1 of 3',
  ],
  ['a code that cannot be looked up now is let through', new TypeError('reset'), 'Next', 'Step 2 of 3'],
])('behavior: %s', async (_name, problem, name, step) => {
  const inviter = () => {
    throw problem;
  };
  await openScreen(register, { 'Users/Inviter': inviter }, { visitor: true });
  await screen.findByLabelText('Invitation code');
  await chooseCountry('Germany');
  type('Invitation code', '6mvga1');
  await screen.findByRole('alert');
  press(name);
  expect(screen.getByText(step)).toBeTruthy();
});

test('behavior: of a barred country it is said at once, and the server decides', async () => {
  await openScreen('/pages/login/login?step=register', {}, { visitor: true });
  await screen.findByLabelText('Invitation code');
  await chooseCountry('China');
  expect(await screen.findByText('This is not offered in this country or region.')).toBeTruthy();
});

test('behavior: a refusal by where one is goes with its number to customer service', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  let tries = 0;
  await openScreen(
    '/pages/login/login',
    {
      'Ctrls/SendCode_Mail': () => ({ length: 6, minutes: 10 }),
      'Users/Inviter': () => ({ nickname: 'O***e', avatar: '', activated: true }),
      'Users/LoginMail': () => {
        tries += 1;
        if (tries === 1) throw new Refused('auth.needinvite', 'You are new here.');
        throw new Refused('auth.barred', 'Not offered. Reference: G-7', {
          signal: 'ip',
          country: 'US',
          ref: 'G-7',
        });
      },
    },
    { visitor: true },
  );
  type('E-mail', 'new@example.org');
  press('Send code');
  await screen.findByText(/^Sent to new@example.org/);
  type('E-mail code', '123456');
  press('Log in');
  await screen.findByText('Activated. You can use this code.');
  await chooseCountry('China');
  fireEvent.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create an account' })).toBeTruthy());
  press('Create an account');
  expect(await screen.findByText(/Reference: G-7/)).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'This is a mistake' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(
    /^#\/pages\/service\/feedback\?text=I was told: “.*Reference: G-7.*” This is a mistake/,
  );
});

test('refuses: a second code within the minute, and counts the seconds down', async () => {
  await openScreen(
    '/pages/login/login',
    {
      'Ctrls/SendCode_Mail': () => {
        throw new Refused('auth.codetoosoon', 'A code is on its way.', { seconds: 42 });
      },
    },
    { visitor: true },
  );
  type('E-mail', 'heron@example.org');
  press('Send code');
  expect(await screen.findByText('A code is on its way.')).toBeTruthy();
  expect((await screen.findByRole('timer')).textContent).toBe('Resend in 42 s');
});

test('behavior: somebody unknown gives the invitation and sends the same code again, then comes to the wanted place', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  let tries = 0;
  const { asked } = await openScreen(
    '/pages/login/login',
    {
      'Ctrls/SendCode_Mail': () => ({ length: 6, minutes: 10 }),
      'Users/Inviter': () => ({ nickname: 'O***e', avatar: '', activated: true }),
      'Users/LoginMail': () => {
        tries += 1;
        if (tries === 1) throw new Refused('auth.needinvite', 'You are new here.');
        return { token: 'a-token', userid: 'mem_1' };
      },
    },
    { visitor: true },
  );
  writeStored('general.wantedPath', '/pages/wallet/list/list?x=1');
  type('E-mail', 'new@example.org');
  press('Send code');
  await screen.findByText(/^Sent to new@example.org/);
  type('E-mail code', '123456');
  press('Log in');
  expect(await screen.findByText('You are new here')).toBeTruthy();
  expect(await screen.findByText('Activated. You can use this code.')).toBeTruthy();
  await chooseCountry('Germany');
  fireEvent.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create an account' })).toBeTruthy());
  press('Create an account');
  await waitFor(() => expect(useSessionStore.getState().token).toBe('a-token'));
  expect(location.hash).toBe('#/pages/wallet/list/list?x=1');
  expect(asked.findLast((one) => one.path === 'Users/LoginMail')?.input).toEqual({
    email: 'new@example.org',
    emailcode: '123456',
    invitecode: '6MVGA1',
    country: 'DE',
    agreements: 'user-1,privacy-1,risk-1',
  });
});

test('behavior: the password travels encrypted, and a wrong one is said without clearing the account', async () => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'k1' });
  const { asked } = await openScreen(
    '/pages/login/login',
    {
      'Ctrls/GetConfig': () => ({ list: [...config, { idx: 'crypto.jwk', val: jwk }] }),
      'Users/UserLogin': () => {
        throw new Refused('auth.badlogin', 'The account or the password is wrong.');
      },
    },
    { visitor: true },
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Password' }));
  await screen.findByLabelText('User name or e-mail');
  type('User name or e-mail', 'heron');
  type('Password', 'lake-stone-42');
  press('Log in');
  expect(await screen.findByText('The account or the password is wrong.')).toBeTruthy();
  const sent = asked.find((one) => one.path === 'Users/UserLogin')?.input;
  expect(String(sent?.['password']).split('.')).toHaveLength(5);
  expect(JSON.stringify(sent)).not.toContain('lake-stone-42');
  expect(screen.getByLabelText('User name or e-mail')).toHaveProperty('value', 'heron');
});

const answers = {
  'Ctrls/SendCode_Mail': () => ({ length: 6, minutes: 10 }),
  'Users/Inviter': () => ({ nickname: 'O***e', avatar: '', activated: true }),
};

/** By an invitation link as far as the password. */
async function toPasswordPart(): Promise<void> {
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  await chooseCountry('Germany');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy());
  press('Next');
  expect(await screen.findByText('Step 2 of 3')).toBeTruthy();
  type('E-mail', 'new@example.org');
  press('Send code');
  await screen.findByText(/^Sent to new@example.org/);
  type('E-mail code', '123456');
  expect(await screen.findByText('Step 3 of 3')).toBeTruthy();
}

test('refuses: a weak password while it is typed, before anything is sent', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  const { asked } = await openScreen(register, answers, { visitor: true });
  await toPasswordPart();
  type('New password', 'password1');
  expect(await screen.findByText(/^Too weak\. /)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a stronger password' })).toBeTruthy();
  type('New password', 'lake-stone-42');
  expect(await screen.findByText('Good')).toBeTruthy();
  type('Repeat password', 'lake-stone-43');
  expect(screen.getByRole('button', { name: 'The two passwords do not match' })).toBeTruthy();
  type('Repeat password', 'lake-stone-42');
  expect(screen.getByText('The passwords match')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Please accept the agreements' })).toBeTruthy();
  expect(asked.map((one) => one.path)).not.toContain('Users/Register');
});

test('refuses: a wrong code leads back to the code, with everything else kept', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'k1' });
  await openScreen(
    register,
    {
      ...answers,
      'Ctrls/GetConfig': () => ({ list: [...config, { idx: 'crypto.jwk', val: jwk }] }),
      'Users/Register': () => {
        throw new Refused('auth.badcode', 'This code is wrong or too old.');
      },
    },
    { visitor: true },
  );
  await toPasswordPart();
  type('New password', 'lake-stone-42');
  type('Repeat password', 'lake-stone-42');
  fireEvent.click(screen.getByRole('checkbox'));
  press('Create an account');
  expect(await screen.findByText('This code is wrong or too old.')).toBeTruthy();
  expect(await screen.findByText('Step 2 of 3')).toBeTruthy();
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'new@example.org');
});

test('behavior: where the answer of a registration got lost, the next try leads in instead of registering twice', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'k1' });
  const { asked } = await openScreen(
    register,
    {
      ...answers,
      'Ctrls/GetConfig': () => ({ list: [...config, { idx: 'crypto.jwk', val: jwk }] }),
      'Users/Register': () => {
        throw new TypeError('connection reset');
      },
      'Users/UserLogin': () => ({ token: 'session', userid: 'mem_1' }),
    },
    { visitor: true },
  );
  await toPasswordPart();
  type('New password', 'lake-stone-42');
  type('Repeat password', 'lake-stone-42');
  fireEvent.click(screen.getByRole('checkbox'));
  press('Create an account');
  expect(await screen.findByText(/Failed to connect to the server/)).toBeTruthy();
  press('Create an account');
  await waitFor(() => expect(useSessionStore.getState().token).toBe('session'));
  const paths = asked.map((one) => one.path);
  expect(paths.filter((path) => path === 'Users/Register')).toHaveLength(1);
  expect(asked.find((one) => one.path === 'Users/UserLogin')?.input['account']).toBe('new@example.org');
});

test('behavior: after a reload what was typed is there, and the code that was sent still counts', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  await openScreen(register, answers, { visitor: true });
  await toPasswordPart();
  window.dispatchEvent(new Event('pagehide'));
  const { asked } = await openScreen(`${register}&part=3`, answers, { visitor: true });
  expect(await screen.findByText('Step 2 of 3')).toBeTruthy();
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'new@example.org');
  type('E-mail code', '123456');
  expect(await screen.findByText('Step 3 of 3')).toBeTruthy();
  expect(asked.map((one) => one.path)).not.toContain('Ctrls/SendCode_Mail');
});

/** By the globe at the top of the page. */
async function chooseSpanish(): Promise<void> {
  fireEvent.click(screen.getByLabelText('Language'));
  const languages = within(await screen.findByRole('dialog'));
  // By an arrow key, which leaves them open, and then by a press.
  const japanese = languages.getByRole('radio', { name: /^日本語/ });
  fireEvent.keyDown(japanese, { key: 'ArrowDown' });
  fireEvent.click(japanese);
  fireEvent.keyUp(japanese, { key: 'ArrowDown' });
  await languages.findByRole('button', { name: '閉じる' });
  fireEvent.click(languages.getByText('Español'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('behavior: another language in the middle of registering changes the texts and nothing that was typed, the passwords included', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  await openScreen(register, answers, { visitor: true });
  await toPasswordPart();
  press('Add a user name (optional)');
  type('User name', 'stork');
  type('New password', 'lake-stone-42');
  type('Repeat password', 'lake-stone-4');
  fireEvent.click(screen.getByRole('checkbox'));
  await chooseSpanish();
  expect(await screen.findByText('Paso 3 de 3')).toBeTruthy();
  const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(typed('Contraseña nueva')).toBe('lake-stone-42');
  expect(typed('Repite la contraseña')).toBe('lake-stone-4');
  expect(screen.getByDisplayValue('stork')).toBeTruthy();
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
  const kept = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
  expect(kept).toContain('new@example.org');
  expect(kept).not.toContain('lake-stone');
});

test('behavior: who looks at another page in the middle goes on where they were, code and consent included', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  await openScreen(register, answers, { visitor: true });
  await toPasswordPart();
  press('Add a user name (optional)');
  type('User name', 'stork');
  fireEvent.click(screen.getByRole('checkbox'));
  await openScreen('/pages/login/language', answers, { visitor: true });
  await openScreen(`${register}&part=3`, answers, { visitor: true });
  expect(await screen.findByText('Step 3 of 3')).toBeTruthy();
  expect(screen.getByLabelText('User name')).toHaveProperty('value', 'stork');
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
});

test('behavior: another language at the login leaves the way, the account and the password as they are; after leaving nothing is there', async () => {
  const openLogin = () => openScreen('/pages/login/login', answers, { visitor: true });
  await openLogin();
  type('E-mail', 'heron@example.org');
  fireEvent.click(screen.getByRole('radio', { name: 'Password' }));
  await screen.findByLabelText('User name or e-mail');
  type('User name or e-mail', 'heron');
  type('Password', 'letters4digits');
  await chooseSpanish();
  expect(await screen.findByLabelText('Usuario o correo')).toHaveProperty('value', 'heron');
  expect(screen.getByDisplayValue('letters4digits')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Correo' }));
  expect(screen.getByDisplayValue('heron@example.org')).toBeTruthy();
  location.hash = '#/pages/home/home';
  cleanup();
  await openLogin();
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', '');
});

test('behavior: after a forgotten password the form has the account that it was set for', async () => {
  await openScreen('/pages/login/login?mode=account', answers, { visitor: true });
  await screen.findByLabelText('User name or e-mail');
  type('User name or e-mail', 'heron');
  press('Forgot password?');
  await screen.findByText('We send a code to your account’s e-mail. All other sessions will end.');
  keepDraft('login', { account: 'heron@example.org' });
  location.hash = '#/pages/login/login?mode=account';
  expect(await screen.findByLabelText('User name or e-mail')).toHaveProperty('value', 'heron@example.org');
});

test('behavior: after a reload a code can be sent again when its minute is over, not a minute later', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  const sentAt = String(Date.now() - 50_000);
  keepDraft('register', {
    invite: '6MVGA1',
    link: '6MVGA1',
    country: 'DE',
    email: 'new@example.org',
    sentTo: 'new@example.org',
    sentAt,
    sentUntil: String(Date.now() + 200_000),
    sentLength: '8',
  });
  await openScreen(`${register}&part=2`, answers, { visitor: true });
  // And it still takes the longer code.
  type('E-mail code', '1234567');
  expect(await screen.findByLabelText('E-mail code')).toHaveProperty('value', '1234567');
  const left = /Resend in (\d+) s/.exec((await screen.findByRole('timer')).textContent ?? '')?.[1];
  expect(Number(left)).toBeLessThanOrEqual(10);
});

test('behavior: says why the last session ended', async () => {
  useSessionStore.setState({ token: undefined, ended: 'wallet' });
  await openScreen('/pages/login/login', {}, { visitor: true });
  expect(screen.getByText('Your wallet changed, so you were logged out.')).toBeTruthy();
  useSessionStore.setState({ ended: undefined });
});

test('behavior: the mail is read in another app, and a page that was dropped meanwhile goes on with address and code', async () => {
  const hours = new Date(Date.now() + 5 * 60_000);
  keepHalfway({
    email: 'heron@example.org',
    sent: { email: 'heron@example.org', at: Date.now() - 50_000, until: hours.getTime(), length: 6 },
  });
  await openScreen('/pages/login/login', {}, { visitor: true });
  expect(await screen.findByLabelText('E-mail', { selector: 'input:not([type=radio])' })).toHaveProperty(
    'value',
    'heron@example.org',
  );
  const time = hours.toLocaleTimeString('en', { timeStyle: 'short' }).replaceAll(/\s/g, ' ');
  expect(
    await screen.findByText(
      `Sent to heron@example.org. After a resend, use the newest mail. It works until ${time}.`,
    ),
  ).toBeTruthy();
  cleanup();
  expect(readStored('general.halfway')).toBeUndefined();
});

test('behavior: an invitation that is opened later beats the one that was typed', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  keepDraft('register', { invite: '6MVGB3', link: 'ZA5KZD', email: 'new@example.org', country: 'DE' });
  await openScreen(register, answers, { visitor: true });
  expect(await screen.findByLabelText('Invitation code')).toHaveProperty('value', '6MVGA1');
  cleanup();
  keepDraft('register', { invite: 'ZA5KZD', link: '6MVGA1', email: 'new@example.org', country: 'DE' });
  await openScreen(register, answers, { visitor: true });
  expect(await screen.findByLabelText('Invitation code')).toHaveProperty('value', 'ZA5KZD');
});

test('behavior: how long a code works is what the server said', async () => {
  const five = { 'Ctrls/SendCode_Mail': () => ({ length: 6, minutes: 5 }) };
  await openScreen('/pages/login/login', five, { visitor: true });
  type('E-mail', 'heron@example.org');
  const before = Date.now();
  press('Send code');
  await screen.findByText(/^Sent to heron@example.org/);
  const { sent } = JSON.parse(readStored('general.halfway') ?? '{}') as { sent: { until: number } };
  expect(sent.until - before).toBeGreaterThanOrEqual(300_000);
  expect(sent.until - before).toBeLessThan(310_000);
});

test('behavior: a login by password from somewhere unknown goes on with the code that was mailed', async () => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'k1' });
  let tries = 0;
  const { asked } = await openScreen(
    '/pages/login/login',
    {
      'Ctrls/GetConfig': () => ({ list: [...config, { idx: 'crypto.jwk', val: jwk }] }),
      'Users/UserLogin': () => {
        tries += 1;
        const email = 's***@example.org';
        if (tries === 1)
          throw new Refused('auth.needcode', 'You have not logged in from here before.', {
            email,
            length: 6,
          });
        if (tries === 2) throw new Refused('auth.badcode', 'This code is wrong.');
        return { token: 'a token', userid: 'mem_1' };
      },
    },
    { visitor: true },
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Password' }));
  await screen.findByLabelText('User name or e-mail');
  type('User name or e-mail', 'stork');
  type('Password', 'letters4digits');
  press('Log in');
  expect(await screen.findByText('You have not logged in from here before.')).toBeTruthy();
  expect((await screen.findByRole('timer')).textContent).toMatch(/Resend in/);
  type('E-mail code', '123456');
  press('Log in');
  expect(await screen.findByText('This code is wrong.')).toBeTruthy();
  type('E-mail code', '654321');
  press('Log in');
  await waitFor(() => expect(useSessionStore.getState().token).toBe('a token'));
  const codes = asked.filter((one) => one.path === 'Users/UserLogin').map(({ input }) => input['emailcode']);
  expect(codes).toEqual([undefined, '123456', '654321']);
});
