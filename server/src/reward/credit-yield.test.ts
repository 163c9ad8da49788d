import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { memberBalance } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { reconcileLedger } from '../ledger/reconcile.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import { powerOf } from '../minting/power-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import type { TestMember } from '../test/people.ts';
import { addMiner, firstDay, openFigures, settleDeps } from '../test/rewards.ts';
import { settleYield } from './settle-yield.ts';

const contexts: TestContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function open(): Promise<TestContext> {
  const context = await openTestContext();
  contexts.push(context);
  await inTransaction(context.db, (tx) =>
    postEntry(tx, {
      key: 'fill',
      kind: 'deposit',
      reference: 'fill',
      actor: 'system:test',
      postings: [
        {
          source: 'treasury:bsc',
          destination: 'pool:yield',
          asset: 'USDT',
          amount: 10_000n * oneCoin,
        },
      ],
    }),
  );
  return context;
}

async function giveEquity(context: TestContext, member: TestMember, coins: bigint): Promise<void> {
  const key = `equity ${member.id}`;
  const grant = { value: coins * oneCoin, key, reference: key, data: {}, actor: 'system:test' };
  await inTransaction(context.db, (tx) =>
    grantEquity({ tx, post: (inner, entry) => postEntry(inner, entry) }, { memberId: member.id, ...grant }),
  );
}

/** Seven with 200 power and more each, and EQUITY enough. */
async function addSeven(context: TestContext): Promise<TestMember[]> {
  const members: TestMember[] = [];
  for (let at = 0; at < 7; at += 1) {
    const member = await addMiner(context, { power: 200 + at * 100 });
    await giveEquity(context, member, 50n);
    members.push(member);
  }
  return members;
}

const settle = (context: TestContext, batch: number, onStep?: (step: string) => void): Promise<void> =>
  settleYield(settleDeps(context, openFigures(), { batch, ...(onStep && { onStep }) }), firstDay);
const poyOf = async (context: TestContext, member: TestMember) =>
  (await memberBalance(context.db, member.id, 'POY')).available;
const equityOf = async (context: TestContext, member: TestMember) =>
  (await memberBalance(context.db, member.id, 'EQUITY')).available;

/** What was credited, posting by posting in the journal’s order, with members by their number. */
async function creditsOf(context: TestContext, members: readonly TestMember[]): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', s.name, d.name, s.asset, j.amount, j.source_balance, j.destination_balance) as line
    from ledger.journal j join ledger.journal h on h.id = j.id - j.line join ledger.kind k on k.id = h.kind
      join ledger.account s on s.id = j.source join ledger.account d on d.id = j.destination
    where k.name = 'reward-credit' order by j.id`.execute(context.owner);
  return rows.map(({ line }) =>
    members.reduce((text, { id }, number) => text.replaceAll(id, `member${number}`), line),
  );
}

test('behavior: killed after every batch and by two settlers at once, the journal is the one of a quiet day', async () => {
  const quiet = await open();
  const calm = await addSeven(quiet);
  await settle(quiet, 2);
  const wanted = await creditsOf(quiet, calm);

  const context = await open();
  const members = await addSeven(context);
  for (let kill = 0; kill < 2; kill += 1) {
    const dying = settle(context, 2, (step) => {
      if (step === 'batch') throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
  }
  await Promise.all([settle(context, 2), settle(context, 2)]);
  expect(wanted).toHaveLength(14);
  expect(await creditsOf(context, members)).toEqual(wanted);
  for (const [at, member] of members.entries()) {
    const paid = BigInt(2 + at) * oneCoin;
    expect([await poyOf(context, member), await equityOf(context, member)]).toEqual([
      paid,
      50n * oneCoin - paid,
    ]);
    const { power } = await powerOf(context.db, member.id);
    expect(power.personal).toBe(BigInt(200 + at * 100) * oneCoin - paid);
  }
  expect((await reconcileLedger(context.db)).findings).toEqual([]);
});

test('behavior: accounts of a person share its EQUITY over batches; one that never had any draws on the others', async () => {
  const context = await open();
  const main = await addMiner(context, { power: 300 });
  const sub = await addMiner(context, { power: 200, main });
  const bare = await addMiner(context, { power: 400, main });
  await giveEquity(context, main, 1n);
  await giveEquity(context, sub, 20n);
  await settle(context, 1);
  expect([await poyOf(context, main), await poyOf(context, sub), await poyOf(context, bare)]).toEqual([
    3n * oneCoin,
    2n * oneCoin,
    4n * oneCoin,
  ]);
  const left = (await equityOf(context, main)) + (await equityOf(context, sub));
  expect([left, await equityOf(context, bare)]).toEqual([12n * oneCoin, 0n]);
  const { rows } = await sql<{ left: bigint }>`
    select earned - spent as left from equity_person where person_id = ${main.id}`.execute(context.owner);
  expect(rows).toEqual([{ left: 12n * oneCoin }]);
});

test('behavior: limits of a statement are lifted for the settlement alone', async () => {
  const context = await open();
  await addSeven(context);
  await settle(context, 3);
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(context.db);
  expect(rows[0]?.statement_timeout).not.toBe('120s');
});
