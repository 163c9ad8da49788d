import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { addByChain, buyByChain, holdingsOf, removeByChain } from '../stack/market.ts';
import {
  depositByChain,
  readyMember,
  registerByApi,
  registerByWallet,
  sealedPayPassword,
} from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { installWallet } from '../stack/test-wallet.ts';
import { oddStrings, shuffled } from '../typing/odd-strings.ts';
import { readInputFiles } from '../typing/read-inputs.ts';
import { notTyped, spots, validFor } from '../typing/spots.ts';
import type { Spot, Who, World } from '../typing/spots.ts';
import { Typist } from '../typing/type-into.ts';

/** All of them in every field (OPENMERE_TYPING=all), or a part of them in each, so that all of them are typed somewhere. */
const all = process.env['OPENMERE_TYPING'] === 'all';
const perField = all ? oddStrings.length : 6;
const seed = Number(process.env['OPENMERE_TYPING_SEED'] ?? '20');

let stack: Stack;
let member: Person;
let beginner: Person;
let world: World;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  const { facts } = stack;
  const key = generatePrivateKey();
  [member, beginner] = await Promise.all([
    readyMember(stack, facts.rootInvitationCode, '5000', key),
    registerByApi(stack, 'beginner', facts.rootInvitationCode),
  ]);
  const other = await registerByWallet(stack, facts.rootInvitationCode);
  const { invitationcode: receiver } = await other.call('Users/Info', {});
  await depositByChain(stack, member, '500');
  await member.call('Wallet/Transfer', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '20',
    target: receiver,
    paypassword: await sealedPayPassword(stack, 'Wallet/Transfer'),
  });
  const { address } = privateKeyToAccount(key);
  await buyByChain(facts, key, '300');
  await addByChain(facts, key, '100', (await holdingsOf(facts, address)).open);
  await removeByChain(facts, key, (await holdingsOf(facts, address)).lp / 3n);
  world = { stack, receiver };
});
test.afterAll(() => stack?.stop());

test('refuses: a field for text that nobody types odd things into', () => {
  const typed = new Set([...spots.flatMap((spot) => spot.files), ...Object.keys(notTyped)]);
  const files = readInputFiles();
  expect(files.filter((file) => !typed.has(file))).toEqual([]);
  expect(
    [...typed].filter((file) => !files.includes(file)),
    'named here, without a field',
  ).toEqual([]);
  expect(oddStrings.length).toBeGreaterThanOrEqual(200);
});

/** The order of the odd strings goes on from field to field. */
function dealer(): () => string[] {
  const order = shuffled(seed);
  let next = 0;
  return () => {
    const part = Array.from({ length: perField }, (_, at) => order[(next + at) % order.length] ?? '');
    next += perField;
    return part;
  };
}

async function openFor(browser: Browser, who: Who): Promise<{ app: MemberApp; typist: Typist }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const typist = await Typist.at(page, stack.facts.url);
  const app = new MemberApp(page, stack.facts.url);
  if (who === 'visitor') return { app, typist };
  const person = who === 'member' ? member : beginner;
  if (who === 'member') {
    const wallet = await installWallet(page, stack.facts, person.key, 'eip6963');
    await app.useSession(person.token);
    await app.trade.connect(wallet.name);
  } else await app.useSession(person.token);
  return { app, typist };
}

const deal = dealer();
const typedOdd = new Set<string>();

async function typeAt(spot: Spot, app: MemberApp, typist: Typist): Promise<number> {
  await spot.open(app, world);
  const fields = await typist.fields();
  for (const field of fields) {
    const odd = deal();
    // A screen that fell over has no further fields; what it fell over is among what went wrong.
    if (await field.isVisible()) await typist.typeInto(field, await validFor(field), odd);
    for (const text of odd) typedOdd.add(text);
  }
  return fields.length;
}

for (const who of ['visitor', 'beginner', 'member'] as const) {
  test(`refuses: to fall over what is typed key by key, on every screen (${who})`, async ({ browser }) => {
    test.setTimeout(all ? 1_800_000 : 240_000);
    const begun = Date.now();
    const { app, typist } = await openFor(browser, who);
    let fields = 0;
    for (const spot of spots.filter((one) => one.who === who))
      await test.step(spot.name, async () => {
        fields += await typeAt(spot, app, typist);
      });
    await app.page.context().close();
    console.log(`${who}: ${fields} fields, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    expect(typist.wrong).toEqual([]);
  });
}

test('property: every odd text was typed somewhere', () => {
  expect(oddStrings.filter((text) => !typedOdd.has(text))).toEqual([]);
});
