import { expect, test } from '@playwright/test';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { buyByChain } from '../stack/market.ts';
import { readyMember, registerByWallet, until } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { advance, daySec } from '../stack/time.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
});
test.afterAll(() => stack?.stop());

const codeIn = (link: string): string => /invcode=(\w{6})$/.exec(link)?.[1] ?? '';

test('behavior: two generations join by link and trade, and the inviter sees it come in; a poster is saved', async ({
  page,
}) => {
  const anna = await readyMember(stack, stack.facts.rootInvitationCode, '100');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(anna.token);
  await app.team.open();
  await expect(page.getByText('Nobody has joined yet')).toBeVisible();
  const link = await app.team.invitationLink();

  await test.step('who is not activated is led to what is missing', async () => {
    const guest = await registerByWallet(stack, codeIn(link));
    const context = await page.context().browser()?.newContext();
    const other = new MemberApp((await context?.newPage()) ?? page, stack.facts.url);
    await other.useSession(guest.token);
    await other.team.open();
    await expect(other.link('See what is missing')).toBeVisible();
    await context?.close();
  });

  await app.team.open();
  const ben = await readyMember(stack, codeIn(link), '500');
  await app.team.has({ Members: '1 new today' });
  const { invitationcode } = await ben.call('Users/Info', {});
  const cleo = await readyMember(stack, invitationcode, '500');
  await app.team.has({ Members: '2 new today' });

  await test.step('use comes in while one looks', async () => {
    for (const [person, usdt] of [
      [ben, '40'],
      [cleo, '60'],
    ] as const) {
      await buyByChain(stack.facts, person.key, usdt);
    }
    await app.team.has({ 'Large region': '100.00', 'Small region': '0.00' });
    await expect(page.getByText('Today (UTC) 100.00 USDT').first()).toBeVisible();
    const leg = page.getByRole('list', { name: 'Legs' }).getByRole('listitem');
    await expect(leg).toContainText('V0 · 2 members');
    await expect(leg).toContainText('100.00 USDT');
  });

  await test.step('the same by day, as a picture and as a table', async () => {
    await app.open('/pages/team/datas/datas', 'Figures');
    await expect(page.getByRole('img', { name: 'Performance by day, 100.00 USDT in all' })).toBeVisible();
    await page.getByText('As a table').click();
    await expect(page.getByRole('row').nth(1)).toContainText('100.00');
  });

  await test.step('the poster is drawn and saved on the device', async () => {
    await app.open('/pages/home/poster/poster', 'Invitation poster');
    const saved = page.waitForEvent('download');
    await app.button('Save poster').click();
    expect((await saved).suggestedFilename()).toBe(`openmere-${codeIn(link)}-phone.png`);
  });

  await test.step('the figures of the API are those of the page', async () => {
    await until('the figures', async () => (await anna.call('Users/teamtotal', {})).members === 2);
    expect(await anna.call('Users/teamtotal', {})).toMatchObject({
      total: '100',
      large: '100',
      small: '0',
      level: 0,
    });
  });
});

test('behavior: who reaches V1 presents the team, and everybody below reads it; a promise or a link is refused', async ({
  browser,
  page,
}) => {
  const ruth = await readyMember(stack, stack.facts.rootInvitationCode, '100');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(ruth.token);
  await app.open('/pages/team/captain/captain', 'Captain');
  await expect(page.getByText('Open from V1 on')).toBeVisible();
  await expect(page.getByText(/You are V0/)).toBeVisible();

  // The smaller of two legs counts: 10,000 USDT of use in it are V1 from the next settlement on.
  const code = (await ruth.call('Users/Info', {})).invitationcode;
  const dora = await readyMember(stack, code, '12000');
  const emil = await readyMember(stack, code, '12000');
  for (const { key } of [dora, emil]) await buyByChain(stack.facts, key, '10500');
  await app.team.open();
  await app.team.has({ 'Small region': '10,500.00' });
  await expect(page.getByText('V1 from the next 00:00 UTC on')).toBeVisible();
  await advance(stack.facts, daySec);
  expect(await ruth.call('Users/teamtotal', {})).toMatchObject({ level: 1 });

  await test.step('the captain edits, key by key; what must not be said is refused', async () => {
    await app.open('/pages/team/captain/edit', 'Team page');
    await app.field('Notice').pressSequentially('Guaranteed profit at www.example.org', { delay: 20 });
    await app.button('Save').click();
    await expect(app.field('Notice')).toHaveAttribute('aria-invalid', 'true');
    await app.reload();
    await app.team.edit('Quiet Lake', 'We meet on Thursdays and answer questions.');
    await expect(page.getByText('Quiet Lake')).toBeVisible();
    const row = page.getByRole('list', { name: 'Downline' }).getByRole('listitem');
    await expect(row).toHaveCount(2);
  });

  await test.step('who is below reads it', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    const below = new MemberApp(await context.newPage(), stack.facts.url);
    await below.useSession(dora.token);
    await below.team.open();
    await expect(below.page.getByText('Quiet Lake')).toBeVisible();
    await expect(below.page.getByText('We meet on Thursdays and answer questions.')).toBeVisible();
    await context.close();
  });
});
