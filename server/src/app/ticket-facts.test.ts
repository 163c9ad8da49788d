import type { OutputOf } from '@openmere/core/calls.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { aboutKinds, factKeys, factStatus, factText } from '@openmere/core/support/ticket.ts';
import type { AboutKind } from '@openmere/core/support/ticket.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEnum } from '../setting/get-enum.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';

type Facts = OutputOf<'Ticket/About'>;
const chainId = 31_337;
const at = new Date('2026-05-04T12:00:00Z');
const hash = `0x${'3e'.repeat(32)}`;
const block = `0x${'4b'.repeat(32)}`;
const coins = (whole: number): bigint => BigInt(whole) * oneCoin;
const add = 'liq_00000000000000000000000001';
const redemption = 'liq_00000000000000000000000002';
const bonus = `bon_${'7'.repeat(26)}`;
const minting = (log: number): string => `mnt_${'3e'.repeat(20)}-${log}`;

let app: TestApp;
let anna: TestMember;
let bert: TestMember;
let reward: string;

/** One record of each kind that lives on chain or in a settlement, of Anna's wallet. */
beforeAll(async () => {
  app = await openTestApp();
  [anna, bert] = [await addMember(app, { activated: true }), await addMember(app)];
  const { owner } = app;
  const wallet = anna.address;
  await sql`insert into liquidity_record (id, chain_id, address, type, status, usdt, open, lp, amount, lp_value, ousd, ousd_held,
      price_e18, tx_hash, log_index, block_number, block_hash, block_time)
    values (${add}, ${chainId}, ${wallet}, 'add', 'seen', ${coins(50)}, ${coins(200)}, ${coins(97)}, ${coins(100)}, ${coins(100)}, 0, 0,
        ${oneCoin}, ${hash}, 1, 7, ${block}, ${at}),
      (${redemption}, ${chainId}, ${wallet}, 'redeem', 'final', 0, 0, 0, ${coins(8)}, 0, ${coins(8)}, 0,
        null, ${hash}, 2, 7, ${block}, ${at})`.execute(owner);
  await sql`insert into minting_record (id, chain_id, address, type, status, consumed, obtained, price_e18, value_usdt, fee, burned,
      to_market, tx_hash, log_index, block_number, block_hash, block_time)
    values (${minting(3)}, ${chainId}, ${wallet}, 'power', 'final', ${coins(40)}, ${coins(10)}, ${oneCoin / 4n}, ${coins(10)}, 0,
        ${coins(20)}, ${coins(20)}, ${hash}, 3, 7, ${block}, ${at}),
      (${minting(4)}, ${chainId}, ${wallet}, 'usdo-open', 'final', ${coins(40)}, ${coins(9)}, ${oneCoin / 4n}, 0, ${coins(1)},
        ${coins(2)}, 0, ${hash}, 4, 7, ${block}, ${at}),
      (${minting(5)}, ${chainId}, ${wallet}, 'redeem', 'final', ${coins(9)}, ${coins(9)}, ${oneCoin}, 0, 0,
        0, 0, ${hash}, 5, 7, ${block}, ${at})`.execute(owner);
  await sql`insert into node_medal (chain_id, token_id, type, first_owner, tx_hash, block_number, subscribed_at, equity_at,
      equity_member, equity)
    values (${chainId}, 12, 'gold', ${wallet}, ${hash}, 7, ${at}, ${at}, ${anna.id}, ${coins(500)})`.execute(
    owner,
  );
  await sql`insert into node_holding (chain_id, token_id, block_number, log_index, holder, tx_hash, from_at)
    values (${chainId}, 12, 7, 6, ${wallet}, ${hash}, ${at})`.execute(owner);
  const { rows } = await sql<{ serial: bigint }>`
    insert into reward (member_id, kind, coin_id, amount, status, pool, period, reason, missing, at)
    values (${anna.id}, 'direct', 'USDT', ${coins(3)}, 'notqualified', 'referral', 20577, 'power', ${coins(60)}, ${at})
    returning serial`.execute(owner);
  reward = `rwd_${rows[0]?.serial}`;
  await sql`insert into activity_round (starts_at) values (${at})`.execute(owner);
  await sql`insert into activity_bonus (id, round, kind, member_id, family_id, status, happened_at, place, power, decided_at)
    values (${bonus}, ${at}, 'first', ${anna.id}, ${anna.id}, 'given', ${at}, 7, ${coins(100)}, ${at})`.execute(
    owner,
  );
  await sql`insert into member_activation (wallet_address, inviter_address, tx_hash, block_number, status, final_at)
    values (${wallet}, ${wallet}, ${hash}, 7, 'final', ${at})`.execute(owner);
}, 60_000);
afterAll(() => app.close());

