import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedDevelopmentBanks } from '../deposit/fiat/seed-development.ts';
import { postEntry } from '../ledger/post.ts';
import { depositEntry, seededRandom, transferEntry } from '../ledger/test-ledger.ts';
import { memberHandlers } from '../member/on-chain.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import type { SettingName } from '../setting/definitions.ts';
import { writeSetting } from '../setting/write.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { mineAt, newHash, openScriptedContext, settle } from '../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../test/scripted-context.ts';
import { settleActivity } from './settle.ts';
import type { Bonus } from './tables.ts';

const membership: Hex = `0x${'3e'.repeat(20)}`;
const HOUR = 3_600;
const now = Math.floor(Date.now() / 1000);
const starts = now - 10 * 24 * HOUR;
const ends = now + 24 * HOUR;
const textOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

let context: ScriptedContext;
beforeEach(async () => {
  context = await openScriptedContext({ membership }, () => memberHandlers());
  await set('activityStarts', textOf(starts));
  await set('activityEnds', textOf(ends));
}, 60_000);
afterEach(() => context.close());

const set = (name: SettingName, text: string): Promise<void> =>
  inTransaction(context.owner, (tx) => writeSetting({ tx }, { name, text, changedBy: 'installation' }));
const decide = (): Promise<number> => settleActivity({ db: context.db });

function activated(member: TestMember): Emitted {
  const { root } = context;
  const topics = [
    eventTopics.activated,
    formatAddressWord(member.address ?? '0x'),
    formatAddressWord((root.walletAddress ?? '0x') as Hex),
  ];
  return { txHash: newHash(), address: membership, topics, data: '0x' };
}

async function activateAt(time: number, ...members: TestMember[]): Promise<void> {
  mineAt(context, time, members.map(activated));
  await settle(context);
}

const bonusesOf = (kind: Bonus['kind']): Promise<Bonus[]> =>
  context.db.selectFrom('activity_bonus').selectAll().where('kind', '=', kind).orderBy('id').execute();
const bonusOf = async (member: TestMember, kind: Bonus['kind']): Promise<Bonus | undefined> =>
  (await bonusesOf(kind)).find(({ member_id }) => member_id === member.id);

/** A credited deposit of so many coins at that time, `bar`: out of suspense; the money lies in the balance. */
async function deposit(
  member: TestMember,
  coins: number,
  time: number,
  { sender = newWallet(), bar = null }: { sender?: Hex; bar?: string | null } = {},
): Promise<void> {
  const address = newWallet();
  const { chainId } = context.chain;
  await sql`insert into deposit_address (member_id, chain_id, address, salt, factory)
    values (${member.id}, ${chainId}, ${address}, ${newHash()}, ${newWallet()}) on conflict do nothing`.execute(
    context.owner,
  );
  const id = newId('dep');
  await sql`insert into deposit (id, member_id, chain_id, coin_id, token, address, sender, amount, tx_hash, log_index,
      block_number, block_hash, status, credited_at, bar)
    select ${id}, ${member.id}, ${chainId}, 'USDT', ${newWallet()}, a.address, ${sender},
      ${BigInt(coins) * oneCoin}, ${newHash()}, 0, ${time}, ${newHash()}, 'credited', ${new Date(time * 1000)}, ${bar}
    from deposit_address a where a.member_id = ${member.id}`.execute(context.owner);
  await credit(member, coins, id);
}

const credit = ({ id }: TestMember, coins: number, reference: string): Promise<unknown> =>
  inTransaction(context.db, (tx) =>
    postEntry(tx, { ...depositEntry(reference, id, BigInt(coins) * oneCoin), reference }),
  );

