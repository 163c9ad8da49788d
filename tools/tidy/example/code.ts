import { asvsOf, lines } from './repository.ts';
import type { Examples } from './repository.ts';

/** What the rules of files, names, tests and tables refuse. */
export const code: Examples = {
  exports: {
    barrel: {
      'core/src/money/index.ts': "export { amount } from './amount.ts';\nexport { ratio } from './ratio.ts';",
    },
  },
  sizes: {
    huge: { 'server/src/migrations/0001-all.sql': lines(501) },
    many: { 'core/src/money/a.ts': lines(251), 'core/src/money/b.ts': lines(251) },
  },
  names: {
    camel: {
      'web/src/ui/coinMark.css': 'export const CoinMark = () => null;',
    },
    folder: {
      'server/src/utils/pad.ts': 'export const pad = 1;',
    },
    shared: {
      'web/src/shared/pad.ts': 'export const pad = 1;',
    },
    version: {
      'server/src/transfer/send-v2.ts': 'export const send = 1;',
    },
  },
  'css-classes': {
    renamed: {
      'web/src/wallet/wallet.module.css': '.phrase { display: grid; }',
      'web/src/wallet/back-up.tsx': `import css from './wallet.module.css';
export const list = css.words;`,
    },
    'nobody imports it': {
      'web/src/wallet/wallet.module.css': '.phrase { display: grid; }',
    },
  },
  'late-parts': {
    bare: {
      'web/src/app/shell.tsx': `const Corner = lazyPart(() => import('./corner.tsx').then((m) => m.Corner));
export const Shell = () => <main>{ready && <Corner />}</main>;`,
    },
    'the boundary of another part': {
      'web/src/app/shell.tsx': `const Corner = lazy(() => import('./corner.tsx'));
export const Shell = () => <><Beside><p /></Beside><Corner /></>;`,
    },
  },
  constants: {
    number: { 'server/src/swap/quote.ts': 'const stepMs = 60 * 1_000;' },
    text: { 'web/src/swap/quote.ts': "export const tradePath = '/pages/swap/swap/swap';" },
    pattern: { 'core/src/swap/quote.ts': 'const digits = /^[0-9]+$/;' },
    negative: { 'tools/start.ts': 'const none = -1;' },
  },
  'plain-names': {
    bar: {
      'server/src/swap/candles.ts': 'export type Bar = { open: bigint };',
    },
    hearers: {
      'server/src/platform/notify.ts': 'export const hearers = new Set<string>();',
    },
    house: {
      'server/src/swap/test-context.ts': 'export function openHouse(): void {}',
    },
    lock: {
      'server/src/platform/rw-lock.ts': 'export class RwLock { async together(): Promise<void> {} }',
    },
    misspelt: {
      'web/src/withdrawal/recode-chain-screen.tsx': `export const path = '/pages/wallet/withdraw/recode/recodeChain';`,
    },
    newcomer: {
      'web/src/auth/fields.ts': 'export type Newcomer = { code: string };',
    },
    nonsense: {
      'server/src/platform/chain/rpc.ts': `export const code = 'chain.nonsense';`,
    },
    place: {
      'server/src/liquidity/tables.ts': 'export type Place = { block: bigint; index: number };',
    },
    'place-of': {
      'server/src/swap/position.ts': 'export const placeOf = (block: number): number => block;',
    },
    stage: {
      'web/src/auth/safety-screen.test.ts': 'export function stage(): void {}',
    },
    tell: {
      'server/src/deposit/announce.ts': 'export async function tellMembers(): Promise<void> {}',
    },
    wish: {
      'web/src/liquidity/form.ts': 'export const wishOf = (text: string): string => text;',
    },
    words: {
      'web/src/wallet/back-up.ts': 'export const words: readonly string[] = [];',
    },
  },
  comments: {
    code: {
      'core/src/money/amount.ts': `export const one = 1n;
// const two = one + one;
// return two;`,
    },
    jsx: {
      'web/src/ui/card.tsx': `export const Card = () => null;
// <Card title={title} />`,
    },
    person: {
      'core/src/money/amount.ts': `/* FIXME(me): wrong */
export const one = 1n;`,
    },
    todo: {
      'core/src/money/amount.ts': `// TODO: negative amounts
export const one = 1n;`,
    },
  },
  'test-names': {
    each: {
      'core/src/money/amount.test.ts': `import { test } from 'vitest';
test.each([1, 2])('adds %s', () => {});`,
    },
    name: {
      'core/src/money/amount.test.ts': `import { test } from 'vitest';
test('works', () => {});`,
    },
    only: {
      'core/src/money/amount.test.ts': `import { test } from 'vitest';
test.only('refuses: nothing', () => {});`,
    },
    skip: {
      'core/src/money/amount.test.ts': `import { test } from 'vitest';
test.skip('refuses: nothing', () => {});`,
    },
    true: {
      'core/src/money/amount.test.ts': `import { expect, test } from 'vitest';
test('refuses: nothing', () => {
  expect(true).toBe(true);
});`,
    },
  },
  settings: {
    'by-key': {
      'core/src/setting/money.ts': `import { amount } from './define.ts';

export const withdrawMin = amount('withdraw.min', '20');`,
      'web/src/withdrawal/use-withdraw-form.ts': `export const minimum = (config: Map<string, string>) => Number(config.get('withdraw.min') ?? '10');`,
    },
    'of-any-type': {
      'core/src/setting/activity.ts': `import { time } from './define.ts';

export const activityStarts = time('activity.starts', '');`,
      'web/src/activity/use-start.ts': `export const starts = (config: Map<string, string>) => config.get('activity.starts');`,
    },
  },
  'lock-file': {
    checksum: {
      'package-lock.json': `{
  "packages": {
    "node_modules/zod": {
      "version": "1.0.0"
    }
  }
}`,
    },
    host: {
      'package-lock.json': `{
  "packages": {
    "": {},
    "node_modules/zod": {
      "resolved": "https://registry.example.org/zod.tgz",
      "integrity": "sha512-x"
    }
  }
}`,
    },
  },
  'database-rights': {
    lacks: {
      'server/src/app/api.ts': `import { pay } from './pay.ts';

export const start = (db: unknown): unknown => pay(db as never);`,
      'server/src/app/pay.ts': `type Db = { updateTable: (name: string) => unknown };

export const pay = (db: Db): unknown => db.updateTable('money');`,
      'server/src/migrations/0001-a.sql': 'create table money (id int);',
      'server/src/migrations/rights.sql': `insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('money', 's', '-', '-', '-', '-');`,
    },
    'no-row': {
      'server/src/migrations/0001-a.sql': 'create table money (id int);',
      'server/src/migrations/rights.sql': `insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('other', 's', '-', '-', '-', '-');`,
    },
    unused: {
      'server/src/app/api.ts': `type Db = { selectFrom: (name: string) => unknown };

export const start = (db: Db): unknown => db.selectFrom('money');`,
      'server/src/app/signer.ts': 'export const start = (): number => 1;',
      'server/src/migrations/0001-a.sql': 'create table money (id int);',
      'server/src/migrations/rights.sql': `insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('money', 's', '-', '-', 's', '-');`,
    },
  },
  asvs: {
    place: { 'docs/security/asvs.md': asvsOf('read', '`deposit/gone.ts`') },
    test: {
      'server/src/deposit/credit.test.ts': `test('refuses: nothing', () => {});`,
      'docs/security/asvs.md': asvsOf('shown', '`deposit/credit.test.ts` “refuses: everything”'),
    },
    untested: { 'docs/security/asvs.md': asvsOf('shown', 'It holds.') },
    lacking: { 'docs/security/asvs.md': asvsOf('read', 'It holds.', { rest: 68 }) },
    figures: { 'docs/security/asvs.md': asvsOf('read', 'It holds.', { counted: 2 }) },
  },
};
