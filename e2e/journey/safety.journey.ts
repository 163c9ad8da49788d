import { expect, test } from '@playwright/test';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { registerByApi } from '../stack/member-api.ts';
import { startStack, type Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
});
test.afterAll(() => stack?.stop());

test('behavior: a passkey is added, and logs in with nothing typed', async ({ browser }) => {
  test.setTimeout(120_000);
  const member = await registerByApi(stack, 'passkey', stack.facts.rootInvitationCode);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  // Browsers make passkeys for names, not for addresses.
  const app = new MemberApp(await context.newPage(), stack.facts.url.replace('127.0.0.1', 'localhost'));
  const devtools = await context.newCDPSession(app.page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await app.useSession(member.token);
  await app.open('/pages/mine/safety/passkeys', 'Passkeys');
  await app.field('Name').fill('');
  await app.field('Name').click();
  await app.page.keyboard.type('My phone');
  await app.button('Add a passkey').click();
  const row = app.page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(row).toHaveText(/My phone.*Not used yet/);
  await member.call('Users/Logout', {});
  await app.reload();
  // The ended session leads to login by itself, from where they were: going there by hand could come before.
  await app.at('Log in');
  await app.button('Log in with a passkey').click();
  // Where they wanted to be.
  await app.at('Passkeys');
  await expect(row).toHaveText(/My phone.*Last used/);
});
