import { locales } from '@openmere/core/kit/language.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecords } from '../asset/records.ts';
import { balanceOf } from '../ledger/balances.ts';
import { seededRandom } from '../ledger/test-ledger.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { catchUp } from '../test/context.ts';
import {
  addWorth,
  deps,
  emitted,
  equityOf,
  openLiquidityContext,
  passAndSettle,
} from '../test/liquidity-logs.ts';
import type { LiquidityContext } from '../test/liquidity-logs.ts';
import { addMember, newWallet, setBarred } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { happen, mineFinal } from '../test/scripted-context.ts';
import { getEquity } from './get-equity.ts';
import { grantEquity } from './grant-equity.ts';
import { spendEquity } from './spend-equity.ts';

const cap = 12_500n * oneCoin;
const again = 250n * oneCoin;
let context: LiquidityContext;
beforeAll(async () => {
  context = await openLiquidityContext();
});
afterAll(() => context.close());

let keys = 0;
async function spend(person: TestMember, amount: bigint, key = `spend ${(keys += 1)}`): Promise<void> {
  const { id: memberId } = person;
  const what = { memberId, amount, key, reference: 'yld_1', data: {}, actor: 'system:yield' };
  await inTransaction(context.db, (tx) => spendEquity({ tx, ...deps }, what));
}

async function add(person: TestMember, value: bigint): Promise<void> {
  await happen(context, addWorth(person.address ?? '0x', value));
  await passAndSettle(context);
}

/** A person at the cap. */
async function capped(): Promise<TestMember> {
  const person = await addMember(context);
  await add(person, cap);
  expect(await equityOf(context, person)).toBe(cap);
  return person;
}

test('refuses: to spend more than there is, or the same key for something else; nothing changes then', async () => {
  const person = await addMember(context);
  await expect(spend(person, 1n)).rejects.toMatchObject({ code: 'ledger.insufficient' });
  await add(person, 10n);
  await expect(spend(person, 11n)).rejects.toMatchObject({ code: 'ledger.insufficient' });
  await spend(person, 4n, 'once');
  await spend(person, 4n, 'once');
  await expect(spend(person, 5n, 'once')).rejects.toMatchObject({ code: 'ledger.keyconflict' });
  expect(await equityOf(context, person)).toBe(6n);
  const state = await context.db
    .selectFrom('equity_person')
    .select(['earned', 'spent'])
    .where('person_id', '=', person.id)
    .execute();
  expect(state).toEqual([{ earned: 10n, spent: 4n }]);
});

test('refuses: the database takes no row over the cap, and none that shrinks, moves or goes away', async () => {
  const person = await capped();
  for (const change of [
    sql`update equity_person set earned = earned + 1 where person_id = ${person.id}`,
    sql`update equity_person set earned = earned - 1 where person_id = ${person.id}`,
    sql`update equity_person set spent = earned + 1 where person_id = ${person.id}`,
    sql`delete from equity_person where person_id = ${person.id}`,
    sql`update equity_holder set person_id = 'mem_root' where member_id = ${person.id}`,
    sql`update equity_grant set granted = 0 where member_id = ${person.id}`,
  ]) {
    await expect(change.execute(context.owner)).rejects.toThrow();
  }
});

test('behavior: value is both sides at the event’s price, rounded down', async () => {
  const person = await addMember(context);
  // 3 USDT and 7 base units of OPEN at 0.3: 2.1, of which 2 count.
  const price = (3n * oneCoin) / 10n;
  await happen(context, emitted('add', person.address ?? '0x', [3n * oneCoin, 7n, 5n, price]));
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(3n * oneCoin + 2n);
  await happen(context, emitted('readd', person.address ?? '0x', [oneCoin, 10n, 5n, price, 0n]));
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(4n * oneCoin + 5n);
});

test.each([
  { name: 'one base unit below the cap', value: cap - 1n, granted: cap - 1n, later: 1n },
  { name: 'exactly the cap', value: cap, granted: cap, later: 0n },
  { name: 'one base unit above the cap', value: cap + 1n, granted: cap, later: 0n },
])('behavior: adding $name', async ({ value, granted, later }) => {
  const person = await addMember(context);
  await add(person, value);
  expect(await equityOf(context, person)).toBe(granted);
  await add(person, 1n);
  expect(await equityOf(context, person)).toBe(granted + later);
  await add(person, 1n);
  expect(await equityOf(context, person)).toBe(cap);
});