/** Money of so many coins from that account of a bank, credited at that time; no account: the statement has none. */
async function bankDeposit(
  member: TestMember,
  coins: number,
  time: number,
  { account = newHash(), name = 'Anna Lake' }: { account?: string; name?: string } = {},
): Promise<void> {
  const { owner } = context;
  await inTransaction(owner, (tx) => seedDevelopmentBanks({ tx }));
  const [maker, checker] = [await addOperator(context, 'finance'), await addOperator(context, 'finance')];
  const { rows } = await sql<{ bank: string; rate: string }>`
    select b.id as bank, r.id as rate from fiat_bank b, fiat_rate r
    where b.currency = 'EUR' and r.currency = 'EUR' limit 1`.execute(owner);
  const { bank, rate } = rows[0] ?? { bank: '', rate: '' };
  const [order, line, file] = [newId('fio'), newId('fln'), newId('fim')];
  const [at, usdt] = [new Date(time * 1000), BigInt(coins) * oneCoin];
  await sql`insert into fiat_order (id, member_id, family_id, request_id, request_hash, bank_id, bank_name, holder, account, bic,
      currency, decimals, amount, usdt, rate_id, price_e18, spread_bps, payer, reference, status, made_at, expires_at, ended_at)
    select ${order}, m.id, m.person_id, gen_random_uuid(), '', ${bank}, 'Bank', 'Openmere', 'DEV', '', 'EUR', 2, 100, ${usdt},
      ${rate}, 1, 0, ${name}, ${`OM${line
        .slice(-9)
        .toUpperCase()
        .replaceAll(/[01ILO]/g, '2')}`}, 'credited', ${at}, ${at}, ${at}
    from member m where m.id = ${member.id}`.execute(owner);
  await sql`insert into fiat_import (id, bank_id, hash, format, lines, fresh, operator_id)
    values (${file}, ${bank}, ${newHash().slice(2)}, 'csv', 1, 1, ${maker.id})`.execute(owner);
  await sql`insert into fiat_line (id, bank_id, fingerprint, import_id, day, currency, decimals, amount, bank_ref, name, account,
      text, status, order_id, member_id, ended_at)
    values (${line}, ${bank}, ${newHash().slice(2)}, ${file}, '2026-03-01', 'EUR', 2, 100, '', ${name}, ${account}, '', 'credited',
      ${order}, ${member.id}, ${at})`.execute(owner);
  // That it takes two operators is the bank deposit's own test.
  await sql`alter table fiat_credit disable trigger fiat_credit_by_two`.execute(owner);
  await sql`insert into fiat_credit (line_id, order_id, usdt, maker_id, checker_id)
    values (${line}, ${order}, ${usdt}, ${maker.id}, ${checker.id})`.execute(owner);
  await credit(member, coins, order);
}

const take = (from: TestMember, to: TestMember, coins: number): Promise<unknown> =>
  inTransaction(context.db, (tx) =>
    postEntry(tx, transferEntry(newId('x'), from.id, to.id, BigInt(coins) * oneCoin)),
  );

const shareBrowser = (browser: string, ...members: TestMember[]): Promise<unknown> =>
  sql`insert into auth_browser (browser_hash, subject, last_login_at)
    select ${browser}, id, now() from unnest(${members.map(({ id }) => id)}::text[]) as t(id)`.execute(
    context.owner,
  );

test('refuses: a second account of the person, a shared browser, a shared payer, who may only leave; each says why, none takes a place', async () => {
  const [main, browserA, browserB, payerA, payerB, last] = [
    await addMember(context),
    await addMember(context),
    await addMember(context),
    await addMember(context),
    await addMember(context),
    await addMember(context),
  ];
  const child = await addMember(context, { main });
  await shareBrowser('one browser', browserA, browserB);
  const payer = newWallet();
  await deposit(payerA, 20, starts + HOUR, { sender: payer });
  await deposit(payerB, 20, starts + HOUR, { sender: payer });
  const leaver = await addMember(context);
  await activateAt(starts + HOUR, main, child, browserA, browserB, payerA, payerB, leaver, last);
  await sql`update member set exit_only = true where id = ${leaver.id}`.execute(context.owner);
  await decide();
  const told = new Map((await bonusesOf('first')).map((one) => [one.member_id, one.reason ?? one.place]));
  const all = [main, child, browserA, browserB, payerA, payerB, leaver, last].map(({ id }) => told.get(id));
  expect(all).toEqual([1, 'family', 2, 'device', 3, 'payer', 'exitonly', 4]);
});

test('refuses: first bonus and deposit bonus in a country where they are switched off, which takes no place', async () => {
  await set('activityBonusOffCountries', 'FR,GB');
  const british = await addMember(context, { country: 'GB' });
  const german = await addMember(context, { country: 'DE' });
  await activateAt(starts + HOUR, british, german);
  await deposit(british, 200, starts + HOUR);
  await deposit(german, 200, starts + HOUR);
  await decide();
  expect(await bonusOf(british, 'first')).toMatchObject({ status: 'refused', reason: 'country', power: 0n });
  expect(await bonusOf(british, 'deposit')).toMatchObject({ status: 'refused', reason: 'country' });
  expect(await bonusOf(german, 'first')).toMatchObject({ status: 'given', place: 1 });
  expect(await bonusOf(german, 'deposit')).toMatchObject({ status: 'held', reason: null });
});

