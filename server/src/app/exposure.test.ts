import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApp } from '../platform/http/static.ts';
import { forgetSettings } from '../setting/read.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { devMnemonic, listKnownKeys } from './dev-keys.ts';

/**
 * All that GetConfig may tell, written down a second time (T30): a value that becomes public by mistake, or a new one,
 * fails here until somebody has decided that everybody may know it.
 */
const publicConfig = [
  'activity.bonusOffCountries',
  'activity.depositMost',
  'activity.depositTiers',
  'activity.ends',
  'activity.firstBonus',
  'activity.firstCount',
  'activity.holdDays',
  'activity.starts',
  'agreement.versions',
  'app.apkLink',
  'app.apkSha256',
  'app.apkVersion',
  'app.iosLink',
  'app.iosVersion',
  'app.name',
  'app.outsideHosts',
  'app.required',
  'app.version',
  'buyback.aboveBps',
  'buyback.most',
  'buyback.validMinutes',
  'chain.contracts',
  'chain.explorer',
  'chain.id',
  'chain.rpc',
  'crypto.jwk',
  'deposit.confirmations',
  'deposit.min',
  'equity.again',
  'equity.cap',
  'fiat.dayMax',
  'fiat.max',
  'fiat.min',
  'fiat.orderHours',
  'fiat.quoteMinutes',
  'geo.barred',
  'identity.keepDays',
  'mall.answerHours',
  'mall.commissionBps',
  'mall.payMinutes',
  'mall.receiveDays',
  'mall.shipHours',
  'member.subAccounts',
  'minting.threshold',
  'minting.thresholdInclusive',
  'node.equityDiamond',
  'node.equityGenesis',
  'node.equityGold',
  'node.offCountries',
  'node.permitDays',
  'node.saleShares',
  'node.weightDiamond',
  'node.weightGenesis',
  'node.weightGold',
  'password.min',
  'paypassword.lockHours',
  'phone.codes',
  'reward.dynamicDirectBps',
  'reward.dynamicIndirectBps',
  'reward.leadershipLevel',
  'reward.parts',
  'reward.referralOffCountries',
  'reward.teamRates',
  'reward.yieldPoolBps',
  'reward.yieldPowerBps',
  'session.days',
  'support.feedbackPerDay',
  'support.messagesPerHour',
  'support.openTickets',
  'support.reopenDays',
  'support.visitorsPerHour',
  'swap.deadlineMinutes',
  'swap.feeShares',
  'swap.impactAskBps',
  'swap.impactLowBps',
  'swap.impactMediumBps',
  'swap.impactRefuseBps',
  'swap.impactTypeBps',
  'swap.slippageBps',
  'swap.slippageFrontRunBps',
  'swap.slippageHighBps',
  'swap.slippageMayFailBps',
  'swap.slippageMostBps',
  'swap.slippagePresets',
  'team.level1',
  'team.level2',
  'team.level3',
  'team.level4',
  'team.level5',
  'team.level6',
  'team.weightLiquidity',
  'team.weightMall',
  'team.weightMint',
  'team.weightNode',
  'team.weightSwap',
  'team.weightUsdo',
  'totp.resetHours',
  'transfer.feeBps',
  'transfer.min',
  'transfer.multiple',
  'transfer.openMin',
  'transfer.openMultiple',
  'upload.perDay',
  'wallet.inapp',
  'withdraw.fee',
  'withdraw.max',
  'withdraw.min',
  'withdraw.multiple',
  'withdraw.openFee',
  'withdraw.openMax',
  'withdraw.openMin',
  'withdraw.openMultiple',
  'withdraw.reviewHours',
];

const root = fileURLToPath(new URL('../../../', import.meta.url));
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test.each(['member', 'console'] as const)(
  'refuses: on the %s origin, any configuration value that is not on the list, also new ones in the table (T30)',
  async (surface) => {
    const secret = `CANARY-${surface}`;
    await sql`insert into config (idx, val, version, changed_by) values (${`mail.${surface}`}, ${secret}, 1, 'test'),
      (${`chain.${surface}key`}, ${secret}, 1, 'test')`.execute(app.owner);
    forgetSettings();
    const { envelope, body } = await app.post(surface, 'Ctrls/GetConfig', {});
    const names = (envelope.list as { idx: string }[]).map(({ idx }) => idx);
    expect(names).toEqual(publicConfig);
    expect(body).not.toContain(secret);
    const jwk = (envelope.list as { idx: string; val: string }[]).find(({ idx }) => idx === 'crypto.jwk');
    expect(JSON.parse(jwk?.val ?? '{}')).not.toHaveProperty('d');
  },
);