async function ask(who: TestMember, about: string, lang = 2) {
  const token = await app.session(who.id);
  return app.post('member', 'Ticket/About', { about }, { token, headers: { lang: String(lang) } });
}

type Told = Pick<Facts, 'status'> & { lines: string[] };
const line = ({ key, value, coinid }: Facts['lines'][number]): string =>
  [key, value, coinid].filter(Boolean).join(' ');

/** What each says, in short; the hash stands in those of the chain. */
const told = (): [kind: AboutKind, id: string, facts: Told][] => [
  [
    'liquidity',
    add,
    { status: 'seen', lines: ['type add', 'amount 100 USDT', 'usdt 50 USDT', 'open 200 OPEN', 'lp 97 LP'] },
  ],
  ['liquidity', redemption, { status: 'final', lines: ['type redeem', 'amount 8 OUSD'] }],
  [
    'minting',
    minting(3),
    { status: 'final', lines: ['amount 40 OPEN', 'received 10 POWER', 'burned 20 OPEN'] },
  ],
  [
    'usdo',
    minting(4),
    { status: 'final', lines: ['amount 40 OPEN', 'received 9 USDO', 'fee 1 USDT', 'burned 2 OPEN'] },
  ],
  ['usdo', minting(5), { status: 'final', lines: ['amount 9 USDO', 'received 9 USDT'] }],
  ['node', 'mdl_12', { status: 'final', lines: ['type gold', 'received 500 EQUITY'] }],
  ['bonus', bonus, { status: 'given', lines: ['type first', 'received 100 POWER'] }],
  ['reward', reward, { status: 'notqualified', lines: ['type direct', 'amount 3 USDT'] }],
  ['activation', `act_${anna.address}`, { status: 'activated', lines: [`address ${anna.address}`] }],
];

test('behavior: each record says its amounts with their coins, its state, time and transaction', async () => {
  for (const [kind, id, { status, lines }] of told()) {
    const facts = (await ask(anna, `${kind}:${id}`)).envelope.data as Facts;
    const { key, value } = facts.lines.at(-1) ?? {};
    expect([facts.kind, facts.id, facts.time, facts.status]).toEqual([kind, id, at.toISOString(), status]);
    // It is no transaction.
    const shown = kind === 'bonus' ? facts.lines : facts.lines.slice(0, -1);
    expect(shown.map(line), id).toEqual(lines);
    if (kind === 'reward') expect([key, value]).toEqual(['reason', expect.stringContaining('60 more')]);
    else if (kind !== 'bonus') expect([key, value]).toEqual(['hash', hash]);
  }
});

test('behavior: why a reward was not qualified is told in the language of whoever asks', async () => {
  const facts = (await ask(anna, `reward:${reward}`, 0)).envelope.data as Facts;
  const english = (await ask(anna, `reward:${reward}`)).envelope.data as Facts;
  const reasonOf = ({ lines }: Facts) => lines.find(({ key }) => key === 'reason')?.value;
  expect(reasonOf(facts)).toContain('60');
  expect(reasonOf(facts)).not.toBe(reasonOf(english));
});

test('behavior: states and types have names, and no two lines of a record the same key', async () => {
  const words = getEnum('en');
  for (const [kind, id] of told()) {
    const facts = (await ask(anna, `${kind}:${id}`)).envelope.data as Facts;
    expect(factStatus(facts, words)).not.toBe(facts.status);
    const keys = facts.lines.map(({ key }) => key);
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
    for (const one of facts.lines.filter(({ key }) => key === 'type'))
      expect(factText(kind, one, words)).not.toBe(one.value);
  }
  expect(factKeys).toContain('type');
});

test('refuses: every kind of record of somebody else like an unknown one (T06)', async () => {
  for (const [kind, id] of told())
    expect([id, reasonIn(await ask(bert, `${kind}:${id}`))]).toEqual([id, 'support.norecord']);
  for (const kind of aboutKinds)
    for (const id of ['rwd_1x', 'mdl_99', 'act_nobody', 'liq_nobody'])
      expect([kind, id, reasonIn(await ask(anna, `${kind}:${id}`))]).toEqual([kind, id, 'support.norecord']);
});

test('refuses: a record under the name of another kind', async () => {
  for (const about of [`usdo:${minting(3)}`, `minting:${minting(4)}`, `node:${reward}`])
    expect(reasonIn(await ask(anna, about))).toBe('support.norecord');
});