test('refuses: who is barred by a changed setting, which takes no place', async () => {
  const british = await addMember(context, { country: 'GB' });
  const german = await addMember(context);
  await activateAt(starts + HOUR, british, german);
  await set('barredCountries', 'CN,US,GB');
  await decide();
  expect(await bonusOf(british, 'first')).toMatchObject({ status: 'refused', reason: 'exitonly', power: 0n });
  expect(await bonusOf(german, 'first')).toMatchObject({ status: 'given', place: 1 });
});

test('refuses: activations and deposits outside the window; its first moment belongs to it', async () => {
  const people = await Promise.all([1, 2, 3].map(() => addMember(context)));
  const [early, first, second] = people as [TestMember, TestMember, TestMember];
  await activateAt(starts - 1, early);
  await activateAt(starts, first);
  await activateAt(ends, second);
  await deposit(early, 100, starts - 1);
  await deposit(first, 100, starts);
  await deposit(second, 100, ends);
  await decide();
  expect((await bonusesOf('first')).map(({ member_id }) => member_id)).toEqual([first.id]);
  expect((await bonusesOf('deposit')).map(({ member_id }) => member_id)).toEqual([first.id]);
  await set('activityEnds', '');
  await activateAt(ends + 1, await addMember(context));
  await decide();
  expect(await bonusesOf('first')).toHaveLength(1);
});

test('refuses: to begin anew where the start is moved: places go on, and nobody who has one is asked again', async () => {
  const [first, second, third] = [
    await addMember(context),
    await addMember(context),
    await addMember(context),
  ];
  await activateAt(starts + HOUR, first);
  await decide();
  await activateAt(starts + 2 * HOUR, second);
  for (const moved of [starts + HOUR / 2, starts + 3 * HOUR, starts - HOUR]) {
    await set('activityStarts', textOf(moved));
    await decide();
  }
  await activateAt(starts + 4 * HOUR, third);
  await decide();
  expect((await bonusesOf('first')).map(({ member_id, place }) => [member_id, place])).toEqual([
    [first.id, 1],
    [second.id, 2],
    [third.id, 3],
  ]);
  const { rows } = await sql<object>`select starts_at, ends_at from activity_round`.execute(context.db);
  expect(rows).toEqual([{ starts_at: new Date(starts * 1000), ends_at: new Date(ends * 1000) }]);
});

test('behavior: a later activity begins at place one; whose account has a bonus already is not told of another account', async () => {
  const [old, fresh] = [await addMember(context), await addMember(context)];
  const middle = starts + 5 * 24 * HOUR;
  await set('activityEnds', textOf(middle));
  await activateAt(starts + HOUR, old);
  await deposit(old, 200, starts + HOUR);
  await decide();
  // One after the other, as operators change them: for a moment the old one seems to go on.
  await set('activityEnds', textOf(ends));
  await decide();
  await set('activityStarts', textOf(middle + HOUR));
  await decide();
  await deposit(old, 300, middle + 2 * HOUR);
  await activateAt(middle + 2 * HOUR, fresh);
  await decide();
  expect(await bonusOf(fresh, 'first')).toMatchObject({ place: 1 });
  expect((await bonusesOf('deposit')).map(({ amount, reason }) => [amount, reason])).toEqual([
    [200n * oneCoin, null],
  ]);
});

test('refuses: to change or forget what was decided', async () => {
  const person = await addMember(context);
  await activateAt(starts + 1, person);
  await decide();
  for (const change of [
    sql`update activity_bonus set place = 2`,
    sql`update activity_bonus set status = 'refused', reason = 'full', place = null, power = 0`,
    sql`delete from activity_bonus`,
    sql`truncate activity_bonus cascade`,
  ])
    await expect(change.execute(context.owner)).rejects.toThrow('activity');
});

test('behavior: 500 activate at once: exactly 99 have a place, in the order of the chain, whoever decides and how often', async () => {
  const people = await Promise.all(Array.from({ length: 500 }, () => addMember(context)));
  const random = seededRandom(7);
  const order = people.map((person) => ({ person, at: random(1_000_000) })).sort((a, b) => a.at - b.at);
  const expected = order.map(({ person }) => person.id);
  for (let block = 0; block < 10; block += 1) {
    const part = order.slice(block * 50, block * 50 + 50);
    // Blocks may share their second.
    mineAt(
      context,
      starts + Math.floor(block / 2),
      part.map(({ person }) => activated(person)),
    );
  }
  const following = settle(context);
  await Promise.all([following, decide(), decide(), decide()]);
  await Promise.all([decide(), decide()]);
  const given = (await bonusesOf('first')).filter(({ place }) => place !== null);
  given.sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  expect(given.map(({ place }) => place)).toEqual(Array.from({ length: 99 }, (_, at) => at + 1));
  expect(given.map(({ member_id }) => member_id)).toEqual(expected.slice(0, 99));
  expect(given.every(({ power }) => power === 100n * oneCoin)).toBe(true);
  const refused = (await bonusesOf('first')).filter(({ reason }) => reason === 'full');
  expect(refused).toHaveLength(401);
  expect(await decide()).toBe(0);
}, 120_000);