test('refuses: source maps, dot files, and everything outside the built app', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openmere-app-'));
  const app = join(folder, 'dist');
  await mkdir(join(app, '.git'), { recursive: true });
  await mkdir(join(app, 'assets'));
  for (const name of ['.git/config', '.env', 'assets/index.js.map', '../secrets.json'])
    await writeFile(join(app, name), 'CANARY');
  await writeFile(join(app, 'index.html'), 'page');
  const server = Fastify();
  await serveApp(server, app);
  const paths = [
    '/.git/config',
    '/%2egit/config',
    '/.env',
    '/assets/index.js.map',
    '/assets/index.js%2emap',
    '/../secrets.json',
    '/..%2fsecrets.json',
    '/%2e%2e/secrets.json',
    '/assets/..%2f..%2fsecrets.json',
    '/..%5csecrets.json',
    '//etc/passwd',
  ];
  for (const url of paths) {
    const response = await server.inject({ method: 'GET', url });
    expect([url, response.statusCode >= 400]).toEqual([url, true]);
    expect(response.body).not.toContain('CANARY');
  }
  expect((await server.inject('/')).body).toBe('page');
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What no text that reaches a browser may hold: keys that open something, and what leads to them. */
const knownKeys = listKnownKeys().map((key) => key.slice(2));
const secretShapes: [string, (text: string) => boolean][] = [
  // Key one is the number 1: as hex it stands in every program.
  [
    'a known private key',
    (text) => knownKeys.some((key) => !key.startsWith('00000000') && lower(text).includes(key)),
  ],
  ['the development mnemonic', (text) => text.includes(devMnemonic)],
  [
    'a private key in PEM',
    (text) => /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\\nr]*[A-Za-z0-9+/]{40}/.test(text),
  ],
  ['a private JWK', (text) => /["']?\bd["']?:\s*["'`][A-Za-z0-9_-]{43}["'`]/.test(text)],
  ['a database with its password', (text) => /postgres(ql)?:\/\/[^\s:/'"`$]+:[^\s@'"`$]+@/.test(text)],
  ['a mail account', (text) => /smtps?:\/\/[^\s:/'"`$]+:[^\s@'"`$]+@/.test(text)],
  ['a source map', (text) => /[#@]\s*sourceMappingURL=/.test(text)],
];
const lower = (text: string): string => text.toLowerCase();

function findSecrets(text: string): string[] {
  return secretShapes.filter(([, holds]) => holds(text)).map(([what]) => what);
}

test('refuses: keys, passwords and source maps in anything that browsers get: sources of the apps, and what was built (T30)', () => {
  const sources = ['web', 'console', 'core'].flatMap((room) =>
    globSync(`${room}/src/**/*.{ts,tsx,json,css}`, { cwd: root }),
  );
  const built = globSync('{web,console}/dist/**/*', { cwd: root }).filter((path) =>
    /\.(js|css|html|json|svg|map)$/.test(path),
  );
  const shipped = [...sources.filter((path) => !/\.test(-data)?\.tsx?$/.test(path)), ...built];
  expect(shipped.length).toBeGreaterThan(200);
  const found = shipped.flatMap((path) =>
    findSecrets(readFileSync(join(root, path), 'utf8')).map((what) => `${path}: ${what}`),
  );
  expect(found).toEqual([]);
  expect(built.filter((path) => path.endsWith('.map'))).toEqual([]);
});

test('property: the scanner finds each kind of secret, also within one long line', () => {
  const examples = [
    `0x${knownKeys[3]?.toUpperCase() ?? ''}`,
    `"${devMnemonic}"`,
    `-----BEGIN PRIVATE KEY-----\\n${'A'.repeat(64)}`,
    `{"kty":"EC","d":"${'a'.repeat(43)}"}`,
    'postgres://openmere:hunter22@db.example/x',
    'smtps://user:hunter22@mail.example',
    '//# sourceMappingURL=index.js.map',
  ];
  const names = secretShapes.map(([what]) => what);
  expect(examples.map((text) => findSecrets(`${'x'.repeat(9_999)};${text};y`))).toEqual(
    names.map((name) => [name]),
  );
});