test.each([
  { name: 'one base unit less than 250', spent: again - 1n, granted: 0n },
  { name: 'exactly 250', spent: again, granted: 0n },
  { name: 'one base unit more than 250', spent: again + 1n, granted: again + 1n },
])('behavior: at the cap, after spending $name', async ({ spent, granted }) => {
  const person = await capped();
  await spend(person, spent - 1n);
  await spend(person, 1n);
  await add(person, cap);
  expect(await equityOf(context, person)).toBe(cap - spent + granted);
});

test('behavior: the next cap asks for more than 250 anew', async () => {
  const person = await capped();
  await spend(person, again + 1n);
  await add(person, again + 1n);
  expect(await equityOf(context, person)).toBe(cap);
  await spend(person, again);
  await add(person, oneCoin);
  expect(await equityOf(context, person)).toBe(cap - again);
  await spend(person, 1n);
  await add(person, oneCoin);
  expect(await equityOf(context, person)).toBe(cap - again - 1n + oneCoin);
});

test('behavior: two addings in one block, and two logs of one transaction, stop at the cap together', async () => {
  const [one, two] = [await addMember(context), await addMember(context)];
  const first = addWorth(one.address ?? '0x', cap - 5n);
  await happen(
    context,
    first,
    addWorth(one.address ?? '0x', 9n, first.txHash),
    addWorth(two.address ?? '0x', 7n),
  );
  await passAndSettle(context);
  expect(await equityOf(context, one)).toBe(cap);
  expect(await equityOf(context, two)).toBe(7n);
  const granted = await context.db
    .selectFrom('equity_grant')
    .select(['value', 'granted'])
    .where('member_id', '=', one.id)
    .execute();
  expect(granted).toEqual([{ value: cap + 4n, granted: cap }]);
});

test('property: the order of different members’ logs does not matter', async () => {
  const random = seededRandom(5);
  const values = Array.from({ length: 12 }, () => BigInt(random(4_000)) * oneCoin);
  const sums: bigint[][] = [];
  for (const turned of [false, true]) {
    const group = [await addMember(context), await addMember(context), await addMember(context)];
    const logs = values.map((value, at) => addWorth(group[at % 3]?.address ?? '0x', value));
    await happen(
      context,
      ...(turned ? logs.sort((a, b) => ((a.topics[1] ?? '' < (b.topics[1] ?? '')) ? 1 : -1)) : logs),
    );
    await passAndSettle(context);
    const balances: bigint[] = [];
    for (const person of group) balances.push(await equityOf(context, person));
    sums.push(balances);
  }
  expect(sums[0]).toEqual(sums[1]);
});

test('property: the cap is the person’s, however the liquidity is split over main and sub-accounts', async () => {
  const main = await addMember(context);
  const sub = await addMember(context, { main });
  const other = await addMember(context, { main });
  await add(sub, cap - 3n);
  await add(main, 2n);
  await add(other, 2n);
  await add(main, 1n);
  const sum =
    (await equityOf(context, main)) + (await equityOf(context, sub)) + (await equityOf(context, other));
  expect(sum).toBe(cap);
  // Independent now: what it earned stays under the cap that it was earned under, and no second one opens.
  await sql`update member set main_id = null where id = ${sub.id}`.execute(context.owner);
  await add(sub, 5n);
  expect(await equityOf(context, sub)).toBe(cap - 3n);
  await spend(sub, again + 1n);
  await add(main, oneCoin);
  expect(await equityOf(context, main)).toBe(2n + oneCoin);
});

test('behavior: wallets of nobody earn nothing, not even when they are bound later; exit-only accounts neither', async () => {
  const address = newWallet();
  await happen(context, addWorth(address, oneCoin));
  const person = await addMember(context, { wallet: address });
  const leaving = await addMember(context, { exitOnly: true });
  const barred = await addMember(context, { country: 'GB' });
  await setBarred(context, 'CN,US,GB');
  await happen(context, addWorth(leaving.address ?? '0x', oneCoin));
  await happen(context, addWorth(barred.address ?? '0x', oneCoin));
  await setBarred(context, 'CN,US');
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(0n);
  expect(await equityOf(context, leaving)).toBe(0n);
  expect(await equityOf(context, barred)).toBe(0n);
  await add(person, 2n * oneCoin);
  expect(await equityOf(context, person)).toBe(2n * oneCoin);
});