test('refuses: the deposit bonus to who was barred, or whose country was switched off, while the money stayed', async () => {
  const [barred, off, other] = [
    await addMember(context, { country: 'GB' }),
    await addMember(context, { country: 'NZ' }),
    await addMember(context),
  ];
  for (const member of [barred, off, other]) await deposit(member, 600, now - 7 * 24 * HOUR + HOUR / 2);
  await decide();
  expect((await bonusesOf('deposit')).map(({ status }) => status)).toEqual(['held', 'held', 'held']);
  await set('barredCountries', 'GB');
  await set('activityBonusOffCountries', 'NZ');
  await passHold();
  const refused = { status: 'refused', power: 0n };
  expect(await bonusOf(barred, 'deposit')).toMatchObject({ ...refused, reason: 'exitonly' });
  expect(await bonusOf(off, 'deposit')).toMatchObject({ ...refused, reason: 'country' });
  expect(await bonusOf(other, 'deposit')).toMatchObject({ status: 'given', power: 300n * oneCoin });
  const { rows } = await sql<{ member_id: string }>`select member_id from reward`.execute(context.db);
  expect(rows).toEqual([{ member_id: other.id }]);
});

test('behavior: the deposit bonus waits until the money has stayed, and counts the lowest that was there', async () => {
  const [keeper, leaver, small, other] = [
    await addMember(context),
    await addMember(context),
    await addMember(context),
    await addMember(context),
  ];
  const held = now - 7 * 24 * HOUR + HOUR / 2;
  await deposit(keeper, 600, held);
  await deposit(leaver, 1000, held);
  await deposit(small, 99, held);
  await deposit(small, 100, held + 1);
  await deposit(small, 5000, held + 2);
  await decide();
  expect(await bonusOf(keeper, 'deposit')).toMatchObject({ status: 'held', kept: 600n * oneCoin, power: 0n });
  // Gone for a moment is gone: what comes back does not count again.
  await take(leaver, other, 950);
  await decide();
  await take(other, leaver, 950);
  await decide();
  expect(await bonusOf(leaver, 'deposit')).toMatchObject({ status: 'held', power: 0n });
  await passHold();
  expect(await bonusOf(keeper, 'deposit')).toMatchObject({ status: 'given', power: 300n * oneCoin });
  expect(await bonusOf(leaver, 'deposit')).toMatchObject({
    status: 'refused',
    reason: 'notkept',
    kept: 50n * oneCoin,
    power: 0n,
  });
  expect(await bonusOf(small, 'deposit')).toMatchObject({ amount: 100n * oneCoin, power: 25n * oneCoin });
});

test('behavior: a first deposit by bank has its bonus like one by chain; whichever came first counts', async () => {
  const [byBank, bankFirst, chainFirst, small] = [
    await addMember(context),
    await addMember(context),
    await addMember(context),
    await addMember(context),
  ];
  const held = now - 7 * 24 * HOUR + HOUR / 2;
  await bankDeposit(byBank, 600, held);
  await bankDeposit(bankFirst, 200, held);
  await deposit(bankFirst, 5000, held + 1);
  await deposit(chainFirst, 300, held);
  await bankDeposit(chainFirst, 5000, held + 1);
  await bankDeposit(small, 99, held);
  await bankDeposit(small, 100, starts - 1);
  await decide();
  expect(await bonusOf(byBank, 'deposit')).toMatchObject({
    status: 'held',
    deposit_id: null,
    fiat_order_id: expect.stringMatching(/^fio_/),
    amount: 600n * oneCoin,
    kept: 600n * oneCoin,
    due_at: new Date((held + 7 * 24 * HOUR) * 1000),
  });
  expect(await bonusOf(bankFirst, 'deposit')).toMatchObject({ deposit_id: null, amount: 200n * oneCoin });
  expect(await bonusOf(chainFirst, 'deposit')).toMatchObject({
    fiat_order_id: null,
    amount: 300n * oneCoin,
  });
  expect(await bonusOf(small, 'deposit')).toBeUndefined();
  expect(await decide()).toBe(0);
  await passHold();
  expect(await bonusOf(byBank, 'deposit')).toMatchObject({ status: 'given', power: 300n * oneCoin });
});

