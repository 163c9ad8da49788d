import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { defaultOf } from '@openmere/core/setting/define.ts';
import { swapFeeShares } from '@openmere/core/setting/market.ts';
import { divideFee } from '@openmere/core/swap/fee-shares.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositHandlers } from '../deposit/on-chain.ts';
import { balanceOf } from '../ledger/balances.ts';
import type { Hex } from '../platform/chain/log.ts';
import { postGroups } from '../swap/post-groups.ts';
import { catchUp, coin } from '../test/context.ts';
import { addMember, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { dataOf, FINAL_DEPTH, happen, newHash, openScriptedContext } from '../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../test/scripted-context.ts';
import { grantLate } from './grant-late.ts';
import { mintingHandlers } from './on-chain.ts';
import { powerOf } from './power-store.ts';
import type { MintedUse } from './record-minted.ts';
import { listMintingFees, listRecords } from './record-store.ts';
import type { MintingType } from './tables.ts';

const at = (byte: string): Hex => `0x${byte.repeat(20)}`;
const contracts = {
  hashPowerMint: at('a1'),
  usdoMint: at('a2'),
  usdo: at('a3'),
  usdt: at('a4'),
  open: at('a5'),
  treasury: at('a6'),
  swapDesk: at('a7'),
} as const;
const types: readonly MintingType[] = ['power', 'usdo-usdt', 'usdo-open', 'redeem'];

let context: ScriptedContext;
/** What was told as use, in order. */
const used: MintedUse[] = [];
beforeAll(async () => {
  context = await openScriptedContext(contracts, (chainId) => [
    ...depositHandlers({ chainId, post: postGroups }),
    ...mintingHandlers({ chainId, post: postGroups, onMinted: async (_tx, uses) => void used.push(...uses) }),
  ]);
}, 60_000);
afterAll(() => context.close());

const word = formatAddressWord;

function sent(token: 'usdt' | 'open', from: Hex, amount: bigint, txHash: Hex): Emitted {
  const topics = [eventTopics.transfer, word(from), word(contracts.treasury)];
  return { txHash, address: contracts[token], topics, data: dataOf([amount]) };
}

/** Power for `openIn` at a price of a tenth: what the contract sends and says. */
function minted(member: Hex, openIn: bigint, txHash: Hex = newHash()): Emitted[] {
  const toMarket = openIn / 2n;
  const value = openIn / 10n;
  return [
    sent('open', contracts.hashPowerMint, toMarket, txHash),
    {
      txHash,
      address: contracts.hashPowerMint,
      topics: [eventTopics.powerMinted, word(member)],
      data: dataOf([openIn, value, 2n * value, openIn - toMarket, toMarket]),
    },
  ];
}

type Usdo = {
  paidWith: 'usdt' | 'open';
  consumed: bigint;
  obtained: bigint;
  price: bigint;
  fee?: bigint;
  burned?: bigint;
};
function usdoMinted(member: Hex, terms: Usdo, txHash: Hex = newHash()): Emitted[] {
  const { paidWith, consumed, obtained, price, fee = 0n, burned = 0n } = terms;
  return [
    ...(fee > 0n ? [sent('usdt', contracts.usdoMint, fee, txHash)] : []),
    {
      txHash,
      address: contracts.usdoMint,
      topics: [eventTopics.usdoMinted, word(member), word(contracts[paidWith])],
      data: dataOf([consumed, obtained, price, fee, burned]),
    },
  ];
}

const redeemed = (holder: Hex, amount: bigint): Emitted => ({
  txHash: newHash(),
  address: contracts.usdo,
  topics: [eventTopics.redeemed, word(holder)],
  data: dataOf([amount]),
});

const walletOf = (person: TestMember): Hex => person.address ?? '0x';
const recordsOf = (address: Hex) =>
  listRecords(context.db, { chainId: context.chain.chainId, address, types }, 50);
const powerNow = async (person: TestMember) => (await powerOf(context.db, person.id)).power.personal;
const balance = (account: Parameters<typeof balanceOf>[1], asset: string) =>
  balanceOf(context.db, account, asset);

async function told(person: TestMember): Promise<object[]> {
  const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
    select type, data from socket_message where member_id = ${person.id} order by seq`.execute(context.db);
  return rows.map(({ type, data }) => ({ type, ...data }));
}

test('refuses: contracts that are not ours, events of the wrong one, and shapes that are no events', async () => {
  const address = newWallet();
  const [, good] = minted(address, 100n * coin);
  if (!good) throw new Error('no log');
  await happen(
    context,
    { ...good, address: at('ff') },
    { ...good, address: contracts.usdoMint },
    { ...good, address: contracts.usdo },
    { ...good, data: '0x' },
    { ...good, topics: [eventTopics.powerMinted, `0x${'ff'.repeat(32)}`] },
    { ...redeemed(address, 5n), address: contracts.hashPowerMint },
  );
  expect(await recordsOf(address)).toEqual([]);
});

test('refuses: to change or forget what is final', async () => {
  const person = await addMember(context);
  await happen(context, ...minted(walletOf(person), 100n * coin));
  for (const change of [
    sql`update minting_record set obtained = 1 where address = ${person.address}`,
    sql`update minting_record set member_id = ${context.root.id} where address = ${person.address}`,
    sql`delete from minting_record where address = ${person.address}`,
    sql`truncate minting_record`,
  ])
    await expect(change.execute(context.owner)).rejects.toThrow();
});

test('behavior: power is seen at once and granted when it is final, once, and half of the OPEN is the market-value pool’s', async () => {
  const person = await addMember(context);
  const address = walletOf(person);
  const before = await balance('pool:market-value', 'OPEN');
  const follower = context.follower();
  await catchUp(follower);
  const logs = minted(address, 1_001n * coin + 10n);
  context.chain.mine(logs);
  await catchUp(follower);
  const [seen] = await recordsOf(address);
  expect(seen).toMatchObject({ status: 'seen', member_id: null, type: 'power' });
  expect(await powerNow(person)).toBe(0n);
  for (let block = 1; block < FINAL_DEPTH; block += 1) context.chain.mine();
  await catchUp(follower);
  const value = 1_001n * 10n ** 17n + 1n;
  expect(await recordsOf(address)).toMatchObject([
    {
      id: seen?.id,
      status: 'final',
      member_id: person.id,
      consumed: 1_001n * coin + 10n,
      obtained: 2n * value,
      value_usdt: value,
      price_e18: 10n ** 17n,
      burned: (1_001n * coin + 10n) / 2n,
      to_market: (1_001n * coin + 10n) / 2n,
    },
  ]);
  expect(await powerNow(person)).toBe(2n * value);
  expect((await balance('pool:market-value', 'OPEN')) - before).toBe((1_001n * coin + 10n) / 2n);
  const message = { type: 'tx', kind: 'minting', id: seen?.id, hash: logs[0]?.txHash };
  expect(await told(person)).toEqual([
    { ...message, status: 'seen' },
    { ...message, status: 'final' },
  ]);
  // Another process that reads all of it again grants and books nothing twice.
  await catchUp(context.follower());
  expect(await powerNow(person)).toBe(2n * value);
});

test('behavior: a reorganisation takes back what was only seen, and moves what comes again', async () => {
  const person = await addMember(context);
  const address = walletOf(person);
  const follower = context.follower();
  const [goes, moves] = [minted(address, 100n * coin), minted(address, 200n * coin)];
  context.chain.mine([...goes, ...moves]);
  await catchUp(follower);
  expect((await recordsOf(address)).map(({ consumed }) => consumed)).toEqual([200n * coin, 100n * coin]);
  context.chain.unwind(1);
  context.chain.mine(moves);
  await catchUp(follower);
  expect((await recordsOf(address)).map(({ consumed, status }) => [consumed, status])).toEqual([
    [200n * coin, 'seen'],
  ]);
  expect(await told(person)).toContainEqual(
    expect.objectContaining({ hash: goes[0]?.txHash, status: 'orphaned' }),
  );
  expect(await told(person)).not.toContainEqual(
    expect.objectContaining({ hash: moves[0]?.txHash, status: 'orphaned' }),
  );
  for (let block = 1; block < FINAL_DEPTH; block += 1) context.chain.mine();
  await catchUp(follower);
  expect(await powerNow(person)).toBe(40n * coin);
});

test('behavior: USDO from USDT, from OPEN and back; the fee of the sale is divided among the pools to the unit', async () => {
  const person = await addMember(context);
  const address = walletOf(person);
  const pools = divideFee(1_003n, defaultOf(swapFeeShares));
  const before = await Promise.all(pools.map(({ pool }) => balance(pool, 'USDT')));
  await happen(
    context,
    ...usdoMinted(address, { paidWith: 'usdt', consumed: 50n * coin, obtained: 50n * coin, price: coin }),
    ...usdoMinted(address, {
      paidWith: 'open',
      consumed: 900n * coin,
      obtained: 88n * coin,
      price: 97_777_777_777_777_777n,
      fee: 1_003n,
      burned: 9n * coin,
    }),
    redeemed(address, 30n * coin),
  );
  const records = await recordsOf(address);
  expect(
    records.map(({ type, consumed, obtained, fee, burned }) => [type, consumed, obtained, fee, burned]),
  ).toEqual([
    ['redeem', 30n * coin, 30n * coin, 0n, 0n],
    ['usdo-open', 900n * coin, 88n * coin, 1_003n, 9n * coin],
    ['usdo-usdt', 50n * coin, 50n * coin, 0n, 0n],
  ]);
  const after = await Promise.all(pools.map(({ pool }) => balance(pool, 'USDT')));
  expect(after.map((sum, index) => sum - (before[index] ?? 0n))).toEqual(pools.map(({ amount }) => amount));
  expect(await balance('fee:usdo', 'USDT')).toBe(0n);
  const fees = await listMintingFees(
    context.db,
    records.map(({ id }) => id),
  );
  expect(fees.map(({ address: payer, fee }) => [payer, fee])).toContainEqual([address, 1_003n]);
  expect(await powerNow(person)).toBe(0n);
  // Only what was sold is use, told once, at the USDT side before the fee.
  expect(used.filter(({ wallet }) => wallet === address)).toEqual([
    { wallet: address, kind: 'usdo', value: 88n * coin + 1_003n, time: expect.any(Date) },
  ]);
});

test('behavior: what else these contracts send to the treasury is nobody’s', async () => {
  const before = await balance('suspense:deposit', 'USDT');
  await happen(context, sent('usdt', contracts.hashPowerMint, 77n * coin, newHash()));
  expect((await balance('suspense:deposit', 'USDT')) - before).toBe(77n * coin);
});

test('behavior: power that a wallet minted before it was bound is granted to who binds it, as old as it is, once', async () => {
  const address = newWallet();
  await happen(context, ...minted(address, 300n * coin));
  expect(await recordsOf(address)).toMatchObject([{ status: 'final', member_id: null }]);
  const { db } = context;
  expect(await grantLate({ db })).toBe(0);
  const person = await addMember(context, { wallet: address });
  expect([await grantLate({ db }), await grantLate({ db })]).toEqual([1, 0]);
  expect(await powerNow(person)).toBe(60n * coin);
  const [record] = await recordsOf(address);
  const [lot] = await context.db
    .selectFrom('power_lot')
    .select('effective_at')
    .where('member_id', '=', person.id)
    .execute();
  expect(lot?.effective_at).toEqual(record?.block_time);
});

test('behavior: a wallet whose power cannot be granted stops no other, and gets it once it can be', async () => {
  const [bad, good] = [newWallet(), newWallet()];
  await happen(context, ...minted(bad, 300n * coin));
  await happen(context, ...minted(good, 300n * coin));
  const [failing, other] = [
    await addMember(context, { wallet: bad }),
    await addMember(context, { wallet: good }),
  ];
  await sql`create function break_lot() returns trigger language plpgsql as $$ begin
    if new.member_id = ${sql.lit(failing.id)} then raise exception 'this lot is broken'; end if; return new; end $$`.execute(
    context.owner,
  );
  await sql`create trigger break_lot before insert on power_lot for each row execute function break_lot()`.execute(
    context.owner,
  );
  const { db } = context;
  await expect(grantLate({ db })).rejects.toThrow(`passed over ${bad}: this lot is broken`);
  expect([await powerNow(failing), await powerNow(other)]).toEqual([0n, 60n * coin]);
  await sql`drop trigger break_lot on power_lot`.execute(context.owner);
  expect(await grantLate({ db })).toBe(1);
  expect(await powerNow(failing)).toBe(60n * coin);
});
