import { specifiedCalls, specifiedRoutes } from '../specified.ts';
import { asvsOf, callsOf, inAllLocales, inLocale, rowsOf } from './repository.ts';
import type { Files } from './repository.ts';

/** A small repository that every rule must let pass. */
export const good: Files = {
  'docs/security/asvs.md': asvsOf('shown', '`deposit/credit.test.ts` “refuses: nothing at all”'),
  'web/src/app/routes.ts': rowsOf(specifiedRoutes),
  'web/src/ui/mark.module.css': `/* .old is gone */
.mark { opacity: 0.5; }
.mark :global(.leaflet-tile) { opacity: 1; }
.tone-good { color: var(--up); }`,
  'web/src/ui/mark.tsx': `import look from './mark.module.css';

export const classes = [look.mark, look['tone-good']];`,
  'core/src/auth/contract.ts': callsOf(specifiedCalls),
  ...inAllLocales('core', 'deposit', {
    'deposit.badcoin': 'No {coin}, and nothing is guaranteed.',
    'deposit.few': '{count, plural, one {# coin} other {# coins}}',
  }),
  // A language without a plural of its own has fewer cases.
  ...inLocale('core', 'ko', 'deposit', {
    'deposit.badcoin': 'No {coin}, and nothing is guaranteed.',
    'deposit.few': '{count, plural, other {# coins}}',
  }),
  'core/src/deposit/errors.ts': `export const depositErrors = {
  'deposit.badcoin': 'invalid',
};`,
  'core/src/deposit/rules.ts': `import { z } from 'zod';
import { parseAmount } from '../money/amount.ts';
import type { Moment } from './state.ts';

/** \`Date.now()\` in a comment is no clock. TODO(the console decides about small deposits in issue 5): minimum per coin. */
export const isOld = (at: Moment, given: { Date: number; process: string }): boolean => at.Date > given.Date;
// Rounds down; the dust stays with the pool.
export const schema = z.string().transform(parseAmount);`,
  'core/src/deposit/state.ts': 'export type Moment = { Date: number; setTimeout?: never };',
  'core/src/kit/day.ts': 'export const DAY_MS = 24 * 3_600_000; export const oneCoin = 10n ** 18n;',
  'core/src/kit/day.test.ts': 'const day = 86_400;',
  'core/src/money/amount.ts': 'export const parseAmount = (text: string): bigint => BigInt(text);',
  'core/src/contracts.ts': `import * as transfer from './transfer/contract.ts';

export const all = { ...transfer };`,
  'core/src/setting/money.ts': `import { amount } from '@openmere/core/setting/define.ts';

export const withdrawMin = amount('withdraw.min', '20');`,
  'core/src/transfer/contract.ts': `import { definePush } from '@openmere/core/kit/push.ts';
import { z } from 'zod';

export const transferReceived = definePush({
  push: 'notice.transfer',
  summary: 'Another member sent something.',
  to: 'member',
  data: z.strictObject({}),
});`,
  'server/src/app/api.ts': `import { depositRoutes } from '../deposit/routes.ts';

export const serve = depositRoutes;`,
  'server/src/app/signer.ts': `/** Reaches no table: \`deposit\` is only a word here. */
export const start = (): string => 'deposit';`,
  'server/src/deposit/credit.test.ts': `import { expect, test } from 'vitest';
import { credit } from './credit.ts';

test('refuses: nothing at all', () => {
  expect(credit({ id: 'dep_2' })).toHaveLength(2);
});

test.each([1, 2])('property: %s is a number', (value) => {
  expect(value).toBeGreaterThan(0);
});`,
  'server/src/deposit/credit.ts': `import { postEntry } from '../ledger/post.ts';
import { insertDeposit } from './store.ts';

export type Credit = { id: string };
export const credit = (one: Credit) => [postEntry, insertDeposit(one)];`,
  'server/src/deposit/routes.ts': `import { credit } from './credit.ts';

export const depositRoutes = () => credit({ id: 'dep_1' });`,
  'server/src/deposit/row.ts': 'export const rowOf = (id: string) => ({ id });',
  'server/src/ledger/post.ts': `export const postEntry = () => 'select ledger.post($1)';`,
  'server/src/migrations/0001-deposit.sql': 'create table deposit (id int);',
  'server/src/migrations/rights.sql': `insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('deposit', '-', '-', '-', '-', 's');`,
  'server/src/transfer/announce.ts': `import { transferReceived } from '@openmere/core/transfer/contract.ts';

export const name = transferReceived.push;`,
  'web/src/news/slot.tsx': `const News = lazyPart(() => import('./news.tsx').then((m) => m.News));
export const Slot = () => <Beside>{idle && <News />}</Beside>;`,
  'web/src/transfer/pushes.ts': `export const transferPushes = {
  'notice.transfer': () => undefined,
};`,
  'server/src/deposit/store.ts': `import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { rowOf } from './row.ts';
import type { Credit } from './credit.ts';

export const insertDeposit = (credit: Credit) => rowOf(credit.id);

export type Tx = Kysely<unknown>;

/** Comments may say update, from and join: only what the database hears counts. */
export const settleAll = (tx: Tx, memberId: string, block: bigint) =>
  sql\`update deposit set block = \${block} where member_id = \${memberId}\`.execute(tx);`,
  'server/src/deposit/settle.ts': `import type { Tx } from './store.ts';
import { settleAll } from './store.ts';

export type Ctx = { tx: Tx; actor: { id: string } };

export async function settle(ctx: Ctx, { block }: { block: bigint }): Promise<void> {
  await settleAll(ctx.tx, ctx.actor.id, block);
}`,
};