test('refuses: a bonus for money that the bank took back before it was due, though its member still has it', async () => {
  const [robbed, honest] = [await addMember(context), await addMember(context)];
  const held = now - 7 * 24 * HOUR + HOUR / 2;
  await bankDeposit(robbed, 600, held);
  await bankDeposit(honest, 600, held);
  await decide();
  const taken =
    await sql`insert into fiat_takenback (line_id, bank_id, fingerprint, import_id, day, bank_ref, text)
    select id, bank_id, fingerprint, import_id, day, '', '' from fiat_line where member_id = ${robbed.id}`.execute(
      context.owner,
    );
  expect(taken.numAffectedRows).toBe(1n);
  await passHold();
  expect(await bonusOf(robbed, 'deposit')).toMatchObject({ status: 'refused', reason: 'notkept', kept: 0n });
  expect(await bonusOf(honest, 'deposit')).toMatchObject({ status: 'given' });
});

test('refuses: a second bonus from the same bank account, however it is written; the name counts where there is no account', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => addMember(context)));
  const [first, same, namesake, unnamed, again] = people as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  await bankDeposit(first, 100, starts + 1, { account: 'DE02 1203 0000 0000 2020 51' });
  await bankDeposit(same, 100, starts + 2, { account: 'de02120300000000202051', name: 'Bert Lake' });
  await bankDeposit(namesake, 100, starts + 3);
  await bankDeposit(unnamed, 100, starts + 4, { account: '' });
  await bankDeposit(again, 100, starts + 5, { account: '', name: 'ANNA  LAKE' });
  await decide();
  const reasons = [];
  for (const person of people) reasons.push((await bonusOf(person, 'deposit'))?.reason);
  expect(reasons).toEqual([null, 'payer', null, null, 'payer']);
});

test('refuses: a bonus at once for a deposit that waited in suspense: the money has to stay from then on that it is there', async () => {
  const member = await addMember(context);
  const begun = Date.now();
  await deposit(member, 600, now - 9 * 24 * HOUR, { bar: 'country' });
  await decide();
  await decide();
  const bonus = await bonusOf(member, 'deposit');
  expect(bonus).toMatchObject({ status: 'held', kept: 600n * oneCoin });
  expect(bonus?.due_at?.getTime()).toBeGreaterThanOrEqual(begun + 7 * 24 * HOUR * 1000);
});

test('behavior: what is given can be claimed once, as bonus power', async () => {
  const person = await addMember(context);
  await activateAt(starts + 1, person);
  await decide();
  await decide();
  const { rows } =
    await sql<object>`select member_id, kind, coin_id, amount, status, pool, key from reward`.execute(
      context.db,
    );
  const bonus = await bonusOf(person, 'first');
  expect(rows).toEqual([
    {
      member_id: person.id,
      kind: 'bonus',
      coin_id: 'POWER',
      amount: 100n * oneCoin,
      status: 'claimable',
      pool: 'activity',
      key: `activity:${bonus?.id}`,
    },
  ]);
  expect(bonus?.rewarded_at).not.toBeNull();
});

test('behavior: members hear of their bonus, everybody of the places that are left', async () => {
  const person = await addMember(context);
  await activateAt(starts + 1, person);
  await decide();
  const { rows } = await sql<{ data: object }>`
    select data from socket_message where member_id = ${person.id} and type = 'activity'`.execute(context.db);
  expect(rows.map(({ data }) => data)).toEqual([{ kind: 'bonus', bonus: 'first', status: 'given' }]);
});

test('behavior: whoever hears that a bonus was given can claim it: both become true at once', async () => {
  const [early, keeper] = [await addMember(context), await addMember(context)];
  await deposit(keeper, 600, now - 7 * 24 * HOUR - HOUR);
  await activateAt(starts + 1, early);
  await decide();
  await decide();
  const { rows } = await sql<{ atOnce: boolean }>`
    select r.xmin = m.xmin as "atOnce" from reward r
    join socket_message m on m.member_id = r.member_id and m.data->>'status' = 'given'
    where r.member_id in (${early.id}, ${keeper.id})`.execute(context.db);
  expect(rows).toEqual([{ atOnce: true }, { atOnce: true }]);
});

/** The business clock goes ahead by an hour, as it does on a development chain that is moved. */
async function passHold(): Promise<void> {
  await sql`update business_clock set target_ms = ${HOUR * 1000}, offset_ms = ${HOUR * 1000}`.execute(
    context.owner,
  );
  await decide();
}
