import type { Examples } from './repository.ts';

/** What the walls between rooms and domains refuse. */
export const walls: Examples = {
  'core-imports': {
    domain: {
      'core/src/transfer/rules.ts': `import type { Reward } from '../reward/state.ts';
export type Sent = Reward;`,
    },
    foundation: {
      'core/src/money/amount.ts': `import { fee } from '../transfer/rules.ts';
export const take = fee;`,
    },
    node: {
      'core/src/money/amount.ts': `import { readFileSync } from 'node:fs';
export const read = readFileSync;`,
    },
    package: {
      'core/src/money/amount.ts': `import { parseUnits } from 'viem';
export const read = parseUnits;`,
    },
    room: {
      'core/src/money/amount.ts': `import { log } from '../../../server/src/platform/log.ts';
export const read = log;`,
    },
  },
  'core-pure': {
    clock: {
      'core/src/auth/rules.ts': 'export const isOld = (time: number) => Date.now() - time > 1000;',
    },
    fetch: {
      'core/src/auth/rules.ts': `export const ask = () => fetch('/');`,
    },
    float: {
      'core/src/money/amount.ts':
        'export const read = (text: string) => parseFloat(text) + Number.parseFloat(text);',
    },
    process: {
      'core/src/auth/rules.ts': `export const mode = process.env['MODE'];`,
    },
    random: {
      'core/src/auth/rules.ts': 'export const pick = () => Math.random();',
    },
    timer: {
      'core/src/auth/rules.ts': 'export const later = (work: () => void) => setTimeout(work, 1);',
    },
  },
  machinery: {
    ledger: {
      'server/src/platform/files/store.ts': `import { postEntry } from '../../ledger/post.ts';
export const keep = postEntry;`,
    },
    parts: {
      'web/src/parts/email-field.tsx': `import { useMember } from '../member/use-member.ts';

export const me = useMember;`,
    },
    rules: {
      'web/src/ui/field.tsx': `import { checkAmount } from '@openmere/core/transfer/rules.ts';
export const Field = () => checkAmount;`,
    },
    server: {
      'server/src/platform/mail/send.ts': `import { findMember } from '../../member/store.ts';
export const send = findMember;`,
    },
    ui: {
      'web/src/ui/figure.tsx': `import { useMember } from '../member/use-member.ts';
export const Figure = () => useMember();`,
    },
  },
  'ledger-alone': {
    domain: {
      'server/src/ledger/post.ts': `import { quote } from '../transfer/quote.ts';
export const post = quote;`,
    },
    rules: {
      'server/src/ledger/post.ts': `import { checkSend } from '@openmere/core/transfer/rules.ts';
export const post = checkSend;`,
    },
    table: {
      'server/src/transfer/send.ts': `export const statement = 'update ledger.account set balance = balance - $1';`,
    },
  },
  'domains-apart': {
    server: {
      'server/src/mall/order.ts': `import { approve } from '../withdrawal/approve.ts';
export const order = approve;`,
    },
    'type-only': {
      'server/src/mall/order.ts': `import type { Withdrawal } from '../withdrawal/tables.ts';

export type Order = { withdrawal: Withdrawal };`,
    },
    'unused-line': {
      'tools/tidy/domain-imports.ts': `export const domainImports = [{ from: 'auth', to: 'member', rooms: ['server'], reason: 'nothing uses this line' }];`,
    },
    web: {
      'web/src/mall/cart-screen.tsx': `import { useTeam } from '../team/use-team.ts';
export const CartScreen = () => useTeam();`,
    },
  },
  layers: {
    database: {
      'server/src/deposit/console-routes.ts': `import { createDatabase } from '../platform/db/connect.ts';
export const routes = createDatabase;`,
    },
    fastify: {
      'server/src/deposit/list.ts': `import Fastify from 'fastify';
export const list = Fastify;`,
    },
    ledger: {
      'server/src/deposit/routes.ts': `import { postEntry } from '../ledger/post.ts';
export const routes = postEntry;`,
    },
    routes: {
      'server/src/deposit/routes.ts': `import { insertDeposit } from './store.ts';
export const depositRoutes = insertDeposit;`,
    },
    store: {
      'server/src/deposit/credit.ts': `import { postEntry } from '../ledger/post.ts';
export const credit = postEntry;`,
      'server/src/deposit/store.ts': `import { credit } from './credit.ts';
export const insert = credit;`,
    },
  },
  'app-closed': {
    server: {
      'server/src/deposit/list.ts': `import { readConfig } from '../app/config.ts';
export const list = readConfig;`,
    },
    web: {
      'web/src/deposit/api.ts': `import { routes } from '../app/routes.ts';
export const list = routes;`,
    },
  },
  rooms: {
    console: {
      'console/src/deposit/list-screen.tsx': `import { Card } from '../../../web/src/ui/card.tsx';
export const ListScreen = Card;`,
    },
    server: {
      'server/src/deposit/list.ts': `import type { Row } from '../../../console/src/deposit/api.ts';
export type Line = Row;`,
    },
    web: {
      'web/src/deposit/api.ts': `import { list } from '@openmere/server/deposit/list.ts';
export const api = list;`,
    },
  },
  'use-cases': {
    order: {
      'server/src/deposit/credit.ts': `import type { MemberActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
export async function credit(actor: MemberActor, tx: Tx, amount: bigint): Promise<bigint> {
  return tx.add(actor, amount);
}`,
    },
    three: {
      'server/src/deposit/credit.ts': `import type { Ctx } from '../platform/context.ts';
export async function credit(ctx: Ctx, memberId: string, amount: bigint): Promise<bigint> {
  return ctx.tx.add(memberId, amount);
}`,
    },
  },
  stores: {
    builder: {
      'server/src/deposit/list.ts': `import type { Ctx } from '../platform/context.ts';
export const list = (ctx: Ctx) => ctx.tx.selectFrom('deposit').selectAll().execute();`,
    },
    foreign: {
      'server/src/transfer/store.ts': `import type { Db } from '../platform/db/connect.ts';
export const list = (db: Db) =>
  db.selectFrom('transfer_contact as c').innerJoin('member as m', 'm.id', 'c.member_id').execute();`,
    },
    nobody: {
      'server/src/migrations/rights.sql': `insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('letter', 's', '-', '-', '-', 's');`,
    },
    outside: {
      'server/src/deposit/credit.ts': `import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
export async function credit(ctx: Ctx): Promise<void> {
  await sql\`update deposit set status = 'final'\`.execute(ctx.tx);
}`,
    },
  },
};