test('behavior: read again from the beginning by another follower, nothing is granted twice', async () => {
  const person = await addMember(context);
  await add(person, 8n);
  await sql`insert into chain_rescan (chain_id, from_block, reason) values (${context.chain.chainId}, 0, 'test')`.execute(
    context.owner,
  );
  mineFinal(context, []);
  await catchUp(context.follower());
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(8n);
  const grant = {
    memberId: person.id,
    value: 8n,
    key: 'node 1',
    reference: 'nod_1',
    data: {},
    actor: 'system:chain',
  };
  const run = () => inTransaction(context.db, (tx) => grantEquity({ tx, ...deps }, grant));
  expect([await run(), await run()]).toEqual([8n, 8n]);
  expect(await equityOf(context, person)).toBe(16n);
});

test('behavior: earning and spending of one person at once: exact sums, never above the cap', async () => {
  const person = await capped();
  const spends = Array.from({ length: 20 }, () => spend(person, 100n * oneCoin));
  const grants = Array.from({ length: 20 }, (_, at) =>
    inTransaction(context.db, (tx) =>
      grantEquity(
        { tx, ...deps },
        {
          memberId: person.id,
          value: 100n * oneCoin,
          key: `race ${at}`,
          reference: '',
          data: {},
          actor: 'system:chain',
        },
      ),
    ),
  );
  await Promise.all(spends);
  const granted = (await Promise.all(grants)).reduce((sum, one) => sum + one, 0n);
  expect(await equityOf(context, person)).toBe(cap - 2_000n * oneCoin + granted);
});

test('behavior: a lower cap takes nothing away and lets spending go on; a higher one gives room at once', async () => {
  const person = await capped();
  const setCap = (text: string) =>
    inTransaction(context.owner, (tx) =>
      writeSetting({ tx }, { name: 'equityCap', text, changedBy: 'op_1' }),
    );
  try {
    await setCap('100');
    await spend(person, oneCoin);
    await add(person, oneCoin);
    expect(await equityOf(context, person)).toBe(cap - oneCoin);
    await spend(person, cap - 50n * oneCoin);
    await add(person, 1_000n * oneCoin);
    expect(await equityOf(context, person)).toBe(100n * oneCoin);
  } finally {
    await setCap('12500');
  }
});

test('behavior: whoever stands at the cap earns up to a raised one at once, like a newcomer; at that it closes again', async () => {
  const person = await capped();
  const setCap = (text: string) =>
    inTransaction(context.owner, (tx) =>
      writeSetting({ tx }, { name: 'equityCap', text, changedBy: 'op_1' }),
    );
  const shown = () => inTransaction(context.db, (tx) => getEquity({ tx, actor: person }, Date.now()));
  try {
    await setCap('20000');
    expect(await shown()).toMatchObject({ capped: false, room: '7500', again: '0' });
    await add(person, 5_000n * oneCoin);
    await add(person, 5_000n * oneCoin);
    expect(await equityOf(context, person)).toBe(20_000n * oneCoin);
    await spend(person, again);
    await add(person, 1_000n * oneCoin);
    expect(await equityOf(context, person)).toBe(20_000n * oneCoin - again);
    expect(await shown()).toMatchObject({ capped: true, room: '0' });
  } finally {
    await setCap('12500');
  }
});

test('behavior: the statement says in every language what earned and what used EQUITY', async () => {
  const person = await addMember(context);
  await add(person, 5n);
  await spend(person, 2n);
  const words = new Set<string>();
  for (const locale of locales) {
    const from = { ip: '127.0.0.1', country: null, device: 'test', locale };
    const actor = { kind: 'member', id: person.id, family: person.id, sessionId: 's', from } as const;
    const { list } = await inTransaction(context.db, (tx) =>
      listRecords({ tx, actor, chainId: context.chain.chainId }, { coinid: 'EQUITY' }),
    );
    expect(list.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['equity-spent', '-0.000000000000000002'],
      ['equity-earned', '0.000000000000000005'],
    ]);
    words.add(list.map(({ description }) => description).join());
  }
  expect(words.size).toBe(locales.length);
});

test('property: the ledger’s EQUITY is what the persons earned less what they spent', async () => {
  const { rows } = await sql<{ left: bigint }>`select sum(earned - spent) as left from equity_person`.execute(
    context.db,
  );
  expect(-(await balanceOf(context.db, 'world', 'EQUITY'))).toBe(rows[0]?.left);
});
